#!/usr/bin/env bash
# Proves the Dockerfile where there is no Docker: runs the lines of its stages in a fresh Debian (debootstrap, as root) and starts
# the last stage with nothing else around it, read-only, as its own user. Prints what the last stage's files weigh.
#   deploy/image/check.sh [FOLDER]    FOLDER: where the roots are made, default a temporary one; a Debian that is there already is used again
# What of a Dockerfile it understands: FROM, WORKDIR, COPY, RUN, ENV, USER, VOLUME, EXPOSE, HEALTHCHECK and ENTRYPOINT as they are used here.
set -euo pipefail
cd "$(dirname "$0")/../.."
size_max=$((60 * 1000 * 1000))
place=${1:-$(mktemp -d)}
mkdir -p "$place"
place=$(realpath "$place")
build=$place/build image=$place/image
server=""

say() { echo "deploy/image/check.sh: $*"; }
fail() { say "$*" >&2; exit 1; }
finish() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    for mounted in "$build/proc" "$build/dev" "$image/data" "$image"; do
        if mountpoint -q "$mounted"; then umount "$mounted"; fi
    done
}
trap finish EXIT
[[ $EUID -eq 0 ]] || fail "run this as root: it makes file systems and users"

root=$build # of the stage that is being made
folder=/
environment=()
copy() { # COPY [--from=build] [--chown=U:G] FROM... TO
    local from=. owner=""
    while [[ $1 == --* ]]; do
        case "$1" in
        --from=build) from=$build ;;
        --chown=*) owner=${1#--chown=} ;;
        *) fail "COPY $1 is not understood" ;;
        esac
        shift
    done
    local sources=("${@:1:$#-1}") to=${!#}
    [[ $to == /* ]] || to=$folder/$to
    if [[ $from == . && ${#sources[@]} -eq 1 && ! -d ${sources[0]} && $to != */ ]]; then
        mkdir -p "$root$(dirname "$to")"
        cp "${sources[0]}" "$root$to"
        return
    fi
    mkdir -p "$root$to"
    if [[ ${sources[*]} == . ]]; then
        git ls-files -z --cached --others --exclude-standard -- . ':!tests' ':!*.md' | tar -c --null -T - | tar -x -C "$root$to"
    elif [[ $from == . && ! -d ${sources[0]} ]]; then
        cp "${sources[@]}" "$root$to"
    else
        cp -a "$from${sources[0]}/." "$root$to/"
    fi
    [[ -z $owner ]] || chown -R "$owner" "$root$to"
}
run() { # RUN COMMAND, in the stage's folder
    say "RUN $*"
    chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root /bin/sh -c "cd $folder && $*"
}
begin_stage() {
    case "$1" in
    debian:12-slim)
        if [[ ! -d $build/usr ]]; then
            say "making a Debian 12"
            debootstrap --variant=minbase bookworm "$build" http://deb.debian.org/debian >"$place/debootstrap.log"
        fi
        cp /etc/resolv.conf "$build/etc/resolv.conf"
        mount -t proc proc "$build/proc"
        mount --bind /dev "$build/dev"
        root=$build
        ;;
    scratch)
        rm -rf "$image"
        mkdir "$image"
        root=$image
        ;;
    *) fail "FROM $1 is not understood" ;;
    esac
    folder=/
}

# One instruction a line, continued lines joined.
entrypoint="" health="" user=""
while read -r word rest; do
    case "$word" in
    "" | \#* | VOLUME | EXPOSE) ;;
    FROM) begin_stage "${rest%% *}" ;;
    WORKDIR) folder=$rest && mkdir -p "$root$folder" ;;
    COPY) read -ra words <<<"$rest" && copy "${words[@]}" ;;
    RUN) run "$rest" ;;
    ENV) read -ra environment <<<"$rest" ;;
    USER) user=$rest ;;
    HEALTHCHECK) health=$(sed -E 's/.* CMD \[(.*)\]/\1/; s/[",]//g' <<<"$rest") ;;
    ENTRYPOINT) entrypoint=$(sed -E 's/^\[(.*)\]/\1/; s/[",]//g' <<<"$rest") ;;
    *) fail "$word is not understood" ;;
    esac
done < <(sed -e ':a' -e '/\\$/N; s/\\\n//; ta' Dockerfile)

size=$(du --bytes --summarize "$image" | cut -f1)
say "the last stage's files: $size bytes"
(cd "$image" && find . -type f -printf '%s %p\n' | sort -rn)
[[ $size -lt $size_max ]] || fail "that is more than $size_max"

# The container as compose.yaml runs it: a read-only root, one writable folder, no rights.
mount --bind "$image" "$image"
mount -o remount,bind,ro "$image"
mount -t tmpfs -o "uid=${user%:*},gid=${user#*:}" tmpfs "$image/data"
inside() { chroot --userspec="$user" "$image" "$@"; }
read -ra start <<<"$entrypoint"
read -ra check <<<"$health"
export "${environment[@]}"
chroot --userspec="$user" "$image" "${start[@]}" >"$place/out" 2>"$place/err" & # not by the function: that would be a shell of its own, and its signals
server=$!
for _ in $(seq 100); do
    [[ ! -s $place/out ]] || break
    kill -0 "$server" 2>/dev/null || fail "it did not start: $(cat "$place/err")"
    sleep 0.1
done
inside "${check[@]}" || fail "the health check fails"
inside /usr/local/bin/muster create --server "http://127.0.0.1:${MUSTER_LISTEN##*:}" --example advanced-combat >"$place/created" || fail "no battle can be made"
[[ -s $image/data/muster.db ]] || fail "the battle is not in the volume"
kill -TERM "$server"
wait "$server" || fail "SIGTERM did not end it well"
server=""
say "it starts read-only as $user, is healthy, makes a battle and ends on SIGTERM"
