# `make demo` and `make test` install what they need with apt-get, where it is missing; `make help` lists the rest.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

# The directory of the sources is not in the programs: names of files in messages begin below it, and there is no build id.
SAME := -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. -Xlinker --build-id=none \
	-Xlinker $(CURDIR)/Packaging/same.ld
# The program needs no symbols. Its code asks for the metadata of a type by a call: asked by a name, the runtime goes through all
# conformances of all types for it, and annotating a small document takes 17 million instructions in place of 6, or 5.4 ms in
# place of 4.
RELEASE = $(SAME) -c release --product pdfco --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
	-Xlinker --strip-all -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# It carries all libraries, that of C included: finding and joining them at each start takes longer than annotating a small
# document. Nothing is to be done at each start before it begins: it is loaded at a fixed address (a position-independent one
# begins with 51,000 relocations), and libgcc registers nothing (Sources/CLinux/unwinding.c).
STATIC := -Xswiftc -static-executable -Xlinker -no-pie -Xcc -DPDFCO_STATIC -Xlinker --wrap=__register_frame_info \
	-Xlinker --wrap=__deregister_frame_info
PKG_CONFIG_FOLDER := $(CURDIR)/.build/pkgconfig
PROGRAM := .build/release/pdfco
# The one of Debian's package links the shared libraries, so that one update mends every program. The loader is not shown the
# program's own 12,000 symbols, among which it would look for those of libc first.
SHARED := .build/shared/release/pdfco
# The program that sets text in embedded fonts links shared libraries in any case: Debian has no other HarfBuzz. It is built
# in a directory of its own, since its flags differ.
TEXT := $(SAME) -c release --product pdfco-text --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
	-Xlinker --strip-all --scratch-path .build/text
DEMO := .build/demo
EXAMPLE := .build/example
# pyHanko signs documents for the tests and judges their signatures. Its packages are all pinned.
PYHANKO := .build/pyhanko
PYHANKO_PACKAGES := Tests/TestSupport/Scripts/pyhanko.txt
# PDFium and PyMuPDF draw and read documents for the tests.
READERS := .build/readers
READERS_PACKAGES := Tests/TestSupport/Scripts/readers.txt
# Playwright opens a review in Debian's Chromium, and axe-core checks that everybody can use it.
BROWSER := .build/browser
BROWSER_PACKAGES := Tests/TestSupport/Scripts/browser.txt
# Fonts for the scripts in which the tests set text.
FONTS := fonts-noto-core fonts-noto-cjk fonts-tlwg-loma-otf
# Apache Spark, on which a test runs one of the examples.
SPARK := .build/spark
SPARK_PACKAGES := Tests/Spark/packages.txt
# spdx-tools judges the bill of materials.
SPDX := .build/spdx
SPDX_PACKAGES := Tests/Packages/spdx.txt

bin := $(DESTDIR)$(PREFIX)/bin
libexec := $(DESTDIR)$(PREFIX)/libexec/pdfco
man := $(DESTDIR)$(PREFIX)/share/man/man1
formats := $(DESTDIR)$(PREFIX)/share/man/man5
bash := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fish := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
doc := $(DESTDIR)$(PREFIX)/share/doc/pdfco
units := $(DESTDIR)$(PREFIX)/lib/systemd/user

# What `make packages` makes. All dates are that of the last commit, or without Git that of the change log.
PACKAGES := .build/packages
VERSION = $(shell $(PROGRAM) --version)
REVISION ?= 1
deb tarball image sbom: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat --format=%Y CHANGELOG.md)
# Who answers for the packages, as Debian writes it, and where they come from.
export MAINTAINER HOMEPAGE

# $(call run-tests,LOG,OPTION …): runs tests that were built. They run the program that users get: the debug one spends half a
# second at each start on checking its own options.
run-tests = PDFCO_PROGRAM=$${PDFCO_PROGRAM:-$(abspath $(PROGRAM))} \
	Tests/run.sh .build/debug/pdfcoPackageTests.xctest .build/$(1).log $(2)

# $(call timed,TARGET): makes it from the programs and tools that are there, and prints how long that took, and the processor time of all
# its processes.
timed = @TIMEFORMAT='make $(1): %0R s, of processor time %0U + %0S s'; \
	time $(MAKE) --no-print-directory $(addprefix --old-file=,release test-tools all-tools spark-tools) $(1)

# Release code with traps, Swift's and C++'s under the address sanitizer, Swift's with the counters that guide libFuzzer.
FUZZER := -c release --product Fuzzer --scratch-path .build/fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer

.PHONY: help release toolchain demo-tools demo test examples crash damage lint man docs api api-record bench crowd cuts fuzz model seams install uninstall clean test-tools library \
	test-all part-model part-seams part-damage part-cuts part-spark part-packages all-tools test-debian test-spark spark-tools shared maintained current deb tarball image sbom empty-packages \
	packages test-packages test-shared test-same

help:
	@echo 'make demo      build pdfco, annotate a copy of a document and show what was done'
	@echo 'make test      build and run the tests, but for the long ones, compare the man pages, run the examples'
	@echo 'make test-all  run all tests, those of real documents, of renderers, of a browser, of Spark and of the packages too'
	@echo 'make examples  build the package Examples, which depends on this one, and run its programs'
	@echo 'make test-debian  make demo, test and test-all in a clone in a fresh Debian SUITE, such as trixie (as root)'
	@echo 'make test-spark run a batch on a Spark cluster that loses an executor'
	@echo 'make lint      check the style of the sources'
	@echo 'make man       write the man pages anew from the help of the program'
	@echo 'make docs      write the documentation of the libraries to .build/docs'
	@echo 'make api       compare the interface of the libraries with that of the last version; api-record records it'
	@echo 'make bench     measure pdfco beside qpdf'
	@echo 'make crowd     let 64 processes annotate one document at once, and 16 record unsaved changes'
	@echo 'make seams     edit one document from two sides that do not see one another'"'"'s locks: ROUNDS (200) of each kind of mount'
	@echo 'make crash     end commands at every system call and power cut, kill whole batches of edits; make damage'
	@echo 'make damage    damage documents with unsaved changes on ext4 and btrfs, and recover them (as root): ROUNDS (500)'
	@echo 'make cuts      cut DOCUMENTS (240) off, repair and rewrite them, and let three readers judge'
	@echo 'make fuzz      annotate COUNT (20000) damaged files, and read others, from SEED (1) on; see docs/testing.md'
	@echo 'make packages  write a Debian package (deb), a tar file (tarball), a container image (image), a bill of materials'
	@echo '               (sbom) and SHA256SUMS to $(PACKAGES); each can be made alone'
	@echo 'make test-packages  make them, install, run and remove them in a fresh Debian (as root)'
	@echo 'make shared         build the program that links the shared libraries of the system, for make deb'
	@echo 'make test-shared    try it'
	@echo 'make test-same      build the last commit in another directory, and compare the programs'
	@echo 'make install   install programs, man pages, completions and documents below PREFIX ($(PREFIX)); DESTDIR is honoured'
	@echo 'make uninstall remove them'
	@echo 'make clean     remove what was built'

# $(call install-missing,NAME=PACKAGE …,PACKAGE …): installs the packages of the programs, or of pkg-config's modules, that
# are not there, and others.
define install-missing
@packages="$(if $(strip $(2)), $(strip $(2)))"; \
for pair in $(1); do \
	PATH="$$PATH:/usr/sbin" command -v "$${pair%%=*}" >/dev/null || pkg-config --exists "$${pair%%=*}" 2>/dev/null || \
		packages="$$packages $${pair#*=}"; \
done; \
pkg-config --exists libqpdf 2>/dev/null || packages="$$packages libqpdf-dev"; \
pkg-config --exists nettle 2>/dev/null || packages="$$packages nettle-dev"; \
pkg-config --exists expat 2>/dev/null || packages="$$packages libexpat1-dev"; \
pkg-config --exists minizip 2>/dev/null || packages="$$packages libminizip-dev"; \
[ -e /usr/include/harfbuzz/hb-subset.h ] || packages="$$packages libharfbuzz-dev"; \
[ -e /usr/include/fribidi/fribidi.h ] || packages="$$packages libfribidi-dev"; \
[ -e /usr/include/png.h ] || packages="$$packages libpng-dev"; \
[ -e /usr/include/jpeglib.h ] || packages="$$packages libjpeg-dev"; \
[ -e /usr/include/zlib.h ] || packages="$$packages zlib1g-dev"; \
[ -e /usr/include/uninorm.h ] || packages="$$packages libunistring-dev"; \
[ -e /usr/include/gnutls/crypto.h ] || packages="$$packages libgnutls28-dev"; \
ls -d /usr/include/c++/* >/dev/null 2>&1 || packages="$$packages g++"; \
[ -z "$$packages" ] && exit; \
sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
echo "Installing$$packages"; \
$$sudo apt-get update -q && \
$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$packages
endef

# $(call install-python,WHAT,DIRECTORY,LIST): installs pinned packages of a list in a directory of their own, once.
define install-python
@cmp -s $(3) $(2)/installed.txt || { \
	echo "Installing $(1) in $(2)"; \
	rm -rf $(2) && python3 -m venv $(2) && \
	$(2)/bin/pip --disable-pip-version-check --retries 1 --timeout 15 install -q --only-binary :all: -r $(3) && \
	cp $(3) $(2)/installed.txt; \
} || { rm -rf $(2); echo '$(1) cannot be installed: the tests that need it are skipped'; }
endef

python-venv = $(shell python3 -c 'import ensurepip' 2>/dev/null || echo python3-venv)

# PDFBox reads XFDF and FDF, and its Preflight, which Debian's package does not bring the libraries for, validates PDF/A-1b.
pdfbox = $(if $(wildcard /usr/share/java/pdfbox2.jar),,libpdfbox2-java) \
	$(if $(wildcard /usr/share/java/javax.activation.jar),,libactivation-java) \
	$(if $(wildcard /usr/share/java/jaxb-api.jar),,libjaxb-api-java)

library:
	$(call install-missing,pkg-config=pkg-config)

test-tools:
	$(call install-missing,pkg-config=pkg-config qpdf=qpdf pdftoppm=poppler-utils mutool=mupdf-tools strace=strace tmux=tmux \
		setfattr=attr setfacl=acl bindfs=bindfs setpriv=util-linux mkfs.btrfs=btrfs-progs mkfs.ext4=e2fsprogs man=man-db zsh=zsh fish=fish \
		python3=python3 gdb=gdb,$(python-venv))
	@for font in $(FONTS); do \
		[ "$$(dpkg-query --show --showformat='$${db:Status-Status}' "$$font" 2>/dev/null)" = installed ] || missing="$$missing $$font"; \
	done; \
	[ -z "$$missing" ] || { $(if $(filter 0,$(shell id -u)),,sudo) apt-get install -q -y --no-install-recommends $$missing || \
		echo 'Fonts cannot be installed: the tests that need them are skipped'; }
	$(call install-python,pyHanko,$(PYHANKO),$(PYHANKO_PACKAGES))

all-tools: test-tools
	$(call install-missing,chromium=chromium javac=default-jdk-headless sshfs=sshfs spin=spin,\
		$(if $(wildcard /usr/lib/openssh/sftp-server),,openssh-sftp-server) $(pdfbox))
	$(call install-python,PDFium and PyMuPDF,$(READERS),$(READERS_PACKAGES))
	$(call install-python,Playwright,$(BROWSER),$(BROWSER_PACKAGES))

# PySpark comes as source; the constraints hold for what builds it, too.
spark-tools:
	$(call install-missing,pkg-config=pkg-config java=default-jre-headless python3=python3,$(python-venv))
	@cmp -s $(SPARK_PACKAGES) $(SPARK)/installed.txt || { \
		echo "Installing PySpark in $(SPARK)"; \
		rm -rf $(SPARK) && python3 -m venv $(SPARK) && \
		PIP_CONSTRAINT=$(CURDIR)/$(SPARK_PACKAGES) $(SPARK)/bin/pip --disable-pip-version-check --retries 1 --timeout 15 \
			install -q -r $(SPARK_PACKAGES) && \
		cp $(SPARK_PACKAGES) $(SPARK)/installed.txt; \
	} || { rm -rf $(SPARK); echo 'PySpark cannot be installed: see above'; exit 1; }

# A static library that was updated since is linked again.
release: library
	@rm -rf $(PKG_CONFIG_FOLDER) && mkdir -p $(PKG_CONFIG_FOLDER)
	@sed 's/^Libs:.*/& -ljpeg -lz/; /^Requires.private/d' \
		"$$(pkg-config --variable=pcfiledir libqpdf)/libqpdf.pc" > $(PKG_CONFIG_FOLDER)/libqpdf.pc
	@[ ! -e $(PROGRAM) ] || [ -z "$$(find "$$(pkg-config --variable=libdir libqpdf)" -maxdepth 1 -name '*.a' -cnewer $(PROGRAM))" ] || rm $(PROGRAM)
	PKG_CONFIG_PATH=$(PKG_CONFIG_FOLDER) $(SWIFT) build $(RELEASE) $(STATIC)
	$(SWIFT) build $(TEXT)
	@cp --remove-destination .build/text/release/pdfco-text $(dir $(PROGRAM))

shared: library
	$(SWIFT) build $(RELEASE) -Xlinker --no-export-dynamic --scratch-path .build/shared
	$(SWIFT) build $(TEXT)
	@cp --remove-destination .build/text/release/pdfco-text $(dir $(SHARED))

demo: toolchain demo-tools release
	@mkdir -p $(DEMO) && cp Fixtures/report.pdf $(DEMO)/report.pdf
	$(PROGRAM) highlight $(DEMO)/report.pdf --find 'No scaffold between May and August' --save
	$(PROGRAM) note $(DEMO)/report.pdf --find 'No scaffold' --beside left --contents 'From the 1st of May?' --save
	$(PROGRAM) stamp $(DEMO)/report.pdf --at top-right --icon Approved --save
	$(PROGRAM) list $(DEMO)/report.pdf
	$(PROGRAM) log $(DEMO)/report.pdf
	cmp --bytes $$(stat -c %s Fixtures/report.pdf) Fixtures/report.pdf $(DEMO)/report.pdf
	@echo
	@echo "Every byte of Fixtures/report.pdf is still there; the annotations follow it. Look at it: $(DEMO)/report.pdf"
	@echo 'To use pdfco in this shell:  export PATH="$(CURDIR)/.build/release:$$PATH"'

toolchain:
	@command -v $(firstword $(SWIFT)) > /dev/null || { echo 'Swift 6.2 or later is missing: https://www.swift.org/install/linux'; exit 1; }

# --find reads the words of pages with mutool.
demo-tools:
	$(call install-missing,mutool=mupdf-tools)

# What is skipped is told first, and the tests come last, so that their closing lines end the output.
test: test-tools release examples
	$(SWIFT) build --build-tests
	man/make.py $(PROGRAM) .build/man
	diff --recursive --exclude=make.py --exclude=sections --exclude=pdfco-batch.5 --exclude=pdfco-formats.5 man .build/man || { echo 'make man writes them anew'; exit 1; }
	for page in man/*.[15]; do man --warnings --local-file -Tutf8 "$$page" >/dev/null || exit; done
	@PDFCO_TESTS=short $(call run-tests,tests)

# Two of its parts run at once, the longest first: most of them wait for something.
test-all: all-tools spark-tools release
	$(SWIFT) build --build-tests
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target $(addprefix part-,packages model seams damage cuts spark)
	@$(call run-tests,all-tests)

part-model:
	$(call timed,model)
part-seams:
	$(call timed,seams ROUNDS=6)
part-damage:
	$(call timed,damage ROUNDS=10)
part-cuts:
	$(call timed,cuts DOCUMENTS=6)
part-spark:
	$(call timed,test-spark)
part-packages:
	$(if $(filter 0,$(shell id -u)),$(call timed,test-packages),@echo 'make test-packages is left out: it needs root')

# A package of its own, as that of an app is: it sees what is public, and nothing else.
examples: library
	$(SWIFT) build --package-path Examples --scratch-path .build/examples
	@rm -rf $(EXAMPLE) && mkdir -p $(EXAMPLE) && cp Fixtures/report.pdf $(EXAMPLE)
	PDFCO_DATA_DIR=$(EXAMPLE)/data .build/examples/debug/highlight $(EXAMPLE)/report.pdf
	grep --quiet --text '/Subtype */Highlight' $(EXAMPLE)/report.pdf
	printf 'add milk\nadd bread\nundo\n' | .build/examples/debug/notes $(EXAMPLE)/notes.txt $(EXAMPLE)/data
	[ "$$(cat $(EXAMPLE)/notes.txt)" = milk ]
	printf 'append milk\nappend bread\nundo\n' | .build/examples/debug/editor $(EXAMPLE)/text.txt $(EXAMPLE)/data
	[ "$$(cat $(EXAMPLE)/text.txt)" = milk ]
	printf 'set me 1\nset you 2\nremove you\n' | .build/examples/debug/contacts $(EXAMPLE)/contacts.json $(EXAMPLE)/data
	grep --quiet '"me" : "1"' $(EXAMPLE)/contacts.json

# The protocols between processes, and that each of their rules is needed.
model:
	$(call install-missing,spin=spin gcc=gcc)
	Tests/Model/check.sh

# The commands of README.md and all tests as a stranger has them; `COMMANDS="'make demo'"` tries less.
test-debian:
	$(call install-missing,debootstrap=debootstrap)
	Tests/Debian/test.sh $(SUITE) $(COMMANDS)

# bindfs, sshfs whose connection is slow or cut, two mount namespaces, processes that are stopped.
seams: release all-tools
	Benchmarks/seams.py $(PROGRAM) --rounds $(or $(ROUNDS),200)

# PDFCO_PROGRAM names another program than the release one.
test-spark: spark-tools $(if $(PDFCO_PROGRAM),,release)
	@$(SPARK)/bin/python Tests/Spark/test.py $(or $(PDFCO_PROGRAM),$(PROGRAM))

# All states of the disk and all failing system calls, of which `make test-all` draws some, as of crafted files and long histories;
# crowds and shared directories in full; kills and programs that do not coordinate at random. The program that users get is tried,
# which starts in a quarter of the time.
crash: release test-tools
	$(SWIFT) build --build-tests
	PDFCO_CRASH=all $(call run-tests,crash,--filter 'CrashTests|CommitCrowdTests|SharedDirectoryTests|KilledBatchTests|KilledExamplesTests|CraftedFileTests|SavedUndoTests|NoteTests/')
	PDFCO_CRASH=all $(call run-tests,presenters,--no-parallel --filter PresentersTogetherTests)
	Benchmarks/kills.sh $(PROGRAM)
	Benchmarks/outsiders.sh $(PROGRAM) 2000
	$(call timed,damage)

# Documents on images of ext4 and btrfs, a PDF or text in the app `notes`; in a fifth as many rounds more something is killed.
damage: release test-tools
	$(SWIFT) build --package-path Examples --product notes --scratch-path .build/examples
	Benchmarks/damage.py $(PROGRAM) .build/examples/debug/notes --rounds $(or $(ROUNDS),500)

# Documents that are cut off, repaired and rewritten, judged by three readers; without the readers they cannot be.
cuts: release all-tools
	@[ ! -e $(READERS)/installed.txt ] || $(READERS)/bin/python -B Benchmarks/cuts.py $(PROGRAM) Fixtures $(PDFCO_CORPUS) \
		--documents $(or $(DOCUMENTS),240)

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Examples Package.swift

man: release
	man/make.py $(PROGRAM) man
	$(PROGRAM) annotate schema > docs/annotation.schema.json

# The libraries that are products, and what the compiler needs to find them and the modules of C below them.
LIBRARIES := FileCoordination Checkpointing FileDocuments PDFModel Documents
MODULES := -I .build/debug/Modules -I .build/checkouts/swift-system/Sources/CSystem/include \
	$(foreach module,CLinux CQPDF CImages,-Xcc -fmodule-map-file=.build/debug/$(module).build/module.modulemap) \
	$(foreach module,CLibQPDF CMinizip CNettle CUnistring CExpat,-Xcc -fmodule-map-file=Sources/$(module)/module.modulemap)

# $(call document,MODULE): its public interface and its articles, as pages below .build/docs/MODULE.
define document
	@mkdir -p .build/symbols/$(1) .build/docs
	$(SWIFT) symbolgraph-extract -module-name $(1) -target $$(uname -m)-unknown-linux-gnu $(MODULES) \
		-minimum-access-level public -output-dir .build/symbols/$(1)
	docc convert Sources/$(1)/$(1).docc --additional-symbol-graph-dir .build/symbols/$(1) --warnings-as-errors \
		--fallback-display-name $(1) --fallback-bundle-identifier $(1) --output-dir .build/docs/$(1)

endef

docs: library
	@rm -rf .build/docs .build/symbols
	$(SWIFT) build
	$(foreach library,$(LIBRARIES),$(call document,$(library)))

# Against the interface recorded for the last version; the modules are those that were built last.
api:
	@Tests/API/check.py $(LIBRARIES) -- $(MODULES)

api-record: library
	$(SWIFT) build
	@Tests/API/check.py --record $(LIBRARIES) -- $(MODULES)

bench: release test-tools
	Benchmarks/run.sh $(PROGRAM)
	$(SWIFT) build -c release --product coordination-benchmark --static-swift-stdlib
	@mkdir -p .build/bench && .build/release/coordination-benchmark .build/bench

crowd: release test-tools
	Benchmarks/crowd.sh $(PROGRAM)
	$(SWIFT) build --build-tests
	PDFCO_CROWD_EDITS=100 $(call run-tests,crowd,--filter UnsavedCrowdTests)

# What is built already is installed as it is, so that root need not have the compiler.
$(PROGRAM):
	$(MAKE) release

fuzz: release test-tools
	$(call install-missing,poppler-cpp=libpoppler-cpp-dev)
	PDFCO_FUZZER=1 $(SWIFT) build $(FUZZER)
	Tests/Fuzzer/Scripts/run.sh .build/fuzzer/release/Fuzzer $(PROGRAM) .build/fuzz
	PDFCO_MUTATIONS=$$(($${COUNT:-20000} / 20)) PDFCO_SEED=$${SEED:-1} $(SWIFT) test --filter 'MutatedSourceTests|WordFileTests|ImageTests|PartialReaderTests'

install: $(PROGRAM)
	install -D -m 755 $(PROGRAM) $(bin)/pdfco
	install -D -m 755 $(dir $(PROGRAM))pdfco-text $(libexec)/pdfco-text
	install -D -m 644 -t $(man) man/*.1
	install -D -m 644 -t $(formats) man/*.5
	install -d $(bash) $(zsh) $(fish) $(units)
	$(PROGRAM) --generate-completion-script bash >$(bash)/pdfco
	$(PROGRAM) --generate-completion-script zsh >$(zsh)/_pdfco
	$(PROGRAM) --generate-completion-script fish >$(fish)/pdfco.fish
	sed 's|@bin@|$(PREFIX)/bin|' Packaging/pdfco-watch.service >$(units)/pdfco-watch.service
	chmod 644 $(bash)/pdfco $(zsh)/_pdfco $(fish)/pdfco.fish $(units)/pdfco-watch.service
	install -D -m 644 -t $(doc) LICENSE README.md CHANGELOG.md
	install -D -m 644 -t $(doc)/docs docs/*.md docs/*.json
	install -D -m 644 -t $(doc)/docs/images docs/images/*.png
	cd Examples && find . -type f -not -name 'Package.*' -not -path './Sources/*' -not -path '*/__pycache__/*' -exec install -D -m 644 {} $(abspath $(doc))/Examples/{} \;

uninstall:
	rm -f $(bin)/pdfco $(man)/pdfco.1 $(man)/pdfco-*.1 $(formats)/pdfco-*.5
	rm -f $(bash)/pdfco $(zsh)/_pdfco $(fish)/pdfco.fish $(units)/pdfco-watch.service
	rm -rf $(libexec) $(doc)

# $(call stage,PREFIX,PROGRAM,LINK): installs into an empty directory, $(PACKAGES)/stage, a program whose libraries are static
# or shared.
define stage
@umask 022; rm -rf $(PACKAGES)/stage && mkdir -p $(PACKAGES)/stage && \
	$(MAKE) --no-print-directory --silent install PROGRAM=$(2) DESTDIR=$(abspath $(PACKAGES)/stage) PREFIX=$(1) && \
	Packaging/copyright.sh $(3) > $(PACKAGES)/stage$(1)/share/doc/pdfco/copyright
endef

# Nobody packs what nobody answers for.
maintained:
	@$(foreach name,MAINTAINER HOMEPAGE,[ -n "$$$(name)" ] || { echo "$(name) is missing: make packages MAINTAINER='NAME <ADDRESS>' HOMEPAGE=https://…"; exit 1; };)

# No update of the distribution reaches what carries its libraries: they are the newest, or nothing is packed.
current:
	@Packaging/current.sh

deb: maintained shared
	$(call install-missing,dpkg-shlibdeps=dpkg-dev)
	$(call stage,/usr,$(SHARED),shared)
	Packaging/deb.sh $(PACKAGES)/stage $(REVISION) $(PACKAGES)
	@rm -r $(PACKAGES)/stage

# To be unpacked anywhere: `tar -xzf FILE --strip-components=1 -C /usr/local`.
tarball: current release
	$(call stage,/usr/local,$(PROGRAM),static)
	tar --create --sort=name --mtime=@$(SOURCE_DATE_EPOCH) --owner=0 --group=0 --numeric-owner --format=gnu --mode=go-w \
		--directory=$(PACKAGES)/stage/usr/local --transform='s|^\.|pdfco-$(VERSION)|S' . | \
		gzip -9n > $(PACKAGES)/pdfco-$(VERSION)-linux-$(shell uname -m).tar.gz
	@rm -r $(PACKAGES)/stage

image: maintained current release
	$(call install-missing,python3=python3)
	@rm -rf $(PACKAGES)/stage && mkdir -p $(PACKAGES)/stage/tmp $(PACKAGES)/stage/work
	@install -D -m 755 -t $(PACKAGES)/stage/usr/bin $(PROGRAM)
	@install -D -m 644 -t $(PACKAGES)/stage/usr/share/doc/pdfco LICENSE
	@Packaging/copyright.sh static > $(PACKAGES)/stage/usr/share/doc/pdfco/copyright
	Packaging/image.py $(PACKAGES)/stage $(VERSION) $(PACKAGES)/pdfco-$(VERSION)-image.tar
	@rm -r $(PACKAGES)/stage

# Of the tar file and the image: what the Debian package depends on it says itself.
sbom: release
	$(call install-missing,python3=python3)
	@mkdir -p $(PACKAGES)
	$(SWIFT) package show-dependencies --format json > $(PACKAGES)/dependencies.json
	Packaging/sbom.py $(VERSION) $(PROGRAM) $(PACKAGES)/dependencies.json > $(PACKAGES)/pdfco-$(VERSION).spdx.json
	@rm $(PACKAGES)/dependencies.json

empty-packages:
	@rm -rf $(PACKAGES)

# One after another: they share a directory for what they pack. (GNU make 4.3 takes this for all targets.)
ifneq ($(filter packages,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
packages: empty-packages deb tarball image sbom
	cd $(PACKAGES) && sha256sum * > SHA256SUMS && cat SHA256SUMS

test-packages:
	$(call install-missing,lintian=lintian debootstrap=debootstrap qpdf=qpdf man=man-db python3=python3,$(python-venv))
	$(call install-python,spdx-tools,$(SPDX),$(SPDX_PACKAGES))
	Tests/Packages/test.sh $(PACKAGES) $(SPDX)/bin/pyspdxtools

# The tests are those of what users see first.
test-shared: test-tools shared
	ldd $(SHARED) | grep -E 'libqpdf\.so|libnettle\.so|libexpat\.so|libc\.so' | awk '{ print $$1 } END { exit NR != 4 }'
	$(SWIFT) build --build-tests
	@PDFCO_PROGRAM=$(abspath $(SHARED)) $(call run-tests,shared,\
		--filter 'AnnotatingTests|SnapshotTests|StampTests|EncryptedDocumentTests|DocumentedCommandsTests')

# The same sources in a directory whose path has another length give the same bytes.
test-same: release
	Tests/Packages/same.sh

clean:
	rm -rf .build
