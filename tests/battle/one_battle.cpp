#include "tests/battle/one_battle.hpp"

#include <algorithm>

#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/rock_paper.hpp"

namespace muster::test {

using namespace server;

namespace {

const rules::Rulesets& rulesets() {
    static const rules::Rulesets all([] {
        std::vector<const rules::Ruleset*> out{&rock_paper(), &rock_paper_duel()};
        for (const auto* each : rules::shipped_rulesets().all()) out.push_back(each);
        return out;
    }());
    return all;
}

}  // namespace

protocol::Create rock_paper_wanted(const Json& options, int rounds) {
    protocol::Create out;
    out.ruleset = "rock-paper";
    out.setup = {{"rounds", rounds}};
    out.options = read_fields<protocol::CreateOptions>(options, Code::bad_message).value();
    return out;
}

OneBattle::OneBattle(const Json& options, int rounds) : OneBattle(rock_paper_wanted(options, rounds), nullptr) { all_sit_down(); }

OneBattle::OneBattle(const protocol::Create& message, const NudgePlaces* places) : places_(places) {
    auto made = new_battle(message, around(), now);
    REQUIRE_MESSAGE(made, made.error().message);
    for (const auto& each : made->answer.seats) tokens[each.seat] = each.token;
    stored = made->stored;
    stored.number = 1;
    take(BattleCodec::begin(std::move(*made), 1, around(), now));
}

Surroundings OneBattle::around() const { return {rulesets(), test_key(), places_}; }

void OneBattle::sit_down(const std::string& name) {
    REQUIRE(apply(TakeSeat{seat(name), {name}}));
    set_here(name, true);
}

void OneBattle::all_sit_down() {
    for (const auto& name : state->fold().seats())
        if (!state->fold().seat_taken(seat(name))) sit_down(name);
}

BattleState::Applied OneBattle::apply(const Command& command) {
    auto change = state->apply(command, now);
    if (!change || !change->stores) return change;
    store(change->step);
    history.append(change->events, change->inputs);
    return change;
}

BattleState::Applied OneBattle::send(const std::string& seat, SeatMessage message, const std::string& id) {
    return apply(FromSeat{{.token = tokens.at(seat)}, id, std::move(message), "fresh " + std::to_string(++sent_)});
}

std::string OneBattle::outcome(const BattleState::Applied& applied) const {
    if (!applied) return std::string(name(applied.error().code));
    const auto told = answer(applied);
    return told["type"].get<std::string>() + (told.contains("seq") ? " " + std::to_string(told["seq"].get<int>()) : "");
}

Json OneBattle::answer(const BattleState::Applied& applied) {
    REQUIRE_MESSAGE(applied, applied.error().message);
    REQUIRE(applied->answer);
    return Json::parse((*applied->answer)[0].text);
}

std::string OneBattle::throws(const std::string& seat, const std::string& hand, const std::string& id) {
    return tell(seat, protocol::Choose{stored.header.id, decision_of(seat), Json{{"throw", hand}}}, id);
}

std::vector<std::string> OneBattle::let_time_act() {
    std::vector<std::string> out;
    while (auto command = time_demands(*state, now)) {
        out.push_back(std::holds_alternative<CreditAbsence>(*command)  ? "credit"
                      : std::holds_alternative<PassDeadline>(*command) ? "deadline"
                      : std::holds_alternative<Remind>(*command)       ? "remind"
                                                                       : "tell");
        REQUIRE(out.size() < 1'000);  // else it would go on for ever
        REQUIRE(apply(*command));
    }
    return out;
}

void OneBattle::reload() { take(BattleCodec::read(stored, around(), now)); }

void OneBattle::take(std::expected<LoadedBattle, Refusal> battle) {
    REQUIRE_MESSAGE(battle, battle.error().message);
    state = std::move(battle->state);
    history = std::move(battle->history);
}

std::vector<std::string> OneBattle::events(std::int64_t after) const {
    std::vector<std::string> out;
    for (auto seq = after + 1; seq <= history.head(); ++seq) out.push_back(Json::parse(text_of(seq))["event"]);
    return out;
}

std::int64_t OneBattle::decision_of(const std::string& name) const {
    for (const auto& open : state->fold().open())
        if (open.ask.seat == seat(name)) return open.id;
    return 0;
}

rules::Seat OneBattle::seat(const std::string& name) const { return rules::seat_named(state->fold().seats(), name).value(); }

// As a store keeps it: see storage/memory_store.cpp.
void OneBattle::store(const storage::Step& step) {
    storage::Step kept{step.first_seq, step.last_seq, step.events, step.inputs, step.answers};
    stored.steps.push_back(std::move(kept));
    for (const auto& each : step.unseal)
        std::erase_if(stored.sealed, [&](const storage::Sealed& sealed) { return sealed.seat == each.seat && sealed.decision == each.decision; });
    stored.sealed.insert(stored.sealed.end(), step.seal.begin(), step.seal.end());
    for (const auto& each : step.keep) {
        std::erase_if(stored.kept, [&](const storage::Kept& old) { return old.seat == each.seat && old.name == each.name; });
        if (!each.value.empty()) stored.kept.push_back(each);
    }
    for (const auto& [name, hash] : step.tokens) std::ranges::find(stored.seats, name, &storage::Seat::seat)->token_hash = hash;
    for (const auto& taken : step.taken) {
        auto& mine = *std::ranges::find(stored.seats, taken.seat, &storage::Seat::seat);
        mine.name = taken.name;
        mine.taken = true;
    }
    if (step.wake_at) stored.wake_at = *step.wake_at;
    if (step.visibility) stored.header.visibility = *step.visibility;
    if (step.open) stored.open = *step.open;
    if (step.status) stored.status = *step.status;
    if (!step.outcome.empty()) stored.outcome = step.outcome;
    if (!step.finished_at.empty()) stored.finished_at = step.finished_at;
}

}  // namespace muster::test
