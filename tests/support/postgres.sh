#!/usr/bin/env bash
# A PostgreSQL of a test program's own: `postgres.sh FOLDER`, with the settings of Debian's, on a socket in FOLDER/run alone. It says "ready", and for
# each word that it reads from its input ("restart", "crash", "stop", "start") "done" when that has been. When its input ends, which it does however the
# program that holds the other end ends, the server is stopped and the folder removed.
# PostgreSQL refuses to run as root, which becomes the user `postgres` for it.
set -euo pipefail
folder=$1
trap '' INT TERM HUP # they come to the whole group of the program, whose end is awaited here
bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
as=()
mkdir -p "$folder/run"
if [[ $EUID -eq 0 ]]; then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp)
    chown -R postgres:postgres "$folder"
fi

# None of them keeps the input or the output, by which this script is known to live.
ctl() { "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -s -w "$@" </dev/null >>"$folder/run/ctl.log" 2>&1; }
start() { ctl -l "$folder/run/log" start; }
clean_up() {
    ctl -m immediate stop || true
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
start
echo ready
while read -r word; do
    case $word in
    restart) ctl -m fast stop && start ;;
    crash) ctl -m immediate stop && start ;;
    stop) ctl -m fast stop ;;
    start) start ;;
    esac
    echo done
done
