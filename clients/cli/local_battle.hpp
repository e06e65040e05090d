// The battle as the rules have it, kept beside the server's from what the events tell: automatic players choose from it.
// Pure: events in, choices out.
#pragma once
#include <expected>
#include <map>
#include <memory>
#include <string>

#include "protocol/client_messages.hpp"
#include "rules/battle.hpp"
#include "rules/standing_orders.hpp"

namespace muster::cli {

class LocalBattle {
public:
    explicit LocalBattle(const rules::Rulesets& rulesets) : rulesets_(rulesets) {}

    /// Takes the battle's next event, {"event":…,"data":{…}}, from the first one on; that one again begins anew. What the rules here cannot follow (a
    /// ruleset that this program does not know, a choice or dice that do not fit) is kept for choose() to say.
    void take(const Json& event);

    /// What `seat` chooses for the decision of this `kind` that is open, if it plays as this bot of the server's does. The
    /// error is a sentence.
    std::expected<Json, std::string> choose(const std::string& seat, std::string_view kind, protocol::Bot bot, rules::Random& random) const;

    /// Standing orders as a client sends them, for this battle. Refusals as the server's, from "/orders" on.
    std::expected<rules::StandingOrders, Refusal> read_orders(const Json& orders) const;

    /// What they make of the decision of this `kind` that is open for `seat`; nothing: none applies, or it is not known here.
    std::optional<rules::StandingChoice> ordered(const std::string& seat, std::string_view kind, const rules::StandingOrders& orders) const;

    /// What the rules have against this choice; nothing: nothing, or it is not known here.
    std::optional<std::string> trouble_with(const std::string& seat, std::string_view kind, const Json& choice) const;

    /// How it stands, for those who look; null: it is not known here.
    Json view(const std::string& seat) const;

private:
    const rules::Ask* open_ask(const std::string& seat, std::string_view kind) const;
    void create(const Json& data);
    void take_choice(const Json& data);
    void take_dice(const Json& data);
    void apply(const rules::Input& input);

    const rules::Rulesets& rulesets_;
    const rules::Ruleset* ruleset_ = nullptr;
    std::unique_ptr<rules::Battle> battle_{};
    bool begun_ = false;
    /// Of several that are asked at once, until all are there: in the order in which they are told, since what time has made is told before seals are opened.
    std::map<rules::Seat, SharedJson> decided_{};
    std::string trouble_{};
};

}  // namespace muster::cli
