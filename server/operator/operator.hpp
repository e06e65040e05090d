// What the operator asks of a server from its own machine: moderation, records from elsewhere, the archive. The same code
// answers whether a server runs (over its control socket, control.hpp) or not (the command opens the store itself).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "rules/fields.hpp"
#include "server/access/bans.hpp"
#include "server/battle/lobby.hpp"
#include "server/battle/moderation.hpp"

namespace muster::server {

enum class OperatorCommand { hide, show, close, who, ban, unban, bans, begin_import, import_record, archive };
constexpr EnumNames<OperatorCommand, 10> names_of(OperatorCommand) {
    return {{{OperatorCommand::hide, "hide"},
             {OperatorCommand::show, "show"},
             {OperatorCommand::close, "close"},
             {OperatorCommand::who, "who"},
             {OperatorCommand::ban, "ban"},
             {OperatorCommand::unban, "unban"},
             {OperatorCommand::bans, "bans"},
             {OperatorCommand::begin_import, "begin_import"},
             {OperatorCommand::import_record, "import"},
             {OperatorCommand::archive, "archive"}}};
}

/// One line from the command to the server.
struct OperatorRequest {
    OperatorCommand command{};
    std::string battle{};           ///< hide, show, close, who
    Ban ban{};                      ///< ban, unban
    std::string record{};           ///< import: the record's text
    std::string finished_before{};  ///< archive: RFC 3339
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "command", self.command);
        visit("battle", self.battle, Rule{.sparse = true, .max = 64});
        visit("ban", self.ban, Rule{.optional = true});
        visit("record", self.record, Rule{.sparse = true});
        visit("finished_before", self.finished_before, Rule{.sparse = true, .max = 40});
    }
};

/// One line back.
struct OperatorReply {
    bool done = false;
    std::string message{};     ///< what was done, or why it was not: a sentence
    bool server_busy = false;  ///< not done, but the same may be done in a moment
    std::vector<Ban> bans{};
    std::vector<Onlooker> onlookers{};
    std::string for_log{};  ///< not sent: what the log may say of it, if that is not the message
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "done", self.done, "message", self.message);
        visit("server_busy", self.server_busy, Rule{.sparse = true});
        visit("bans", self.bans, Rule{.sparse = true});
        visit("onlookers", self.onlookers, Rule{.sparse = true});
    }
};

/// Reads the bans that are kept in the store. Blocking; called once, before anything is served.
std::expected<void, std::string> recall_bans(Services& services);

/// From now on the bans are what any server of the store makes of them. The services must live until the store is closed.
void hear_bans(Services& services);

/// Answers requests, one at a time, on a thread that may block on the store and on battles.
class Operator {
public:
    /// What is to be done to a battle that another server has; it is called only then.
    using Elsewhere = std::function<void(const std::string& battle, Moderation what, Moderated done)>;
    Operator(Services& services, std::shared_ptr<Lobby> lobby, Elsewhere elsewhere = {})
        : services_(services), lobby_(std::move(lobby)), elsewhere_(std::move(elsewhere)) {}

    OperatorReply answer(const OperatorRequest& request);

private:
    std::expected<std::vector<Onlooker>, Refusal> moderate(const std::string& battle, Moderation what);
    OperatorReply set_visibility(const std::string& battle, bool hidden);
    OperatorReply close(const std::string& battle);
    OperatorReply who(const std::string& battle);
    /// `change` says why it refuses; it may be called again.
    OperatorReply change_bans(const std::function<std::string(std::vector<Ban>&)>& change, std::string message);
    OperatorReply ban(const Ban& asked);
    OperatorReply unban(const Ban& asked);
    /// The log names addresses only where the operator wants it to; `changed`: what it says instead when they were banned, or no longer are.
    OperatorReply discreet(const Ban& asked, OperatorReply reply, std::string changed) const;
    OperatorReply begin_import();
    OperatorReply take_record(const std::string& text);
    OperatorReply archive(const std::string& finished_before);

    Services& services_;
    std::shared_ptr<Lobby> lobby_;
    const Elsewhere elsewhere_;
};

}  // namespace muster::server
