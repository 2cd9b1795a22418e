#!/bin/bash
# test.sh DIRECTORY SPDX: makes the packages in DIRECTORY and tries them: contents, lintian, the same bytes twice; the tar file and
# the image as they are, the Debian package in a fresh Debian of the release it was made in, which debootstrap makes once. SPDX is the
# validator of spdx-tools. Needs root.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests=$PWD/Tests/Packages
packages=$(realpath --canonicalize-missing "$1")
spdx=$2
[ "$(id -u)" = 0 ] || { echo 'test-packages needs root: it installs into a Debian of its own' >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
export LC_ALL=C.UTF-8
export MAINTAINER='The tests <tests@packages.invalid>' HOMEPAGE=https://packages.invalid/pdfco
step() { echo "== $*"; }
fail() { echo "failed: $*" >&2; exit 1; }

# pack TARGET NAME=VALUE…: makes packages from the programs as they are.
pack() { make --no-print-directory --old-file=release --old-file=shared "$@" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }

step 'nobody packs without saying who answers for it'
for target in deb image; do
    ! make --no-print-directory --old-file=release --old-file=shared --old-file=current "$target" "PACKAGES=$work/none" MAINTAINER= \
        > "$work/log" 2>&1 || fail "make $target without MAINTAINER"
    grep --quiet 'MAINTAINER is missing' "$work/log" || { cat "$work/log"; exit 1; }
done

step 'the packages, made twice, have the same bytes'
Packaging/static-libraries.sh | xargs apt-get --quiet --quiet --assume-yes --only-upgrade install > "$work/log" || { cat "$work/log"; exit 1; }
make --no-print-directory release shared
pack packages "PACKAGES=$packages"
(umask 077 && TZ=Asia/Tokyo LC_ALL=C pack packages "PACKAGES=$work/again")
diff "$packages/SHA256SUMS" "$work/again/SHA256SUMS"
(cd "$packages" && sha256sum --check --quiet SHA256SUMS && [ "$(wc -l < SHA256SUMS)" = 4 ])
pack deb "PACKAGES=$work/next" REVISION=2
deb=$(echo "$packages"/pdfco_*-1_*.deb)
next=$(echo "$work"/next/pdfco_*-2_*.deb)
version=$(dpkg-deb --field "$deb" Version)

step 'contents'
dpkg-deb --contents "$deb" | awk '{ print $1, $2, $6 }' > "$work/contents"
contains() { grep --quiet --line-regexp --fixed-strings -- "$1 root/root ./usr/$2" "$work/contents" || fail "no $2 in $deb"; }
contains -rwxr-xr-x bin/pdfco
contains -rwxr-xr-x libexec/pdfco/pdfco-text
for file in lib/systemd/user/pdfco-watch.service share/bash-completion/completions/pdfco share/fish/vendor_completions.d/pdfco.fish \
    share/zsh/vendor-completions/_pdfco share/doc/pdfco/{copyright,changelog.gz,changelog.Debian.gz,README.md,docs/cookbook.md} \
    share/doc/pdfco/Examples/spark/annotate.py; do
    contains -rw-r--r-- "$file"
done
for page in man/*.[15]; do contains -rw-r--r-- "share/man/man${page: -1}/${page#man/}.gz"; done
if awk '{ print $1 $2 }' "$work/contents" | grep --invert-match -E '^(d|-)rwxr-xr-xroot/root$|^-rw-r--r--root/root$'; then
    fail 'something in the package can be written by others, or does not belong to root'
fi
dpkg-deb --field "$deb" Depends | grep --quiet 'libqpdf[0-9]* .*libnettle\|libnettle.*libqpdf' || fail 'the package carries its libraries'
[ "$(dpkg-deb --field "$deb" Homepage)" = "$HOMEPAGE" ]
lintian --no-cfg --allow-root --fail-on error,warning "$deb"

step 'the bill of materials names what is linked'
"$tests/sbom.py" "$packages"/pdfco-*.spdx.json

if [ -x "$spdx" ]; then "$spdx" --infile "$(echo "$packages"/pdfco-*.spdx.json)"; else echo "skipped: no $spdx to validate it"; fi

step 'make install and make uninstall'
make --no-print-directory --silent install DESTDIR="$work/root" PREFIX=/opt/pdfco
[ -e "$work/root/opt/pdfco/share/doc/pdfco/LICENSE" ]
grep --quiet 'ExecStart=/opt/pdfco/bin/pdfco ' "$work/root/opt/pdfco/lib/systemd/user/pdfco-watch.service"
make --no-print-directory --silent uninstall DESTDIR="$work/root" PREFIX=/opt/pdfco
left=$(find "$work/root" -not -type d -o -name '*pdfco*' -not -path "$work/root/opt/pdfco")
[ -z "$left" ] || fail "left by make uninstall: $left"

# annotate DIRECTORY PROGRAM…: the program marks report.pdf in the directory, which is its working directory.
annotate() {
    local file=$1/report.pdf
    shift
    cp Fixtures/report.pdf "$file"
    "$@" annotate highlight report.pdf --page 3 --rect 72,700,257,713 --name scaffold
    "$@" open report.pdf --annotations | grep scaffold > /dev/null || fail 'the annotation is not listed'
    cmp --bytes "$(stat --format=%s Fixtures/report.pdf)" Fixtures/report.pdf "$file"
    qpdf --check "$file" > "$work/log" || { cat "$work/log"; exit 1; }
}

step 'the tar file, unpacked anywhere'
mkdir "$work/anywhere" "$work/files"
tar --extract --file="$(echo "$packages"/*.tar.gz)" --directory="$work/anywhere"
tree=$(echo "$work"/anywhere/pdfco-*)
[ "$(ls "$work/anywhere")" = "pdfco-${version%-*}" ]
annotate "$work/files" env --chdir="$work/files" PDFCO_SAVE=1 "$tree/bin/pdfco"
man --local-file "$tree/share/man/man1/pdfco.1" > /dev/null

step 'the image'
mkdir "$work/image"
"$tests/unpack-image.py" "$packages"/pdfco-*-image.tar "$work/image" > "$work/environment"
mkdir "$work/image/proc"
mapfile -t environment < "$work/environment"
annotate "$work/image/work" env --ignore-environment "${environment[@]}" /usr/bin/unshare --mount --pid --fork \
    --root="$work/image" --wd=/work --mount-proc /usr/bin/pdfco

suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
step "the Debian package in Debian $suite"
debian=.build/debian
[ -e "$debian/complete" ] || {
    rm -rf "$debian" && mkdir -p "$debian"
    debootstrap --variant=minbase --include=man-db,bash-completion,zsh,fish,fonts-dejavu-core "$suite" "$debian/root" > "$work/log" ||
        { tail "$work/log"; exit 1; }
    touch "$debian/complete"
}
cp --archive --reflink=auto "$debian/root" "$work/debian"
cp "$deb" "$work/debian/first.deb"
cp "$next" "$work/debian/next.deb"
install -m 755 "$tests/in-debian.sh" "$work/debian/in-debian.sh"
install -m 644 Fixtures/report.pdf "$work/debian/report.pdf"
unshare --mount --pid --fork --kill-child --root="$work/debian" --mount-proc \
    env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    /in-debian.sh "$version"
qpdf --check "$work/debian/home/reader/report.pdf" > "$work/log" || { cat "$work/log"; exit 1; }
echo 'All packages passed.'
