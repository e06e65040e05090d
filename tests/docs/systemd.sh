#!/usr/bin/env bash
# Boots a fresh Debian with systemd in namespaces of its own and runs the package there as OPERATOR.md says: `tests/docs/systemd.sh PACKAGE.deb [FOLDER]`.
# FOLDER: a Debian that debootstrap has made with what is in `packages` below, which is used as it is; otherwise one is made. Takes root, a mirror, a mounted
# cgroup2 and minutes. It goes on after a fault, and says all of them.
set -euo pipefail
package=$(realpath "$1")
root=$(realpath "${2:-$(mktemp -d)}")
chmod 755 "$root"
work=$(mktemp -d)
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,procps,curl,openssl,ca-certificates,rsync,logrotate
group=$(findmnt -rnt cgroup2 -o TARGET | head -1)/muster-$$
clean_up() {
    if [[ -n "${machine:-}" ]]; then
        kill -KILL "$machine" 2>/dev/null || true
        wait "$machine" 2>/dev/null || true
    fi
    for _ in $(seq 50); do
        [[ ! -d "$group" ]] || find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.1
    done
    rm -rf "$work"
    [[ -n "${2:-}" ]] || rm -rf --one-file-system "$root"
}
trap 'clean_up "$@"' EXIT
clean="env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root MUSTER_CONFIG=/etc/muster.toml"
fail() { echo "systemd: $*" >&2; exit 1; }
faults=0
fault() { echo "FAULT: $*" >&2; faults=$((faults + 1)); }

[[ -n "${2:-}" ]] || debootstrap --variant=minbase --include=$packages bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >"$root.log"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
printf '127.0.0.1 localhost\n::1 localhost\n127.0.0.1 play.example.org\n' >"$root/etc/hosts"
cp "$package" "$root/root/muster.deb"
dpkg-deb -R "$package" "$work/later"
sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control"
dpkg-deb --root-owner-group --build "$work/later" "$root/root/later.deb" >/dev/null
# The machine that boots has no network but its own: what the package needs is fetched from here.
chroot "$root" $clean apt-get -qq update
chroot "$root" $clean apt-get -qq install -y --no-install-recommends --download-only /root/muster.deb

# What a manager of containers does before init: see systemd's CONTAINER_INTERFACE. Without rshared mounts, credentials never reach a service.
cat >"$work/boot.sh" <<'END'
set -euo pipefail
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc -o nosuid,nodev,noexec proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o nosuid,nodev,noexec,ro sysfs sys
mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755,nosuid tmpfs dev
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "dev/${node%:*}" c 1 "${node#*:}"; done
mknod -m 666 dev/tty c 5 0
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5,nosuid,noexec devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for each in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${each%:*}" "dev/${each#*:}"; done
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs dev/shm
mount -t tmpfs -o mode=755,nosuid,nodev tmpfs run
pivot_root . .
umount -l .
mount --make-rshared /
cd /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 /lib/systemd/systemd --system
END
boot() {
    mkdir -p "$group"
    bash -c 'echo $$ >"$1/cgroup.procs"; exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup bash "$2" "$3"' - "$group" "$work/boot.sh" "$root" >"$work/console" 2>&1 </dev/null &
    machine=$!
    for _ in $(seq 300); do
        kill -0 "$machine" 2>/dev/null || fail "it does not boot: $(cat "$work/console")"
        init=$(cat "/proc/$machine/task/$machine/children" 2>/dev/null | tr -d ' ') || true
        if [[ -n "$init" && "$(cat "/proc/$init/comm" 2>/dev/null)" == systemd ]] && inside systemctl is-system-running >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    fail "it does not come up: $(inside systemctl --failed --no-pager 2>&1)"
}
inside() { nsenter -t "$init" -m -u -i -n -p -r -w $clean "$@"; }
of() { inside systemctl show -P "$1" "${2:-musterd}"; }
log() { inside journalctl -u musterd -o cat --no-pager "$@"; }
ready() { # after which nothing has to be waited for any more
    for _ in $(seq 100); do
        if inside musterd health >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    fail "the server does not become ready $*: $(inside systemctl status musterd --no-pager 2>&1)"
}
restart() { inside systemctl reset-failed musterd 2>/dev/null || true; inside systemctl restart musterd; ready "$@"; }
until_true() { for _ in $(seq 100); do if "$@" >/dev/null 2>&1; then return; fi; sleep 0.1; done; return 1; }
battles() { inside muster list --server "${url:-http://127.0.0.1:8080}"; }
logged() { log | grep -cF "$1" >/dev/null; } # all of it read: with -q, what writes would be ended by it

boot
echo "booted: $(inside systemctl --version | head -1)"
inside apt-get -qq install -y --no-install-recommends /root/muster.deb >/dev/null 2>"$work/apt" || fail "it cannot be installed: $(cat "$work/apt")"
ready "after installing"
[[ "$(inside systemctl is-enabled musterd)" == enabled ]] || fail "the service is not enabled"
for unit in musterd.service muster-backup.service muster-backup.timer; do said=$(inside systemd-analyze verify "$unit" 2>&1) && [[ -z "$said" ]] || fault "$unit: $said"; done
server=$(of MainPID)
inside grep -qE '^CapEff:\s0+$' "/proc/$server/status" && inside grep -qE '^Seccomp:\s2$' "/proc/$server/status" || fault "the server has capabilities or no filter for system calls"
[[ "$(inside stat -c '%U %a' /var/lib/private/muster)" != root* && "$(inside stat -c %a /var/lib/private/muster/muster.db)" == 600 ]] || fault "the store's folder is root's, or others can read it"
echo "installed: runs as user $(inside stat -c %u "/proc/$server"), $(inside systemd-analyze security musterd --no-pager | sed -n 's/.*Overall //p')"

inside muster create --example advanced-combat --bot attacker=best --bot defender=best >/dev/null
inside muster create --example advanced-combat --bot defender=best >"$work/battle"
battle=$(sed -n 's/^Battle //p' "$work/battle")
inside systemctl reload musterd
until_true logged "the settings were read again" || fault "nothing was reloaded"
[[ "$(of MainPID)" == "$server" ]] || fault "reloading ended the server"
inside cp /etc/muster.toml /root/good.toml
echo 'log-level = "loud"' >>"$root/etc/muster.toml"
inside systemctl reload musterd
until_true logged "those in effect stay" || fault "a wrong setting was not told on reload"
[[ "$(of MainPID)" == "$server" ]] || fault "reloading wrong settings ended the server"
if inside systemctl restart musterd 2>/dev/null; then fault "systemctl restart with wrong settings says that all is well"; fi
sleep 2.5
[[ "$(of ActiveState) $(of ExecMainStatus) $(of NRestarts)" == "failed 2 0" ]] || fault "wrong settings: $(of ActiveState), code $(of ExecMainStatus), restarted $(of NRestarts) times"
inside cp /root/good.toml /etc/muster.toml
inside systemctl reset-failed musterd
inside systemctl restart musterd
inside musterd health >/dev/null 2>&1 || fault "systemctl restart returns before the server answers, and OPERATOR.md asks it at once"
ready "with the settings that came"
ends() { log | grep -c "Scheduled restart job" || true; }
before=$(ends)
inside sh -c 'for _ in 1 2 3; do systemctl reset-failed musterd; systemctl restart musterd && systemctl reload musterd || exit; sleep 2; done' 2>/dev/null || fault "reload right after restart fails"
ready "after being reloaded at once"
[[ "$(ends)" == "$before" ]] || fault "SIGHUP ended a server that was starting, $(($(ends) - before)) times of 3"
echo "reloads, and refuses wrong settings"

echo 'log-format = "json"' >>"$root/etc/muster.toml"
restart "with JSON"
text=$(log "_PID=$(of MainPID)" | grep -v '^{.*}$') || true
[[ -z "$text" ]] || fault "log-format = \"json\", and in the journal stands: $text"
inside cp /root/good.toml /etc/muster.toml
restart
inside kill -KILL "$(of MainPID)"
sleep 1
ready "after kill -9"
battles | grep -c "$battle" >/dev/null || fail "the battle is gone after kill -9"
inside systemctl stop musterd
inside systemctl reset-failed musterd 2>/dev/null || true
inside systemd-run -q --unit=squatter musterd --listen 127.0.0.1:8080 --data :memory:
until_true inside musterd health
inside timeout 15 systemctl start musterd 2>/dev/null || true
sleep 12
inside systemctl stop squatter
sleep 3
until_true inside systemctl is-active -q musterd || fault "what it needs was away for 12 s, and systemd has given it up for good ($(of ActiveState), $(of NRestarts) restarts)"
restart
inside muster watch "http://127.0.0.1:8080/b/$battle" >"$work/watch" 2>&1 &
watcher=$!
until_true grep -q joins "$work/watch"
begun=$(date +%s%3N)
inside systemctl stop musterd
took=$(($(date +%s%3N) - begun))
[[ $took -lt 5000 && "$(of Result) $(of ExecMainStatus)" == "success 0" ]] || fault "stopping took $took ms and ended with $(of Result), $(of ExecMainStatus)"
kill "$watcher" 2>/dev/null || true
inside systemctl start musterd
ready
echo "killed, it comes back with its battles; stopped, it ends in $took ms"

inside mkdir /srv/there
echo 'RSYNC=/srv/there/' >"$root/etc/default/muster-backup"
inside systemctl enable -q --now muster-backup.timer
inside systemctl start muster-backup || fail "backup: $(inside journalctl -u muster-backup -o cat --no-pager | tail -5)"
copy=$(inside find /srv/there -name 'muster-*.db')
[[ -n "$copy" ]] || fail "no backup was sent"
inside systemctl stop musterd
inside musterd restore "$copy" --replace >/dev/null || fail "it cannot be restored"
restart "with what was restored"
battles | grep "$battle" | grep -c closed >/dev/null || fault "the battle is not closed after restoring: $(battles)"
echo "backed up by the unit, restored"

echo 'log-file = "/var/log/muster/muster.log"' >>"$root/etc/muster.toml"
inside install -m 644 /usr/share/doc/muster/logrotate /etc/logrotate.d/muster
restart "with a file for its log"
inside logrotate -f /etc/logrotate.d/muster || fault "logrotate failed"
until_true inside grep -q "read again" /var/log/muster/muster.log || fault "the log file was not opened anew"
inside systemctl stop musterd
inside logrotate -f /etc/logrotate.d/muster 2>/dev/null || fault "logrotate fails while the server is stopped"
inside cp /root/good.toml /etc/muster.toml
restart
echo "its log file was rotated"

live=/etc/letsencrypt/live/play.example.org
certificate() { inside openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=play.example.org -addext subjectAltName=DNS:play.example.org -keyout $live/privkey.pem -out $live/fullchain.pem 2>/dev/null; }
print() { openssl x509 -noout -fingerprint -sha256; }
shown() { inside openssl s_client -connect play.example.org:443 </dev/null 2>/dev/null | print; }
is() { print <"$root$live/fullchain.pem"; }
hook() { inside env RENEWED_LINEAGE="$1" RENEWED_DOMAINS="${1##*/}" /etc/letsencrypt/renewal-hooks/deploy/musterd; }
inside mkdir -p -m 700 /etc/letsencrypt $live
certificate
# OPERATOR.md's lines, from where the package has the files
inside sh -c 'cd /usr/share/doc/muster && install -m 644 -D tls.conf /etc/systemd/system/musterd.service.d/tls.conf &&
    sed -i s/muster.example.org/play.example.org/ /etc/systemd/system/musterd.service.d/tls.conf &&
    sed -i -e "s/^listen/# listen/" -e "s/^# \(listen = .*:443\|tls-\)/\1/" /etc/muster.toml &&
    install -D certbot/musterd /etc/letsencrypt/renewal-hooks/deploy/musterd && systemctl daemon-reload && systemctl restart musterd'
ready "with TLS"
inside curl -sf --cacert $live/fullchain.pem https://play.example.org/readyz >/dev/null || fail "https does not answer"
[[ "$(shown)" == "$(is)" ]] || fail "another certificate is shown"
server=$(of MainPID)
certificate
inside systemctl reload musterd
hook /etc/letsencrypt/live/other.example.org
[[ "$(of MainPID)" == "$server" ]] || fault "another name's certificate restarted the server"
hook $live
ready "after the hook"
[[ "$(shown)" == "$(is)" ]] || fault "the renewed certificate is not shown"
inside rm -r /etc/systemd/system/musterd.service.d
inside cp /root/good.toml /etc/muster.toml
inside systemctl daemon-reload
restart
echo "TLS on port 443 with keys that only root reads, renewed by certbot's hook"

inside useradd -m ada
inside systemctl start "user@$(inside id -u ada)"
ada() { inside runuser -u ada -- env "XDG_RUNTIME_DIR=/run/user/$(inside id -u ada)" HOME=/home/ada MUSTER_SERVER=http://127.0.0.1:8080 "$@"; }
said=$(ada systemd-analyze --user verify muster-agent.service 2>&1) && [[ -z "$said" ]] || fault "muster-agent: $said"
ada systemctl --user enable -q --now muster-agent
ada muster create --example advanced-combat --dice shared >"$work/shared"
shared=$(sed -n 's/^Battle //p' "$work/shared")
echo '[{"for":"*","play":"default"}]' >"$root/home/ada/orders.json"
for seat in attacker defender; do
    ada muster join "$(awk -v seat=$seat '$1 == seat { print $2 }' "$work/shared")" --name Ada >/dev/null || fail "the seat cannot be taken"
    ada muster orders "$shared" /home/ada/orders.json --seat $seat --now >/dev/null || fault "no orders could be left"
done
gave() { ada journalctl --user -u muster-agent -o cat --no-pager | grep -c 'gives its share' >/dev/null; }
until_true gave || fault "the agent gives no share: $(ada journalctl --user -u muster-agent -o cat --no-pager | tail -3)"
ada systemctl --user stop muster-agent
[[ "$(ada systemctl --user show -P Result muster-agent)" == success ]] || fault "the agent does not end well"
echo "the agent gives shares, and ends when told"

inside systemctl poweroff
wait "$machine" || true
boot
ready "after the machine was booted again"
battles | grep -c "$battle" >/dev/null || fail "the battle is gone after booting"
server=$(of MainPID)
inside apt-get -qq install -y /root/later.deb >/dev/null 2>&1
ready "after the upgrade"
[[ "$(of MainPID)" != "$server" ]] || fault "the upgrade did not restart the server"
inside apt-get -qq remove -y muster >/dev/null 2>&1
! inside systemctl is-active -q musterd || fault "removed, and it runs"
inside apt-get -qq install -y /root/later.deb >/dev/null 2>&1
ready "installed again"
battles | grep -c "$battle" >/dev/null || fail "the battle is gone after installing again"
inside systemctl is-active -q muster-backup.timer || fault "removed and installed again, the nightly backup is $(inside systemctl is-enabled muster-backup.timer), and does not run until the next boot"
inside apt-get -qq purge -y muster >/dev/null 2>&1
left=$(inside find /etc/systemd /usr/lib/systemd -iname '*muster*')
[[ -z "$left" ]] || fault "purged, and left behind: $left"
inside systemctl daemon-reload
inside test -e /var/lib/private/muster/muster.db || fail "purging has deleted the battles"
[[ -z "$(inside systemctl --failed --plain --no-legend --no-pager)" ]] || fault "failed: $(inside systemctl --failed --plain --no-legend --no-pager)"
inside systemctl poweroff
wait "$machine" || true
machine=
[[ $faults == 0 ]] || fail "$faults faults"
echo "upgraded, removed, installed again and purged: the battles are there"
