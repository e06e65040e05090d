// What the files of tampered records have in common: how a case is told, and where in a record something stands.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tests/protocol/forgery.hpp"
#include "tests/protocol/tampered.hpp"

namespace muster::test {

class TamperedCases {
public:
    /// `of`: stands before each case's name.
    TamperedCases(std::vector<Tampered>& to, std::string of) : to_(to), of_(std::move(of)) {}

    void hold(const char* name, const Game& game) { add(name, true, Forgery(game)); }
    void fail(const char* name, const Game& game, const std::function<void(Forgery&)>& change) {
        Forgery forgery(game);
        change(forgery);
        add(name, false, std::move(forgery));
    }

private:
    void add(const char* name, bool holds, Forgery forgery) { to_.push_back({of_ + ": " + name, holds, forgery.made()}); }

    std::vector<Tampered>& to_;
    std::string of_;
};

/// The first seat gives it up.
inline Game conceded(Game game) {
    game.run([](protocol::Fold& fold, protocol::Applied& out) { fold.concede(0, out); });
    return game;
}

/// The first input of this kind.
inline std::size_t input_of(Forgery& forgery, const char* kind) {
    std::size_t at = 0;
    while (forgery.input_at(at)["kind"] != kind) ++at;
    return at;
}

/// The first event of this name.
inline std::size_t place_of(Forgery& forgery, const char* event) {
    const auto& events = forgery.whole()["events"];
    return static_cast<std::size_t>(std::ranges::find_if(events, [&](const Json& each) { return each["event"] == event; }) - events.begin());
}
inline Json& data_of(Forgery& forgery, const char* event) { return forgery.whole()["events"][place_of(forgery, event)]["data"]; }

inline void options_of(Forgery& forgery, const std::function<void(Json&)>& change) {
    change(forgery.whole()["options"]);
    change(forgery.whole()["events"][0]["data"]["options"]);
}

}  // namespace muster::test
