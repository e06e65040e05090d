# Part of run.sh: servers started and ended, load put on them, and the lines of key=value that come of it.

server=

boost=()
[ -z "${BENCH_BOOST:-}" ] || boost=(setsid bash -c 'echo "$0" >/proc/self/autogroup; exec "$@"' "$BENCH_BOOST")
on_cpus() { pin=("${boost[@]}" taskset -c "$1"); }  # sets $pin, what a command of these cpus begins with
on_cpus 0
pin_server=("${pin[@]}")
on_cpus 1
pin_load=("${pin[@]}")
if [ "$(nproc)" -lt 2 ]; then
  pin_server=("${boost[@]}") pin_load=("${boost[@]}")
  echo "ONE CORE ONLY: server and generator share it, the figures mean little"
fi

# start_server COMMAND…: sets $server (pid) and $port from the address it prints. A case is a subshell, and its server
# ends with it.
start_server() {
  local i
  trap stop_server EXIT
  : >"$work/out"  # or the address of the server before might be read
  "${pin_server[@]}" "$@" >>"$work/out" 2>"$work/err" &
  server=$!
  for ((i = 0; i < 200; i++)); do
    port=$(sed -n 's|.*https\?://127.0.0.1:\([0-9]*\).*|\1|p' "$work/out")
    [ -n "$port" ] && return 0
    sleep 0.05
  done
  echo "did not start: $*" >&2
  cat "$work/err" >&2
  exit 3
}

stop_server() {
  local i
  [ -n "$server" ] || return 0
  kill "$server" 2>/dev/null
  for ((i = 0; i < 100; i++)); do
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
  done
  if kill -9 "$server" 2>/dev/null; then echo "(the server did not end within 5 s of SIGTERM)" >&2; fi
  wait "$server" 2>/dev/null
  server=
}

preload=()  # what musterd's command begins with

start_musterd() { # DATA OPTIONS…
  local data=$1
  shift
  start_server "${preload[@]}" "$musterd" --listen 127.0.0.1:0 --data "$data" --threads "${threads:-1}" --messages-per-s 0 --log-level warn "$@"
}

# load PROGRAM OPTIONS…: one run against the server; its line of key=value, or error=…
load() {
  local program=$1 line
  shift
  line=$("${pin_load[@]}" timeout 120 "$bin/$program" --port "${port:-0}" --pid "${server:-0}" --seconds "$seconds" "$@" 2>"$work/load.err") ||
    line="error=$(tail -1 "$work/load.err" | tr ' ' '_')"
  echo "$line"
}

# measure NAME CASE…: runs the case and keeps its line; with BENCH_AGAINST the server before takes its turn.
measure() {
  local name=$1
  shift
  lines[$name]=$("$@")
  [ -z "$musterd_then" ] || lines_then[$name]=$(musterd=$musterd_then; "$@")
}

# value LINE KEY
value() { sed -n "s/.*\b$2=\([^ ]*\).*/\1/p" <<<"$1"; }

# median KEY: of the lines on stdin, the one in the middle by KEY.
median() {
  local key=$1 line
  while read -r line; do echo "$(value "$line" "$key") $line"; done | sort -g | sed -n "$(((runs + 1) / 2))p" | cut -d' ' -f2-
}

# calculate EXPRESSION DIGITS: "-" where a figure is missing or something is divided by nothing.
calculate() {
  local out
  out=$(awk "BEGIN { printf \"%.$2f\", $1 }" 2>/dev/null)
  [[ $out =~ ^-?[0-9.]+$ ]] && echo "$out" || echo -
}
ratio() { calculate "(${1:-x/0}) / (${2:-0})" 2; }
ms() { calculate "(${1:-x/0}) / 1000" 2; }
