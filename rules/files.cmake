# What the rules are made of beside the rulesets, for the programs and for the module (clients/wasm).
set(rules_files
  battle.cpp characters.cpp decision_kind.cpp dice.cpp drive.cpp field_text.cpp fields.cpp flat_json.cpp json.cpp json_members.cpp json_path.cpp json_text.cpp
  later_fields.cpp refusal.cpp scenario.cpp selection.cpp shared_json.cpp standing_orders.cpp typed_orders.cpp
  describe/library.cpp describe/message.cpp describe/place.cpp describe/table.cpp
  odds/played_model.cpp odds/solve.cpp
  civilization/army.cpp civilization/roster.cpp civilization/seats.cpp civilization/selection.cpp)
list(TRANSFORM rules_files PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
