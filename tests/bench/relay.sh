# Part of run.sh: what one relay more adds, beside the owner itself in the same run, and the crowd that it carries for one connection of the owner.

relay_options=()

# The owner shares cpu 1 with the load, so that the relay has cpu 0 for itself.
case_of_relay() { # PROGRAM OPTIONS…; $relay_options: of the relay
  local owner owner_port
  : >"$work/owner"
  "${pin_load[@]}" "$musterd" --listen 127.0.0.1:0 --data :memory: --threads 1 --messages-per-s 0 --log-level warn >"$work/owner" 2>&1 &
  owner=$!
  for _ in $(seq 200); do
    owner_port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\).*|\1|p' "$work/owner")
    [ -n "$owner_port" ] && break
    sleep 0.05
  done
  start_server "$musterd" --listen 127.0.0.1:0 --relay "http://127.0.0.1:$owner_port" --threads 1 --messages-per-s 0 --log-level warn "${relay_options[@]}"
  local relay_port=$port
  port=$owner_port
  load "$1" --relay "$relay_port" "${@:2}"
  stop_server
  kill "$owner" 2>/dev/null
  wait "$owner" 2>/dev/null
}

relay() {
  local viewers line
  echo
  echo "RELAY. hop: from the moment when a spectator at the owner has an event until the first at the relay has it; all: until all of them have."
  printf '  %7s %9s %10s %10s %10s %10s %6s %6s\n' viewers decisions hop_p50_ms hop_p99_ms all_p50_ms all_p99_ms relay load
  for viewers in 1 1000 5000; do
    measure "relay.$viewers" case_of_relay bench_relay --viewers "$viewers"
    line=${lines[relay.$viewers]}
    if [ -n "$(value "$line" error)" ]; then printf '  %7s %s\n' "$viewers" "$(value "$line" error)"; continue; fi
    printf '  %7s %9s %10s %10s %10s %10s %6s %6s\n' "$viewers" "$(value "$line" decisions)" "$(ms "$(value "$line" hop_p50_us)")" "$(ms "$(value "$line" hop_p99_us)")" \
      "$(ms "$(value "$line" all_p50_us)")" "$(ms "$(value "$line" all_p99_us)")" "$(value "$line" server_share)" "$(value "$line" generator_share)"
  done
}
