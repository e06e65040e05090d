# Part of run.sh: BENCH_AGAINST=REV. That commit's musterd takes its turn in every case, driven by the benches of this tree.

# build_against REV: builds it as this build is built, into BUILD/against/COMMIT, and sets $musterd_then.
build_against() {
  local commit folder options
  commit=$(git -C "$here" rev-parse --short "$1^{commit}") || return 1
  folder=$build/against/$commit
  mapfile -t options < <(sed -n 's/^\(CMAKE_BUILD_TYPE\|CMAKE_CXX_COMPILER\|CMAKE_CXX_FLAGS\|MUSTER_[A-Z]*\):[A-Z]*=\(.*\)/-D\1=\2/p' "$build/CMakeCache.txt")
  echo "against $1 ($commit), which is built in $folder"
  if [ ! -d "$folder/source" ]; then
    mkdir -p "$folder/source" || return 1
    git -C "$here/../.." archive "$commit" | tar -x -C "$folder/source" || return 1
  fi
  cmake -S "$folder/source" -B "$folder/build" -G Ninja --log-level=WARNING "${options[@]}" >"$folder/log" &&
    cmake --build "$folder/build" --target musterd >>"$folder/log" || { tail -20 "$folder/log" >&2 && return 1; }
  musterd_then=$folder/build/server/musterd
}
