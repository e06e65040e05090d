# Part of run.sh: what one durable decision costs in things that can be counted, 500 sieges saturated. No other program
# changes these much, and no clock does.

case_of_counts() {
  local preload=(env LD_PRELOAD="$bin/libcount_allocations.so" COUNT_ALLOCATIONS="$work/allocations")
  case_of_decide disk --battles 500 --counts 1 --allocations "$work/allocations"
}

counts() {
  local line
  measure counts case_of_counts
  line=${lines[counts]}
  echo
  echo "COUNTS for each durable decision of 500 sieges, saturated $(value "$line" error)"
  printf '  %-28s %10s\n' allocations "$(value "$line" allocations)" "system calls" "$(value "$line" calls_all)" \
    "switches: a thread waited" "$(value "$line" waits)" "switches: it was preempted" "$(value "$line" preempted)" \
    "bytes given to the disk" "$(value "$line" disk_bytes)" "bytes of the data folder" "$(value "$line" stored_per_decision)"
  printf '  of the system calls:'
  tr ' ' '\n' <<<"$line" | sed -n 's/^calls_\(.*\)=\(.*\)/\2 \1/p' | sort -rg | awk '$2 != "all" && $1 >= 0.05 { printf " %s %s", $2, $1 }'
  echo
}
