#include "rules/dice/battle.hpp"

#include "rules/dice/events.hpp"

namespace muster::rules::dice {

bool DiceBattle::step(Events& events) {
    if (stage_ == Stage::open) {
        if (throws_ == setup_->throws) return end({{}, "throws"});
        return ask(anybody);
    }
    if (stage_ == Stage::wanted && setup_->ask_first && ask_others()) return true;
    if (!against_.empty()) {
        refuse_throw(events);
        return false;
    }
    stage_ = Stage::rolling;
    Roll roll{thrower_, "throw", {}};
    for (const auto& each : wanted_.thrown) roll.groups.push_back({.label = text_of(each), .dice = each.dice, .sides = each.sides});
    need_ = std::move(roll);
    return true;
}

void DiceBattle::take(Seat seat, Wanted wanted, Events& /*events*/) {
    thrower_ = seat;
    wanted_ = std::move(wanted);
    stage_ = Stage::wanted;
}

/// False: there are none.
bool DiceBattle::ask_others() {
    std::vector<Seat> others;
    for (const Seat seat : each_seat())
        if (seat != thrower_) others.push_back(seat);
    if (others.empty()) return false;
    stage_ = Stage::asking;
    return ask(others);
}

void DiceBattle::take(Seat seat, AgreeChoice choice, Events& /*events*/) {
    if (!choice.agree) against_.push_back(seat);
}

void DiceBattle::refuse_throw(Events& events) {
    ThrowRefused data{seat_id(thrower_), text_of(wanted_.thrown), wanted_.words, {}};
    for (const Seat seat : against_) data.by.push_back(seat_id(seat));
    events.push_back(make_event("throw_refused", data));
    against_.clear();
    stage_ = Stage::open;
}

void DiceBattle::take_dice(Seat seat, const std::vector<int>& values, Events& events) {
    Thrown data{.number = ++throws_, .seat = seat_id(seat), .roll = text_of(wanted_.thrown), .words = wanted_.words, .groups = {}};
    auto next = values.begin();
    for (const auto& group : wanted_.thrown) {
        const std::vector<int> dice(next, next + group.dice);
        next += group.dice;
        const auto how = fallen(group, dice);
        auto& told = data.groups.emplace_back(ThrownGroup{text_of(group), dice, {}, how.total});
        for (std::size_t i = 0; i < dice.size(); ++i)
            if (!how.counts[i]) told.dropped.push_back(static_cast<int>(i));
        if (group.hit != Hit::none) {
            told.hits = how.hits;
            data.hits = data.hits.value_or(0) + how.hits;
        }
        data.total += how.total;
    }
    auto& made = made_[static_cast<std::size_t>(seat)];
    ++made.throws;
    made.dice += static_cast<int>(values.size());
    events.push_back(make_event("thrown", data));
    stage_ = Stage::open;
}

// ---- decisions ---------------------------------------------------------------------------------------------------------

std::variant<ThrowDecision, AgreeDecision> DiceBattle::decision(Seat /*seat*/) const {
    if (stage_ == Stage::asking) return AgreeDecision{seat_id(thrower_), wanted_};
    return ThrowDecision{setup_->throws - throws_};
}

// ---- how it stands -----------------------------------------------------------------------------------------------------

Json DiceBattle::situation() const {
    Json wanted;
    if (stage_ != Stage::open) wanted = {{"seat", seat_id(thrower_)}, {"roll", text_of(wanted_.thrown)}, {"for", wanted_.words}};
    return {{"table", {{"throws", throws_}, {"left", setup_->throws - throws_}, {"wanted", std::move(wanted)}}}};
}

Json DiceBattle::situation_of(Seat seat) const {
    const auto& made = made_[static_cast<std::size_t>(seat)];
    return {{"throws", made.throws}, {"dice", made.dice}};
}

}  // namespace muster::rules::dice
