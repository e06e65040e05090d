# What the protocol is made of, for the programs and for the module (clients/wasm).

# What it takes to play a battle again, to judge a record and to find odds: no network, no store, no secrets, no OpenSSL.
set(protocol_pure_files
  chain.cpp
  fold.cpp
  fold_endings.cpp
  fold_events.cpp
  fold_inputs.cpp
  fold_notes.cpp
  fold_shares.cpp
  fold_signatures.cpp
  fold_witness.cpp
  ids.cpp
  input.cpp
  ladder.cpp
  odds.cpp
  record.cpp
  record_walk.cpp
  seat_signature.cpp
  server_messages.cpp
  signed_head.cpp
  verify.cpp
  witness.cpp
  study/branch.cpp study/desk.cpp study/rerun.cpp
  proof/by_word.cpp proof/course.cpp proof/course_first.cpp proof/course_second.cpp proof/difference.cpp proof/entry.cpp proof/ladders.cpp proof/proof.cpp proof/seat_signatures.cpp proof/shape.cpp proof/shared_dice.cpp proof/witnessed_dice.cpp)
list(TRANSFORM protocol_pure_files PREPEND ${CMAKE_CURRENT_LIST_DIR}/)

# What the programs have besides.
set(protocol_files
  audit.cpp
  battle_schemas.cpp
  client_messages.cpp
  clock_options.cpp
  digest.cpp
  heard.cpp
  message_schemas.cpp
  mine.cpp
  mine_record.cpp
  mine_sent.cpp
  mine_words.cpp
  p256_key.cpp
  ruleset_description.cpp
  seat_keys.cpp
  seat_shares.cpp
  secret_ids.cpp
  threads.cpp
  times.cpp)
list(TRANSFORM protocol_files PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
