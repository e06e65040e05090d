// What an operator does from the command line beside serving: `musterd COMMAND …`. Each command is a function of its own,
// which prints what it did on standard output, what went wrong as one line on standard error, and returns the exit code.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/exit_codes.hpp"
#include "server/config/config.hpp"
#include "storage/location.hpp"

namespace muster::server {

ExitCode back_up_store(const storage::Location& data, const std::filesystem::path& copy);
ExitCode restore_store(const storage::Location& data, const std::filesystem::path& copy, bool replace);
/// Asks the running server, at the address it listens on, whether it is ready.
ExitCode check_health(const Config& config);
ExitCode check_store(const storage::Location& data);
/// Which servers a database has.
ExitCode show_nodes(const storage::Location& data, bool json);
/// To `out`, or to standard output if it is empty.
ExitCode export_records(const storage::Location& data, const std::filesystem::path& out);

/// From `in`, or from standard input if that is "-".
ExitCode import_records(const storage::Location& data, const std::filesystem::path& in);

/// All of a store to where there is none, also the battles that are not over. No server may use either. What is there when it is interrupted serves nobody, and
/// the same call goes on with it.
ExitCode move_store(const storage::Location& from, const storage::Location& to);

/// `what`: hide, show, close or who. `link`: to the battle, whichever server and seat it names, or the battle's id.
ExitCode moderate_battle(const storage::Location& data, const std::string& what, const std::string& link);
struct BanWords {
    std::string kind{};  ///< address or name
    std::string who{};
    std::string how_long{};  ///< ISO 8601; empty: for ever
};
/// `what`: ban, unban or bans.
ExitCode moderate_bans(const storage::Location& data, const std::string& what, const BanWords& words);
/// Moves battles into the archive that ended at least so long ago (ISO 8601).
ExitCode archive_battles(const storage::Location& data, const std::string& older_than);

/// What to say where there is no folder for a store, which mostly means that nobody said where it is; nothing if there is one. `option`: which one names
/// it, if it is not --data.
std::optional<std::string> no_folder(const storage::Location& data, std::string_view option = {});

/// Prints the sentence on standard error and returns `code`.
ExitCode complain(const std::string& sentence, ExitCode code = trouble);

}  // namespace muster::server
