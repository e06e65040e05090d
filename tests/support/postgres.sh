#!/usr/bin/env bash
# A PostgreSQL of a test program's own: `postgres.sh FOLDER`, with the settings of Debian's, on a socket in FOLDER/run alone. It says "ready", and for
# each word that it reads from its input ("restart", "crash", "stop", "start", "freeze", "thaw") "done" when that has been. When its input ends, which it does however the
# program that holds the other end ends, the server is stopped and the folder removed.
# It says "ready small" if FOLDER/small is a place of little room, which takes the right to mount.
# With GUARDED_PORT, GUARDED_CERTIFICATE and GUARDED_KEY it listens on that port, too, with TLS, and wants a password there.
# PostgreSQL refuses to run as root, which becomes the user `postgres` for it.
set -euo pipefail
folder=$1
if [[ $# -eq 1 && $EUID -eq 0 ]] && unshare --mount true 2>/dev/null; then exec unshare --mount "$0" "$folder" mounts; fi
small=
mkdir -p "$folder/run" "$folder/small"
if [[ $# -eq 2 ]] && mount -t tmpfs -o size=30m,mode=0700 small "$folder/small" 2>/dev/null; then small=" small"; fi
trap '' INT TERM HUP # they come to the whole group of the program, whose end is awaited here
bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
as=()
if [[ $EUID -eq 0 ]]; then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp)
    chown -R postgres:postgres "$folder"
fi

# None of them keeps the input or the output, by which this script is known to live.
ctl() { "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -s -w "$@" </dev/null >>"$folder/run/ctl.log" 2>&1; }
start() { ctl -l "$folder/run/log" start; }
all() { # sends a signal to all of its processes
    local server each state fields
    server=$(head -1 "$folder/data/postmaster.pid")
    kill "-$1" "$server"
    for each in /proc/[0-9]*; do
        state=$(cat "$each/stat" 2>/dev/null) || continue
        read -ra fields <<<"${state##*) }"
        [[ ${fields[1]} != "$server" ]] || kill "-$1" "${each#/proc/}" || true
    done
}
clean_up() {
    [[ ! -e $folder/data/postmaster.pid ]] || all CONT
    ctl -m immediate stop || true
    [[ -z $small ]] || umount "$folder/small" || true
    rm -rf "$folder"
}
trap clean_up EXIT

"${as[@]}" "$bin/initdb" -D "$folder/data" -U muster -A trust -E UTF8 --locale=C.UTF-8 -N </dev/null >"$folder/run/initdb.log" 2>&1
cat >>"$folder/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$folder/run'
unix_socket_permissions = 0777
max_connections = 100
shared_buffers = 32MB
CONF
if [[ ${GUARDED_PORT:-} ]]; then
    cp "$GUARDED_CERTIFICATE" "$folder/data/server.crt"
    cp "$GUARDED_KEY" "$folder/data/server.key"
    [[ ${#as[@]} -eq 0 ]] || chown postgres:postgres "$folder"/data/server.*
    chmod 600 "$folder/data/server.key"
    printf '%s\n' "listen_addresses = '127.0.0.1'" "port = $GUARDED_PORT" "ssl = on" >>"$folder/data/postgresql.conf"
    printf '%s\n' "local all all trust" "hostssl all all 127.0.0.1/32 scram-sha-256" >"$folder/data/pg_hba.conf"
fi
start
echo "ready$small"
while read -r word; do
    case $word in
    restart) ctl -m fast stop && start ;;
    crash) ctl -m immediate stop && start ;;
    stop) ctl -m fast stop ;;
    start) start ;;
    freeze) all STOP ;;
    thaw) all CONT ;;
    esac
    echo done
done
