#!/bin/bash
# copyright.sh static|shared: prints the licence of pdfco and the notices of everything that its programs carry, which are the
# libraries of Debian, or those of Swift alone.
set -euo pipefail
cd "$(dirname "$0")/.."
link=$1

section() { printf '\n\n%s\n%s\n\n' "$1" "${1//?/=}"; }

cat <<'END'
pdfco annotates PDF documents. Its source is where this package comes from; `make deb` in it builds this package.

Copyright 2026 the pdfco contributors

pdfco is licensed under the Apache License, Version 2.0. On Debian systems, the full text is in
/usr/share/common-licenses/Apache-2.0; elsewhere it is in the file LICENSE.

The widths of Helvetica, Symbol and ZapfDingbats come from Adobe's Core 14 font metrics:
Copyright (c) 1985-1997 Adobe Systems Incorporated. All Rights Reserved.
END
[ "$link" = shared ] || cat <<'END'

The program pdfco carries the libraries below, and pdfco-text those of Swift. Some are under the LGPL, version 2.1 or 3. To
use other versions of them, install those and run `make release` in the source of pdfco, or `make shared` to link the
system's shared libraries.
END

section 'Swift: runtime, standard library, swift-argument-parser, swift-system'
echo 'Copyright (c) Apple Inc. and the Swift project authors'
echo 'Licensed under the Apache License, Version 2.0 (see above), with this exception:'
echo
sed -n '/^## Runtime Library Exception/,$p' .build/checkouts/swift-argument-parser/LICENSE.txt

[ "$link" = static ] || exit 0
for name in $(Packaging/static-libraries.sh); do
    section "$name $(dpkg-query --show --showformat '${Version}' "$name"), from Debian"
    cat "/usr/share/doc/$name/copyright"
done
