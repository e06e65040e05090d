// What a seat's program says to its battle: signed and kept before it is sent, whoever decides it.
#pragma once
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "clients/cli/following.hpp"
#include "clients/cli/keeper.hpp"

namespace muster::cli {

class Speaker {
public:
    using Send = std::function<void(std::string text)>;
    using Warn = std::function<void(const Keeper::Told& told)>;
    /// Both outlive it.
    Speaker(Following& following, Keeper& keeper, Send send, Warn warn)
        : following_(following), keeper_(keeper), send_(std::move(send)), warn_(std::move(warn)) {}

    /// `request`: the open decision, or null.
    void say(Json message, const Json& request);
    /// Chooses for the request, sealed where it is sealed for the server too; what cannot be sealed is not said.
    std::optional<Keeper::NotSealed> choose(const Json& request, Json choice);
    /// Whether a choice for this decision (any, if 0) waits for a new ladder, which is on its way.
    bool holds(std::int64_t decision = 0) const { return !held_.choice.is_null() && (decision == 0 || held_.decision == decision); }
    /// That choice for the request, once the ladder is in or was refused.
    std::optional<Json> take_held(const Json& request);
    /// The battle is told from the beginning.
    void begin_anew() {
        held_ = {};
        asked_in_full_ = 0;
    }
    /// The server has refused this. True: it is said again as the server wants it, now or when what it needs has been heard.
    bool says_again(const Json& ours, const Json& refusal);
    /// The server has said what `ours` is in full.
    void say_previewed(Json ours, const Json& previewed, const Json& request);
    /// Puts in another ladder, if it is time for one.
    void renew_ladder(const Json& request);
    void send_what_is_due();

private:
    void say_as_it_is(Json message, const Json& request);

    Following& following_;
    Keeper& keeper_;
    Send send_;
    Warn warn_;
    struct Held {
        std::int64_t decision = 0;
        Json choice{};
    };
    Held held_{};                     ///< chosen, and not sealed yet
    std::int64_t asked_in_full_ = 0;  ///< the last decision of which the server was asked what our choice is in full
};

}  // namespace muster::cli
