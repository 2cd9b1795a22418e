#!/bin/bash
# current.sh: fails where a library that the static programs carry is older than the distribution's, as its lists of packages say;
# as root, it fetches those first.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
[ "$(id -u)" != 0 ] || apt-get update -qq

behind=()
for name in $(Packaging/static-libraries.sh); do
    read -r installed candidate < <(apt-cache policy "$name" | awk '/^  (Installed|Candidate):/ { printf "%s ", $2 } END { print "" }')
    [ "$installed" != "$candidate" ] || continue
    echo "$name is $installed, and the distribution has $candidate" >&2
    behind+=("$name")
done
[ ${#behind[@]} = 0 ] || { echo "Nothing is packed: apt-get install --only-upgrade ${behind[*]}" >&2; exit 1; }
