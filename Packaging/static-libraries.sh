#!/bin/bash
# static-libraries.sh: prints the installed packages that the static programs carry.
set -euo pipefail
cd "$(dirname "$0")"
awk '$2 == "static" { print $1 }' libraries.txt |
    xargs --max-args=1 dpkg-query --show --showformat '${db:Status-Abbrev}${Package}\n' | sed -n 's/^ii *//p'
