// The test program runs itself as a child that is killed in the middle of something.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::storage::tests {

struct Child {
    pid_t process = -1;
    int output = -1;  ///< what it writes to standard output
};

/// Starts this program with these arguments, the first of which is one of the flags below.
Child start_child(std::vector<std::string> arguments);
/// How it ended, as waitpid() tells it.
int wait_for(const Child& child);

/// What main() returns when this program is such a child; nothing if it is not.
std::optional<int> run_as_child(int argc, char** argv);

/// FILE: makes battles in a new store and appends to them until it is killed, and says what was stored.
constexpr const char* append_flag = "--append-until-killed";

struct Acknowledged {
    std::int64_t battle = 0;  ///< its id is "battle-" and this
    std::int64_t last_seq = 0;
};

/// FILE: counts the dice of a store's uncounted battles, for each a roll of two sixes by its first seat, until it is killed; says after each
/// commit how many (std::int64_t).
constexpr const char* count_flag = "--count-until-killed";

/// COPY STORE COUNT: restores a backup over a store, killed after so many renames, if it comes to so many.
constexpr const char* restore_flag = "--restore-until-rename";

}  // namespace muster::storage::tests
