#!/bin/bash
# deb.sh STAGE REVISION OUT: packs what `make install PREFIX=/usr DESTDIR=STAGE` installed as the Debian package OUT.
# SOURCE_DATE_EPOCH dates everything; MAINTAINER is who answers for the package, HOMEPAGE where it comes from.
set -euo pipefail
umask 022
packaging=$(cd "$(dirname "$0")" && pwd)
stage=$(realpath "$1") out=$(realpath "$3")
version=$("$stage/usr/bin/pdfco" --version)-$2
share=$stage/usr/share
doc=$share/doc/pdfco

# Debian's zsh reads another directory; its policy wants man pages and change logs compressed, no `#!` in a file that bash reads,
# and the licence in `copyright`.
mkdir -p "$share/zsh/vendor-completions"
mv "$share/zsh/site-functions/_pdfco" "$share/zsh/vendor-completions/"
rmdir "$share/zsh/site-functions"
sed -i '1{/^#!/d}' "$share/bash-completion/completions/pdfco"
rm "$doc/LICENSE"
mv "$doc/CHANGELOG.md" "$doc/changelog"
cat > "$doc/changelog.Debian" <<END
pdfco ($version) unstable; urgency=medium

  * See changelog.gz.

 -- $MAINTAINER  $(LC_ALL=C date --utc --date "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %T +0000')
END
gzip -9n "$doc/changelog" "$doc/changelog.Debian" "$share"/man/man[15]/*
install -D -m 644 "$packaging/lintian-overrides" "$share/lintian/overrides/pdfco"

# dpkg-shlibdeps reads debian/control in its working directory.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/debian"
printf 'Source: pdfco\n\nPackage: pdfco\nArchitecture: any\n' > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "-e$stage/usr/bin/pdfco" "-e$stage/usr/libexec/pdfco/pdfco-text" 2>"$work/messages") ||
    { cat "$work/messages" >&2; exit 1; }

mkdir "$stage/DEBIAN"
cat > "$stage/DEBIAN/control" <<END
Package: pdfco
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $MAINTAINER
Installed-Size: $(du -k --apparent-size --summarize "$stage/usr" | cut -f 1)
Depends: ${depends#shlibs:Depends=}
Recommends: mupdf-tools
Suggests: fonts-noto-core, fonts-noto-cjk
Homepage: $HOMEPAGE
Section: text
Priority: optional
Description: annotate PDF documents from the command line
 pdfco adds highlights, notes, stamps, shapes and other annotations to PDF
 documents. Each change is appended as an incremental update, so that the
 original bytes stay and signatures stay valid. Saves are atomic and durable,
 processes take turns, and unsaved changes survive a crash.
 .
 The option --find and the pictures in reports need mupdf-tools. Text beyond
 Latin 1 needs a font that has its letters.
END
(cd "$stage" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$stage/DEBIAN/md5sums"
find "$stage" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --threads-max=1 --build "$stage" "$out" >/dev/null
