#!/bin/bash
# same.sh: builds the last commit anew in another directory, and compares its programs with those of this one, which `make release`
# has made. Takes as long as the first `make release`.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
[ -z "$(git status --porcelain -- Sources Package.swift Packaging Makefile)" ] || { echo 'commit the changes first' >&2; exit 1; }
other=$(mktemp -d)/a/directory/with/a/longer/path
trap 'rm -rf --one-file-system "${other%/a/directory/*}"' EXIT
git clone --quiet . "$other"
cp Package.resolved "$other/" 2>/dev/null || true
mkdir "$other/.build"
# What the package manager has fetched already.
for name in checkouts repositories artifacts workspace-state.json; do cp -a ".build/$name" "$other/.build/"; done
make --no-print-directory --directory="$other" release > "$other.log" 2>&1 || { tail "$other.log"; exit 1; }
for program in pdfco pdfco-text; do
    sha256sum "$here/.build/release/$program" "$other/.build/release/$program"
    cmp "$here/.build/release/$program" "$other/.build/release/$program"
done
echo 'The programs are the same.'
