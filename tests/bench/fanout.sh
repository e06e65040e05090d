# Part of run.sh: many spectators of one battle, beside raw epoll and bare Beast, and the same with TLS.

# make_certificate: $work/certificate.pem and $work/key.pem
make_certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
}

case_of_fanout() { # DATA VIEWERS OPTIONS-OF-MUSTERD…
  local data=$1 viewers=$2 i tls=0
  shift 2
  [ $# = 0 ] || tls=1
  for ((i = 0; i < runs; i++)); do
    [ "$data" = :memory: ] || rm -rf "$data"
    start_musterd "$data" "$@"
    load bench_fanout --viewers "$viewers" --tls "$tls"
    stop_server
  done | median writes_per_s
}

case_of_yard() { # PROGRAM VIEWERS BYTES
  local i
  for ((i = 0; i < runs; i++)); do
    start_server "$bin/$1"
    load bench_broadcast --viewers "$2" --bytes "$3"
    stop_server
  done | median writes_per_s
}

show_fanout() { # WHAT LINE FLOOR
  local line=$2 floor=$3
  if [ -n "$(value "$line" error)" ]; then printf '  %-22s %s\n' "$1" "$(value "$line" error)"; return; fi
  printf '  %-12s %7s %10s %10s %8s %9s %9s %9s %6s %6s %6s\n' "$1" "$(value "$line" viewers)" "$(value "$line" writes_per_s)" "$(value "$line" events_per_s)" \
    "$(value "$line" bytes_per_write)" "$(value "$line" server_cpu_us_per_write)" "$(ratio "$(value "$line" writes_per_s)" "$(value "$floor" writes_per_s)")" \
    "$(ratio "$(value "$floor" server_cpu_us_per_write)" "$(value "$line" server_cpu_us_per_write)")" \
    "$(value "$line" server_share)" "$(value "$line" generator_share)" "$(value "$line" others)"
}

fanout() {
  local viewers bytes line
  echo
  echo "FAN-OUT of one battle. A write is what a spectator gets of one durable commit, all its events in one send; the"
  echo "yardsticks send one message of as many bytes. saturated: the next commit when all but the last have reached everybody."
  echo "of_epoll: writes/s beside raw epoll's; per_cpu: the same per second of the server's CPU, which noise does not change."
  printf '  %-12s %7s %10s %10s %8s %9s %9s %9s %6s %6s %6s\n' server viewers writes/s events/s bytes cpu_us/wr of_epoll per_cpu server load others
  make_certificate
  for viewers in 1000 5000; do
    measure "fanout.$viewers" case_of_fanout "$work/data" "$viewers"
    line=${lines[fanout.$viewers]}
    bytes=$(value "$line" bytes_per_write)
    yards[epoll.$viewers]=$(case_of_yard yard_epoll "$viewers" "${bytes:-2400}")
    show_fanout durable "$line" "${yards[epoll.$viewers]}"
    show_fanout memory "$(case_of_fanout :memory: "$viewers")" "${yards[epoll.$viewers]}"
    if [ "$viewers" = 1000 ]; then
      measure tls.1000 case_of_fanout "$work/data" 1000 --tls-certificate "$work/certificate.pem" --tls-key "$work/key.pem"
      show_fanout "durable, TLS" "${lines[tls.1000]}" "${yards[epoll.1000]}"
    fi
    show_fanout "bare Beast" "$(case_of_yard yard_beast "$viewers" "${bytes:-2400}")" "${yards[epoll.$viewers]}"
    show_fanout "raw epoll" "${yards[epoll.$viewers]}" "${yards[epoll.$viewers]}"
    echo "  meanwhile a decision of the players took p50 $(ms "$(value "$line" players_p50_us)") ms, p99 $(ms "$(value "$line" players_p99_us)") ms; the last spectator had it after p50 $(ms "$(value "$line" all_served_p50_us)") ms"
  done
}
