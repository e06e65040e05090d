// What steps are packed with (step_packing.hpp). The bytes are part of the program that writes and of every file that it has written to,
// so that a later program, with another dictionary, reads what this one wrote.
//
// steps.zdict was trained by tests/dictionary/train.sh. Its number stands for the same bytes for ever: another dictionary gets the next one.
// 16 KB: with twice as many the steps of all rulesets are a thirtieth smaller.
#pragma once
#include <SQLiteCpp/Database.h>

#include <string_view>

namespace muster::storage::sqlite {

/// The dictionary that steps are packed with now.
std::string_view dictionary();

/// Puts it into the table `dictionaries`, unless it is there. Throws StoreError (broken) when another one has its number.
void keep_dictionary(SQLite::Database& database);

}  // namespace muster::storage::sqlite
