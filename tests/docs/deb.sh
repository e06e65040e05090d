#!/usr/bin/env bash
# Installs, starts, upgrades, removes and purges the package in a fresh Debian: `tests/docs/deb.sh PACKAGE.deb [FOLDER]`. FOLDER: a Debian that
# debootstrap has made, which is used as it is; otherwise one is made, which takes root, a mirror and minutes.
set -euo pipefail
package=$(realpath "$1")
root=${2:-$(mktemp -d)}
chmod 755 "$root" # the server, who is not root, starts from there
work=$(mktemp -d)
clean_up() {
    [[ -z "${server:-}" ]] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
    [[ -n "${2:-}" ]] || rm -rf --one-file-system "$root"
}
trap 'clean_up "$@"' EXIT
[[ -n "${2:-}" ]] || debootstrap --variant=minbase bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >"$root.log"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
fail() { echo "deb: $*" >&2; exit 1; }
has() { inside test -e "$1" || fail "there is no $1 $2"; }
has_not() { ! inside test -e "$1" || fail "there is still $1 $2"; }
before=$(inside find /etc /usr /var/lib/systemd -newermt "$(date -d @0 +%F)" -path '*must*' | sort)
[[ -z "$before" ]] || fail "it is not fresh: $before"

# The same with a later version.
later="$work/later.deb"
dpkg-deb -R "$package" "$work/later"
sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control"
dpkg-deb --root-owner-group --build "$work/later" "$later" >/dev/null

cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # there is no init in there
chmod +x "$root/usr/sbin/policy-rc.d"
cp "$package" "$root/tmp/muster.deb"
cp "$later" "$root/tmp/later.deb"
inside apt-get -qq update
inside apt-get -qq install -y --no-install-recommends /tmp/muster.deb >/dev/null
for path in /usr/bin/musterd /usr/bin/muster /etc/muster.toml /usr/lib/systemd/system/musterd.service /usr/share/man/man8/musterd.8.gz; do has "$path" "after installing"; done
inside test -L /etc/systemd/system/multi-user.target.wants/musterd.service || fail "the service is not enabled"
echo "installed: $(inside musterd --version | head -1)"

# As the unit starts it, with the settings that came.
start() {
    chroot --userspec=nobody "$root" env -i PATH=/usr/bin STATE_DIRECTORY=/var/lib/muster /usr/bin/musterd --config /etc/muster.toml --listen "127.0.0.1:$port" &
    server=$!
    for _ in $(seq 200); do
        if inside musterd health --config /etc/muster.toml --listen "127.0.0.1:$port" >/dev/null 2>&1; then return; fi
        kill -0 "$server" || fail "the server ended"
        sleep 0.05
    done
    fail "the server does not become ready"
}
port=$((20000 + RANDOM % 10000))
install -d -o nobody -m 700 "$root/var/lib/muster"
start
inside muster create --server "http://127.0.0.1:$port" --example advanced-combat --bot attacker=best --bot defender=best >/dev/null
kill "$server" && wait "$server" || fail "the server did not end well"

echo "# mine" >>"$root/etc/muster.toml"
inside apt-get -qq install -y /tmp/later.deb >/dev/null
[[ "$(inside dpkg-query -W -f '${Version}' muster)" == *+later ]] || fail "it was not upgraded"
grep -q "# mine" "$root/etc/muster.toml" || fail "the settings were overwritten"
start
inside muster list --server "http://127.0.0.1:$port" | grep -q advanced-combat || fail "the battle is gone"
kill "$server" && wait "$server" || fail "the server did not end well"
server=
echo "upgraded: the battle and the settings are there"

inside apt-get -qq remove -y muster >/dev/null
has_not /usr/bin/musterd "after removing"
has /etc/muster.toml "after removing"
inside apt-get -qq purge -y muster >/dev/null
has_not /etc/muster.toml "after purging"
has /var/lib/muster/muster.db "after purging"
rm -rf "$root/var/lib/muster"
left=$(inside find / -xdev -path /proc -prune -o -iname '*muster*' ! -path '/tmp/*' ! -path '/var/log/*' ! -path '/var/cache/*' -print)
[[ -z "$left" ]] || fail "left behind: $left"
echo "removed and purged: nothing is left but battles, until somebody deletes them"
