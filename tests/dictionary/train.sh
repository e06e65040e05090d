#!/bin/bash
# Trains a dictionary for the store's steps (storage/sqlite/dictionary.hpp) on battles of every ruleset, and says how small it makes
# the steps of others. Wants Debian's zstd; builds nothing:
#   cmake --build build --target dictionary_battles dictionary_steps && tests/dictionary/train.sh build NUMBER FILE
#
# NUMBER is what frames will name it by: one that no dictionary has had yet (the first is 1). The dice are others each time, and so
# is the dictionary: a file that has been released stays as it is.
set -euo pipefail
build=$(cd "${1:?usage: train.sh BUILD_FOLDER NUMBER FILE}" && pwd)
number=${2:?say its number}
file=${3:?say where to put it}
bytes=${DICTIONARY_BYTES:-16384}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$build/tests/dictionary/dictionary_battles" "$work/known" --battles=250 --seed=1
"$build/tests/dictionary/dictionary_steps" samples "$work/known" "$work/samples" 3000
zstd -q --train-cover -r "$work/samples" --maxdict="$bytes" --dictID="$number" -o "$file"
"$build/tests/dictionary/dictionary_battles" "$work/unknown" --battles=50 --seed=1001
echo "other battles than those it was trained on:"
"$build/tests/dictionary/dictionary_steps" measure "$work/unknown" "$file"
