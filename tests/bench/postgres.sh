# Part of run.sh: the server on a PostgreSQL of the bench's own, beside the same server on SQLite; and how long battles stand still when the server that has them goes.

# start_database: sets $postmaster (pid); its files are on the disk that is measured, and it has the generator's core.
start_database() {
  local word
  chmod 711 "$work" # PostgreSQL is another user
  coproc database { exec "${pin_load[@]}" "$here/../support/postgres.sh" "$work/pg"; }
  read -r -t 60 word <&"${database[0]}" && [[ $word == ready* ]] || return 1
  postmaster=$(head -1 "$work/pg/data/postmaster.pid")
}

stop_database() {
  local pid=$database_PID
  eval "exec ${database[1]}>&-"
  wait "$pid" 2>/dev/null
}

# sql TEXT: its rows
sql() { psql -h "$work/pg/run" -U muster -d postgres -qAtc "$1"; }

# new_database: sets $store, the address of an empty one
new_database() {
  databases=$((${databases:-0} + 1))
  local name=bench_${BASHPID}_$databases
  sql "CREATE DATABASE $name TEMPLATE template0" || return 1
  store="postgres://muster@/$name?host=$work/pg/run"
}
log_bytes() { sql "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"; }
database_bytes() { sql "SELECT sum(pg_database_size(oid)) FROM pg_database"; }

case_of_postgres() { # OPTIONS…
  local i line empty log store
  for ((i = 0; i < runs; i++)); do
    new_database
    start_musterd "$work/control" --store "$store"
    empty=$(database_bytes) log=$(log_bytes)
    line=$(load bench_decide --database "$postmaster" "$@")
    stop_server
    echo "$line stored_per_decision=$(calculate "($(database_bytes) - $empty) / ($(value "$line" decisions_in_all)+0)" 0) log_per_decision=$(calculate "($(log_bytes) - $log) / ($(value "$line" decisions_in_all)+0)" 0)"
  done | median decisions_per_s
}

# start_node OWN-PORT: a server of $store that others reach; sets $node (pid)
start_node() {
  local i
  "${pin_server[@]}" "$musterd" --listen "127.0.0.1:$1" --data "$work/node.$1" --store "$store" --node-url "http://127.0.0.1:$1" \
    --threads 1 --messages-per-s 0 --log-level error >"$work/node.$1.out" 2>&1 &
  node=$!
  for ((i = 0; i < 200; i++)); do
    curl -sf "http://127.0.0.1:$1/readyz" >/dev/null && return 0
    sleep 0.05
  done
  cat "$work/node.$1.out" >&2
  return 1
}
free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

# One time that the owner goes: two servers of an empty database, the one dies of it.
round_of_takeover() { # SIGNAL BATTLES
  local store node owner owner_port port server=
  new_database
  owner_port=$(free_port) && start_node "$owner_port" || { kill -9 "$node"; return 1; }
  owner=$node
  port=$(free_port) && start_node "$port" || { kill -9 "$owner" "$node"; return 1; }
  load bench_takeover --owner "$owner_port" --pid "$owner" --battles "$2" --signal "$1"
  kill -9 "$owner" 2>/dev/null
  kill "$node"
  wait "$owner" "$node" 2>/dev/null
}

case_of_takeover() { # SIGNAL BATTLES: the median of the rounds' medians, and of all battles the slowest
  local i line
  for ((i = 0; i < ${BENCH_ROUNDS:-20}; i++)); do
    line=$(round_of_takeover "$@")
    case $line in
      *error=* | '') echo "${line:-error=no_server}" >&2 ;;
      *) echo "$(value "$line" p50_us) $(value "$line" max_us)" ;;
    esac
  done | sort -n | awk '{ median[NR] = $1; if ($2 > most) most = $2 } END { if (NR) printf "rounds=%d p50_us=%d least_us=%d most_p50_us=%d max_us=%d\n", NR, median[int((NR + 1) / 2)], median[1], median[NR], most }'
}

postgres() {
  local line way signal postmaster
  echo
  echo "POSTGRESQL, 500 sieges saturated, beside the same server on SQLite. The database ($work/pg, the settings of Debian's) and the generator share cpu 1,"
  echo "so what they took together says whether it was the server that was measured; 'others' has the database in it."
  start_database || { echo "  no PostgreSQL: deploy/install.sh bench"; return 0; }
  printf '  %-9s %-9s %7s %-10s %9s %9s %9s %10s %6s %6s %6s\n' store setup battles rate/s decided/s p50_ms p99_ms cpu_us/dec server load others
  measure sqlite.500 case_of_decide disk --battles 500
  show_decide sqlite "${lines[sqlite.500]}"
  measure postgres.500 case_of_postgres --battles 500
  line=${lines[postgres.500]}
  show_decide postgres "$line"
  echo "  the database: $(value "$line" database_share) of a core, $(value "$line" database_cpu_us_per_decision) us for a decision, $(value "$line" stored_per_decision) bytes stored of it and $(value "$line" log_per_decision) of its log"
  echo
  echo "THE OWNER GOES: ${BENCH_ROUNDS:-20} rounds each; two servers of one database share cpu 0, battles are played saturated by way of the other; ms from the signal until a battle goes on"
  printf '  %-10s %7s %6s %11s %11s %11s %11s\n' '' battles rounds median best_round worst_round slowest
  for way in "asked:15:1" "asked:15:100" "killed:9:100" "hangs:19:100"; do
    signal=${way#*:}
    measure "goes.$way" case_of_takeover "${signal%:*}" "${way##*:}"
    line=${lines[goes.$way]}
    printf '  %-10s %7s %6s %11s %11s %11s %11s\n' "${way%%:*}" "${way##*:}" "$(value "$line" rounds)" "$(ms "$(value "$line" p50_us)")" "$(ms "$(value "$line" least_us)")" \
      "$(ms "$(value "$line" most_p50_us)")" "$(ms "$(value "$line" max_us)")"
  done
  stop_database
}
