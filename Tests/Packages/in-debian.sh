#!/bin/bash
# in-debian.sh VERSION: in a fresh Debian, installs /first.deb, uses it as a user would, upgrades to /next.deb and purges it.
set -euo pipefail
version=$1
fail() { echo "failed: $*" >&2; exit 1; }
user() { setpriv --reuid=1000 --regid=1000 --clear-groups env --chdir=/home/reader HOME=/home/reader "$@"; }
apt() { apt-get --quiet --quiet --assume-yes --option Dpkg::Use-Pty=0 "$@" > /tmp/log 2>&1 || { cat /tmp/log; exit 1; }; }
# What lists, caches and logs of apt, dpkg, ldconfig and man-db hold is theirs.
files() {
    find / -xdev -not -path '/proc/*' -not -path '/var/cache/*' -not -path '/var/lib/apt/*' -not -path '/var/lib/dpkg/*' \
        -not -path '/var/log/*' -not -path '/tmp/*' -not -path '/home/*' -not -path '/dev/*' | LC_ALL=C sort
}

[ -e /dev/null ] || mknod -m 666 /dev/null c 1 3
install -d -o 1000 -g 1000 /home/reader
install -o 1000 -g 1000 -m 644 /report.pdf /home/reader/report.pdf
apt update
files > /tmp/before
apt install /first.deb
[ "$(dpkg-query --show --showformat='${Version}' pdfco)" = "$version" ]
dpkg --verify pdfco

echo 'commands'
[ "$(user pdfco --version)" = "${version%-*}" ]
user pdfco annotate highlight report.pdf --find 'nest boxes' --save
user pdfco annotate free-text report.pdf --at top-right --size 200x40 --contents 'Готово' --save
user pdfco open report.pdf --annotations | grep 'Готово' > /dev/null

echo 'man pages'
for page in $(dpkg --listfiles pdfco | sed -n 's|^/usr/share/man/man[15]/||p'); do
    name=${page%.gz}
    user man --pager=cat "${name##*.}" "${name%.*}" > /tmp/page 2> /tmp/log || { cat /tmp/log; fail "man $name"; }
    [ "$(wc -l < /tmp/page)" -gt 10 ] || fail "man $name"
done
user man --pager=cat pdfco | grep 'pdfco-annotate' > /dev/null

echo 'completions'
bash -c '. /usr/share/bash-completion/bash_completion
    _completion_loader pdfco || true
    COMP_WORDS=(pdfco anno) COMP_CWORD=1 COMP_LINE="pdfco anno" COMP_POINT=10
    function=$(complete -p pdfco | sed "s/.*-F \([^ ]*\).*/\1/")
    "$function" pdfco anno pdfco 2>/dev/null
    [[ " ${COMPREPLY[*]} " == *annotate* ]]' || fail 'bash does not complete pdfco'
user fish --command 'complete --do-complete "pdfco anno"' | grep '^annotate' > /dev/null || fail 'fish does not complete pdfco'
zsh -fc 'autoload -U compinit && compinit -u -D && [[ $_comps[pdfco] = _pdfco ]] && autoload +X _pdfco' ||
    fail 'zsh does not complete pdfco'

echo 'the unit is there, and disabled'
[ -e /usr/lib/systemd/user/pdfco-watch.service ]
[ -z "$(find /etc/systemd /var/lib/systemd -name '*pdfco*' 2>/dev/null)" ]

echo 'upgrade'
apt install /next.deb
[ "$(dpkg-query --show --showformat='${Version}' pdfco)" = "${version%-*}-2" ]
dpkg --verify pdfco
user pdfco open report.pdf --annotations | grep 'Готово' > /dev/null

echo 'purge'
# What pdfco brought goes, also where libc6 recommends it.
apt purge --autoremove --option APT::AutoRemove::RecommendsImportant=false --option APT::AutoRemove::SuggestsImportant=false pdfco
files > /tmp/after
diff /tmp/before /tmp/after || fail 'the package left something'
if dpkg-query --show pdfco 2>/dev/null; then fail 'dpkg still knows the package'; fi
if find /var/lib/dpkg -name '*pdfco*' | grep .; then fail 'dpkg still has files of the package'; fi
