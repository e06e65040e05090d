#!/usr/bin/env bash
# Battles over a bad network: a network namespace of its own whose loopback delays, splits, reorders and drops, and goes dark
# for some seconds in between. Two automatic players fight, the battle ends, and its record verifies.
#   tests/netem/run.sh [BUILD]
# The last line is `N passed, N failed`. Where namespaces or netem are not allowed it says so and counts nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build}")

skip() {
    echo "tests/netem: skipped: $1"
    echo "0 passed, 0 failed"
    exit 0
}

if [[ ${MUSTER_NETEM:-} != inside ]]; then
    for program in unshare ip tc curl; do
        [[ -n $(PATH=$PATH:/usr/sbin:/sbin command -v "$program") ]] || skip "there is no $program"
    done
    for program in server/musterd clients/cli/muster; do
        [[ -x $build/$program ]] || { echo "tests/netem: there is no $build/$program: build first"; echo "0 passed, 1 failed"; exit 1; }
    done
    own=(unshare --net)
    [[ $(id -u) -eq 0 ]] || own=(unshare --net --user --map-root-user)
    "${own[@]}" true 2>/dev/null || skip "network namespaces are not allowed here"
    MUSTER_NETEM=inside exec "${own[@]}" "$0" "$build"
fi

PATH=$PATH:/usr/sbin:/sbin
good='delay 100ms 20ms reorder 25% 50% loss 5%' # 200 ms there and back
ip link set lo up mtu 576
ip link set lo gso_max_segs 1 2>/dev/null || true
# shellcheck disable=SC2086
tc qdisc add dev lo root netem $good 2>/dev/null || skip "the kernel has no netem"

work=$(mktemp -d)
server=
finish() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
export MUSTER_HOME=$work/seats
passed=0
failed=0

exec {told}< <(exec "$build/server/musterd" --listen 127.0.0.1:0 --data "$work/data" 2>"$work/log")
server=$!
read -r address <&"$told" || { cat "$work/log"; echo "0 passed, 1 failed"; exit 1; }
url=${address#Muster listens on }

# begun BATTLE: returns when some of its decisions have been made, or none could be for long.
begun() {
    local head
    for _ in $(seq 100); do
        head=$(curl -sf --max-time 10 "$url/api/v1/battles/$1" | grep -o '"head":[0-9]*' | cut -d: -f2) || head=0
        [[ $head -lt 10 ]] || return 0
    done
}

# fight NAME RULESET DARK_SECONDS: a battle that must end and verify.
fight() {
    local why="" links battle
    "$build/clients/cli/muster" create --server "$url" --example "$2" --json >"$work/created" 2>"$work/error" || why="was not created: $(cat "$work/error")"
    mapfile -t links < <(grep -o '"link":"[^"]*"' "$work/created" | cut -d'"' -f4)
    if [[ -z $why ]]; then
        battle=${links[0]##*/} battle=${battle%%#*}
        local players=()
        for i in 0 1; do
            timeout 180 "$build/clients/cli/muster" play "${links[i]}" --auto best --quiet >"$work/player$i" 2>&1 </dev/null &
            players+=($!)
        done
        if [[ $3 -gt 0 ]]; then
            begun "$battle" # and then, in the middle of the battle, the line is dead
            tc qdisc change dev lo root netem loss 100%
            sleep "$3"
            # shellcheck disable=SC2086
            tc qdisc change dev lo root netem $good
        fi
        for i in 0 1; do wait "${players[i]}" || why="player $i failed: $(tail -3 "$work/player$i")"; done
    fi
    if [[ -z $why ]]; then
        curl -sf --max-time 60 "$url/api/v1/battles/$battle/record" >"$work/record" || why="has no record"
        [[ -n $why ]] || "$build/clients/cli/muster" verify "$work/record" >"$work/verdict" 2>&1 || why="does not verify: $(cat "$work/verdict")"
    fi
    if [[ -z $why ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    echo "$1: ${why:-ended and verified}"
}

fight "delay, loss, reordering" advanced-combat 0
fight "the same in many small pieces" simple-combat 0
fight "a line that is dead for 10 s" phased-combat 10

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
