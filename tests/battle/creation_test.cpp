// A battle that has just been made is not read from the store; it must be the one that would be read.
#include <doctest/doctest.h>

#include "rules/systems.hpp"
#include "server/battle/codec.hpp"

using namespace muster;
using namespace muster::server;

namespace {

constexpr Now now{1'800'000'000'000, 0};

protocol::Create example_of(const rules::Ruleset& ruleset, Json options, int bots) {
    protocol::Create out;
    out.ruleset = ruleset.id();
    out.setup = ruleset.catalog()["example"];
    out.options = read_fields<protocol::CreateOptions>(options, Code::bad_message).value();
    for (const auto& seat : ruleset.seats())
        if (bots-- > 0) out.seats[seat].bot = protocol::Bot::random;
    return out;
}

std::string told(const BattleState& state, rules::Viewer viewer) {
    std::string out = protocol::message_text(state.following(viewer), "");
    for (const auto& open : state.fold().open()) out += (*state.request(open))[0].text;
    if (const auto clock = state.clock(now)) out += (*clock)[0].text;
    return out;
}

void check_same(const LoadedBattle& begun, const LoadedBattle& read) {
    REQUIRE(begun.history.head() == read.history.head());
    CHECK(begun.history.inputs() == read.history.inputs());
    const auto seats = static_cast<rules::Seat>(read.state->fold().seats().size());
    std::vector<rules::Viewer> viewers{rules::Viewer::spectator()};
    for (rules::Seat seat = 0; seat < seats; ++seat) viewers.push_back({seat});
    for (const auto viewer : viewers) {
        CHECK(told(*begun.state, viewer) == told(*read.state, viewer));
        for (std::int64_t seq = 1; seq <= read.history.head(); ++seq) CHECK(begun.history.body(seq, viewer) == read.history.body(seq, viewer));
    }
    CHECK(begun.state->number() == read.state->number());
    CHECK(begun.state->wake_at() == read.state->wake_at());
    CHECK(begun.state->wake_kept() == read.state->wake_kept());
    CHECK(begun.state->bots().size() == read.state->bots().size());
}

}  // namespace

TEST_CASE("a battle that has just been made is the one that the store would give") {
    const auto& rulesets = rules::shipped_rulesets();
    const Json plain = Json::object();
    const Json rich{
        {"title", "Of an evening"}, {"visibility", "private"}, {"confirm", true}, {"clock", {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT10S"}}}};
    for (const auto* ruleset : rulesets.all()) {
        for (const auto& options : {plain, rich})
            for (const int bots : {0, 1, 2}) {
                CAPTURE(ruleset->id());
                CAPTURE(options.dump());
                CAPTURE(bots);
                auto made = new_battle(example_of(*ruleset, options, bots), rulesets, nullptr, now);
                REQUIRE_MESSAGE(made, made.error().message);
                const auto token = made->answer.seats.empty() ? std::string() : made->answer.seats.front().token;
                const auto stored = made->stored(7);
                const auto read = BattleCodec::read(stored, rulesets, nullptr, now);
                const auto begun = BattleCodec::begin(std::move(*made), 7, nullptr, now);
                REQUIRE(read);
                REQUIRE(begun);
                check_same(*begun, *read);
                CHECK(begun->state->viewer_for(token)->seat == read->state->viewer_for(token)->seat);
            }
    }
}
