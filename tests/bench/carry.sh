#!/bin/bash
# What nodes carry, computed from the costs that scale.sh measured: the tables of deploy/SCALE.md.
#   tests/bench/carry.sh build/costs
#
# Assumed, and to be set to what somebody has:
#   CORES=2             of a node                         DATABASE_CORES=16   of the database, which uses all of them alike
#   BUSY=0.7            what they are used to             CARD=1e9            bits/s of a node's network card
#   THINKING=20         seconds between two decisions of a battle of people
# A server has 20,000 battles in memory at most (limits::battles_in_memory_max).
set -eu
awk -F '[= ]' -v cores="${CORES:-2}" -v database_cores="${DATABASE_CORES:-16}" -v busy="${BUSY:-0.7}" -v card="${CARD:-1e9}" -v thinking="${THINKING:-20}" '
  /^[a-z_]+=/ { cost[$1] = $2 }
  function of(name) {
    if (!(name in cost)) { print "no " name > "/dev/stderr"; exit missing = 1 }
    return cost[name]
  }
  function least(a, b) { return a < b ? a : b }
  function row(what, nodes, us, database_us, bytes,    all, limit, decisions, battles) {
    all = nodes * cores * busy / (us / 1e6)
    limit = (database_us > 0 ? database_cores * busy / (database_us / 1e6) : all)
    decisions = least(all, limit)
    battles = least(decisions * thinking, 20000 * nodes)
    printf "| %s | %d | %s | %.1f | %.1f | %d | %.1f | %s |\n", what, all, (database_us > 0 ? sprintf("%.1f", all * database_us / 1e6 / busy) : "–"), decisions * bytes / 1e6, \
      decisions * bytes * 86400 / 1e9, battles, battles / nodes * of("pair_bytes") / 1e9, (battles < decisions * thinking ? "20,000 battles a node" : all <= limit ? "cores of the nodes" : "the database")
  }
  END {
    if (missing) exit 1
    print "| nodes | decisions/s by their cores | cores the database needs for that | MB/s written | GB a day | battles of people at once | GB of memory a node for them | their limit |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- |"
    row("1, SQLite", 1, of("decision_us"), 0, of("decision_bytes"))
    bytes = of("postgres_decision_bytes") + of("postgres_log_bytes")
    for (nodes = 1; nodes <= 100; nodes *= 10) row(nodes ", PostgreSQL", nodes, of("postgres_decision_us"), of("postgres_database_us"), bytes)
    print ""
    print "| viewers of a battle with a decision a second | of a core | of the card | memory of 1,000 |"
    print "| --- | --- | --- | --- |"
    split("write_us write_bytes viewer_bytes tls_write_us tls_write_bytes tls_viewer_bytes relay_write_us write_bytes relay_viewer_bytes tls_relay_write_us tls_write_bytes tls_relay_viewer_bytes", names, " ")
    split("a server|a server, TLS|a relay|a relay, TLS", what, "|")
    for (i = 1; i <= 4; ++i)
      printf "| %s | %d | %d | %.1f MB |\n", what[i], busy * 1e6 / of(names[3 * i - 2]), busy * card / 8 / of(names[3 * i - 1]), of(names[3 * i]) / 1e3
    print ""
    printf "A million ended battles: %.1f GB in the store.\n", of("rest_disk_bytes") / 1e3
  }' "${1:?usage: carry.sh COSTS}"
