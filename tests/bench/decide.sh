# Part of run.sh: decisions through the whole server, beside a server that only moves and syncs the same bytes.

# stored_bytes DATA: what its files hold
stored_bytes() { [ "$1" = :memory: ] && echo 0 || du -sb "$1" | cut -f1; }

case_of_decide() { # DATA OPTIONS…: a fresh server each time, so that no case inherits another's battles
  local data=$1 i line empty
  shift
  for ((i = 0; i < runs; i++)); do
    [ "$data" = :memory: ] || { data=$work/data && rm -rf "$data"; }
    start_musterd "$data"
    empty=$(stored_bytes "$data")
    line=$(load bench_decide "$@")
    stop_server
    echo "$line stored_per_decision=$(calculate "($(stored_bytes "$data") - $empty) / ($(value "$line" decisions_in_all)+0)" 0)"
  done | median decisions_per_s
}

case_of_move() { # LINE OPTIONS…: the yardstick with the bytes that the server moved and stored by that line
  local like=$1 i frames
  shift
  frames=$(calculate "$(value "$like" player_frames_per_decision)" 0)
  for ((i = 0; i < runs; i++)); do
    rm -f "$work/log"
    start_server "$bin/yard_decide" --file "$work/log" --store-bytes "$(value "$like" stored_per_decision)" \
      --answer-bytes "$(value "$like" player_bytes_per_decision)" --frames "$frames"
    load bench_move --frames "$frames" "$@"
    stop_server
  done | median decisions_per_s
}

show_decide() { # STORE LINE
  local line=$2 rate note=
  if [ -n "$(value "$line" error)" ]; then printf '  %-9s %s\n' "$1" "$(value "$line" error)"; return; fi
  rate=$(value "$line" rate)
  [ "$rate" = 0 ] && rate=saturated
  [ "$(value "$line" late)" -gt 50 ] && note="not kept: $(value "$line" late) were waiting at the end"
  printf '  %-9s %-9s %7s %-10s %9s %9s %9s %10s %6s %6s %6s  %s\n' "$1" "$(value "$line" setup)" "$(value "$line" battles)" "$rate" \
    "$(value "$line" decisions_per_s)" "$(ms "$(value "$line" p50_us)")" "$(ms "$(value "$line" p99_us)")" \
    "$(value "$line" server_cpu_us_per_decision)" "$(value "$line" server_share)" "$(value "$line" generator_share)" "$(value "$line" others)" "$note"
}

decide() {
  local battles rate name line group disk
  echo
  echo "DECISIONS through the whole server; ms until both players have the event. siege: 60 v 6 pieces of three types each;"
  echo "skirmish: 12 v 10. 'durable' commits to $work (SQLite, synchronous=FULL), 'memory' keeps nothing;"
  echo "'yardstick': a server without rules that moves and syncs as many bytes (yard_decide)."
  printf '  %-9s %-9s %7s %-10s %9s %9s %9s %10s %6s %6s %6s\n' store setup battles rate/s decided/s p50_ms p99_ms cpu_us/dec server load others
  for name in 1.0 50.0 500.0 50.250 500.2500; do
    battles=${name%.*} rate=${name#*.}
    measure "durable.$name" case_of_decide disk --battles "$battles" --rate "$rate"
    # One commit a row needs the rows of a real run.
    [ "$name" = 50.0 ] && cp "$work"/data/muster.db* "$work/" 2>/dev/null
    yards[$name]=$(case_of_move "${lines[durable.$name]}" --battles "$battles" --rate "$rate")
    show_decide durable "${lines[durable.$name]}"
    show_decide yardstick "${yards[$name]}"
    [ "$rate" = 0 ] || continue
    measure "memory.$name" case_of_decide :memory: --battles "$battles"
    show_decide memory "${lines[memory.$name]}"
  done
  measure crowd case_of_decide disk --battles 500 --rate 2500 --spectators 5000
  show_decide durable "${lines[crowd]}"
  echo "  ^ 5,000 spectators at one of the battles, who read $(value "${lines[crowd]}" watched_per_s) events/s"
  measure skirmish case_of_decide disk --battles 500 --setup skirmish
  show_decide durable "${lines[skirmish]}"
  disk=${lines[durable.500.0]}
  echo "  a siege's decision: $(value "$disk" events_per_decision) events, $(value "$disk" player_bytes_per_decision) bytes in $(value "$disk" player_frames_per_decision) frames to each player, $(value "$disk" stored_per_decision) bytes stored;"
  echo "  $(value "$disk" decisions_per_battle) decisions a battle, whose creation is included"
  echo
  echo "BARE SQLITE COMMITS of the same rows, same disk"
  printf '  %7s %10s %10s %9s %9s %10s %10s %6s %s\n' group rows/s commits/s p50_ms p99_ms bytes/row cpu_us/row others 'server/bare: durable decisions with as many battles'
  for group in 1 50 500; do
    line=$(for ((i = 0; i < runs; i++)); do
      rm -f "$work"/yard.db*
      load yard_sqlite --like "$work/muster.db" --file "$work/yard.db" --group "$group"
    done | median rows_per_s)
    printf '  %7s %10s %10s %9s %9s %10s %10s %6s %s\n' "$group" "$(value "$line" rows_per_s)" "$(value "$line" commits_per_s)" \
      "$(ms "$(value "$line" p50_us)")" "$(ms "$(value "$line" p99_us)")" "$(value "$line" bytes_per_row)" "$(value "$line" cpu_us_per_row)" "$(value "$line" others)" \
      "$(ratio "$(value "${lines[durable.$group.0]}" decisions_per_s)" "$(value "$line" rows_per_s)")"
  done
}

# With four cores the server has two and the generator others. With fewer the generator shares the server's two, and the
# server is credited with what it was left of them; what it leaves idle counts against it.
case_of_cores() { # THREADS
  local threads=$1 pin pin_server pin_load
  on_cpus "0-$((threads - 1))"
  pin_server=("${pin[@]}")
  on_cpus "$([ "$(nproc)" -ge 4 ] && echo 2,3 || echo "$((2 - threads)),1")"
  pin_load=("${pin[@]}")
  case_of_decide disk --battles 500
}

# on_two_cores LINE: decisions/s of a server that had two whole cores
on_two_cores() {
  local own=2
  [ "$(nproc)" -ge 4 ] || own="(2 - $(value "$1" generator_share))"
  calculate "$(value "$1" decisions_per_s) * 2 / $own" 0
}

cores() {
  local threads
  echo
  echo "TWO CORES with --threads 2 beside one; the store's writer is counted with the server"
  for threads in 1 2; do
    measure "cores.$threads" case_of_cores "$threads"
    show_decide "threads $threads" "${lines[cores.$threads]}"
  done
  echo "  with two cores of its own it would make $(on_two_cores "${lines[cores.2]}") decisions/s, $(ratio "$(on_two_cores "${lines[cores.2]}")" "$(value "${lines[cores.1]}" decisions_per_s)") times those of one;"
  echo "  by CPU time alone, as if no thread ever waited: $(ratio "2 * $(value "${lines[cores.1]}" server_cpu_us_per_decision)" "$(value "${lines[cores.2]}" server_cpu_us_per_decision)") times"
}
