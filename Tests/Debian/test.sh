#!/usr/bin/env bash
# test.sh SUITE [COMMAND …]: tries the two commands of README.md in a fresh Debian of a release (bookworm, trixie), from `git clone`
# on, then `make test-all`; or other commands there. The Debian is made by debootstrap once and copied for each run. It has this
# machine's Swift toolchain, sources of packages, certificates and settings of Git and pip. Needs root.
set -euo pipefail
cd "$(dirname "$0")/../.."
suite=${1:?usage: test.sh SUITE [COMMAND …]}
shift
(($#)) || set -- 'make demo' 'make test' 'make test-all'
[ "$(id -u)" = 0 ] || { echo 'test-debian needs root: it makes a Debian of its own' >&2; exit 1; }

toolchain=$(dirname "$(dirname "$(dirname "$(realpath "$(command -v swift)")")")")
bound=("$toolchain")
# Where Git reads repositories, and pip packages, from directories of this machine.
while IFS= read -r directory; do bound+=("${directory%/}"); done < <(
    git config --get-regexp 'url\..*\.insteadof' | sed -n 's|^url\.\(/.*\)\.insteadof .*|\1|p' | sort -u
    tr ' ' '\n' <<< "${PIP_FIND_LINKS:-}" | grep '^/'
)
if [ -n "${PDFCO_CORPUS:-}" ]; then
    corpus=$(realpath "$PDFCO_CORPUS")
    bound+=("$corpus")
    # Tests read files of other formats beside it.
    [ ! -d "${corpus%/*}/formats" ] || bound+=("${corpus%/*}/formats")
fi

base=.build/debian-$suite
mkdir -p .build
work=$(mktemp --directory --tmpdir="$PWD/.build" "debian-$suite.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
[ -e "$base/complete" ] || {
    rm -rf "$base" && mkdir -p "$base"
    here=$(. /etc/os-release && echo "$VERSION_CODENAME")
    sources=$(grep --files-with-matches --recursive "^Suites:.*\b$here\b" /etc/apt/sources.list.d | head -n 1)
    # git and make, and what swift.org lists for its toolchain.
    packages=git,make,ca-certificates,binutils,libc6-dev,libcurl4-openssl-dev,libedit2,libsqlite3-0,libxml2-dev,libncurses-dev
    packages+=,libz3-dev,pkg-config,tzdata,zlib1g-dev,python3,g++
    debootstrap --variant=minbase --include=$packages "$suite" "$base/root" \
        "$(awk '/^URIs:/ { print $2; exit }' "$sources")" > "$base/log" || { tail "$base/log"; exit 1; }
    sed "s/\b$here\b/$suite/g" "$sources" > "$base/root/etc/apt/sources.list.d/debian.sources"
    rm -f "$base/root/etc/apt/sources.list"
    cp --archive /etc/apt/apt.conf.d/*proxy* /etc/apt/apt.conf.d/99* "$base/root/etc/apt/apt.conf.d" 2> /dev/null || :
    cp --archive --no-target-directory /etc/ssl/certs "$base/root/etc/ssl/certs"
    for settings in /etc/gitconfig /etc/pip.conf ~/.gitconfig; do
        [ ! -e "$settings" ] || install -D --mode=644 "$settings" "$base/root$settings"
    done
    touch "$base/complete"
}
cp --archive --reflink=auto "$base/root" "$work/root"
git clone --quiet . "$work/root/root/pdfco"
for directory in "${bound[@]}"; do mkdir -p "$work/root$directory"; done
mapfile -t settings < <(env | grep --extended-regexp '^(PDFCO_CORPUS|PIP_|SSL_CERT|REQUESTS_CA|CURL_CA|GIT_SSL|https?_proxy|no_proxy)')

# The mounts end with the processes.
# shellcheck disable=SC2016
inside='
set -euo pipefail
root=$1 count=$2
shift 2
# A mount point of its own, as the root of a Debian is: unshare(1) changes how it propagates.
mount --bind "$root" "$root"
for directory in "${@:1:count}" /dev; do mount --rbind "$directory" "$root$directory"; done
mount -t proc proc "$root/proc"
shift "$count"
exec chroot "$root" "$@"'
run() {
    unshare --mount --pid --fork --kill-child --propagation private bash -c "$inside" - "$work/root" "${#bound[@]}" "${bound[@]}" \
        env --ignore-environment HOME=/root LANG=C.UTF-8 "PATH=$toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
        DEBIAN_FRONTEND=noninteractive "${settings[@]}" bash -c "cd /root/pdfco && $1"
}
echo "== $(. "$work/root/etc/os-release" && echo "$PRETTY_NAME")"
for command in "$@"; do
    begin=$SECONDS
    run "$command" || { code=$?; echo "$command failed in Debian $suite after $((SECONDS - begin)) s"; exit "$code"; }
    echo "$command: $((SECONDS - begin)) s in Debian $suite"
done
