// What the program can be asked to do: one struct of options and one function per subcommand.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/exit_codes.hpp"

namespace muster::cli {

struct ServerOptions {
    std::string url;
    std::string ca;  ///< a file with certificates; empty: the system's alone
};

struct ResolveOptions {
    std::string scenario;
    bool json = false;
};
ExitCode run_resolve(const ResolveOptions& options);

struct VerifyOptions {
    std::vector<std::string> records;
    std::optional<std::string> mine;  ///< a file with what a device kept, to be compared too; empty: the user's own
};
ExitCode run_verify(const VerifyOptions& options);

struct SeatsOptions {
    std::string file;
};
ExitCode run_seats_export(const SeatsOptions& options);
ExitCode run_seats_import(const SeatsOptions& options);

struct AuditOptions {
    std::vector<std::string> records;
    bool json = false;
};
ExitCode run_audit(const AuditOptions& options);

struct RulesOptions {
    std::string id;
    bool json = false;
    bool schemas = false;
};
ExitCode run_rules(const RulesOptions& options);

struct OddsOptions {
    std::string setup;
    std::string example;
    std::string policy = "best";
    std::int64_t runs = 0;  ///< 0: exact if that takes less than a second
    bool exact = false;
    bool json = false;
};
ExitCode run_odds(const OddsOptions& options);

struct ArenaOptions {
    std::vector<std::string> bots;
    std::string ruleset;  ///< "RULESET" for all its presets in turn, or "RULESET/PRESET"
    std::int64_t games = 1000;
    std::uint64_t seed = 1;
    double patience = 5;  ///< seconds for a choice of a program
    bool json = false;
};
ExitCode run_arena(const ArenaOptions& options);

struct CreateOptions {
    ServerOptions server;
    std::string setup;
    std::string example;
    std::string title;
    std::string visibility;
    std::string dice;               ///< server, shared or witnessed
    std::string witness;            ///< address of another server; then the dice are witnessed, unless they are shared
    std::string clock;              ///< "live:10m+15s", "correspondence:3d"; empty: none
    std::string on_timeout;         ///< default or forfeit; empty: the server's usual
    std::vector<std::string> bots;  ///< "SEAT=best"
    std::vector<std::string> open;  ///< seats that anybody may take
    bool confirm = false;
    bool json = false;
};
ExitCode run_create(const CreateOptions& options);

struct InviteOptions {
    ServerOptions server;
    std::string battle;  ///< a seat's link, or the id of a battle in which the user holds a seat
};
ExitCode run_invite(const InviteOptions& options);

struct AgentOptions {
    std::string ca;  ///< as ServerOptions
};
ExitCode run_agent(const AgentOptions& options);

struct LadderOptions {
    ServerOptions server;
    std::string battle;  ///< a seat's link, or the id of a battle in which the user holds a seat
    std::string seat;
};
ExitCode run_ladder(const LadderOptions& options);

struct SeatOptions {
    ServerOptions server;
    std::string battle;  ///< a link or an id
    std::string name;
    std::string token;
    std::string seat;
    std::string automatic;  ///< best, listed or random; empty: somebody plays
    bool quiet = false;
};
ExitCode run_join(const SeatOptions& options);
ExitCode run_take(const SeatOptions& options);
ExitCode run_play(const SeatOptions& options);
ExitCode run_watch(const SeatOptions& options);

struct RollOptions {
    SeatOptions seat;
    std::string roll;   ///< "8d6>=5"
    std::string words;  ///< what it is for; empty: not said
};
ExitCode run_roll(const RollOptions& options);

struct OrdersOptions {
    SeatOptions seat;
    std::string file;  ///< empty: the orders stay as they are
    bool clear = false;
    bool now = false;
    bool json = false;
};
ExitCode run_orders(const OrdersOptions& options);

struct ListOptions {
    ServerOptions server;
    std::string status;
    std::string ruleset;
    std::string player;
    std::string outcome;  ///< first, second or nobody; empty: any
    std::string from;
    std::string to;
    bool open = false;
    std::int64_t before = 0;
    int limit = 20;
    bool json = false;
};
ExitCode run_list(const ListOptions& options);

struct ShowOptions {
    ServerOptions server;
    std::string battle;
    bool json = false;
};
ExitCode run_show(const ShowOptions& options);

struct ReplayOptions {
    ServerOptions server;
    std::string battle;  ///< a link, an id or a file
    double speed = 0;    ///< events a second; 0: by hand
    bool all = false;
    bool ledger = false;  ///< what luck and what decisions changed, instead
    bool json = false;    ///< the ledger as JSON
};
ExitCode run_replay(const ReplayOptions& options);

}  // namespace muster::cli
