#include "rules/dice/battle.hpp"

#include "rules/characters.hpp"
#include "rules/dice/chance.hpp"
#include "rules/dice/events.hpp"

namespace muster::rules::dice {

bool DiceBattle::step(Events& events) {
    if (stage_ == Stage::open) {
        if (throws_ == setup_->throws) return end({}, "throws");
        return ask(anybody, "throw", shared_json(ThrowOptions{setup_->throws - throws_}));
    }
    if (stage_ == Stage::wanted && setup_->ask_first && ask_others()) {
        stage_ = Stage::asking;
        return true;
    }
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
    std::vector<Ask> asks;
    const auto options = shared_json(AgreeOptions{seat_id(thrower_), text_of(wanted_.thrown), wanted_.words});
    for (const Seat seat : each_seat())
        if (seat != thrower_) asks.push_back({seat, "agree", options, shared_json(AgreeChoice{})});
    return !asks.empty() && ask(std::move(asks));
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

std::expected<DiceBattle::Choice, Refusal> DiceBattle::read(Seat /*seat*/, JsonView choice) const {
    if (stage_ == Stage::asking) {
        const auto made = read_fields<AgreeChoice>(choice, Code::illegal_choice);
        if (!made) return std::unexpected(made.error());
        return *made;
    }
    const auto made = read_fields<ThrowChoice>(choice, Code::illegal_choice);
    if (!made) return std::unexpected(made.error());
    auto thrown = read_throw(made->roll, "/roll");
    if (!thrown) return std::unexpected(thrown.error());
    if (text_of(*thrown).size() > text_max)  // "d%" becomes "d100"
        return refuse(Code::illegal_choice, "too long, written out: at most " + std::to_string(text_max) + " characters", "/roll");
    auto words = clean_text(made->words, words_max, "/for", Code::illegal_choice);
    if (!words) return std::unexpected(words.error());
    return Wanted{std::move(*thrown), std::move(*words)};
}

DiceBattle::Choice DiceBattle::pick(Seat /*seat*/, Policy /*policy*/) const {
    if (stage_ == Stage::asking) return AgreeChoice{};
    return Wanted{{Group{}}, {}};
}

DiceBattle::Choice DiceBattle::draw(Seat /*seat*/, Random& random) const {
    if (stage_ == Stage::asking) return AgreeChoice{random.below(2) == 0};
    return Wanted{random_throw(random), {}};
}

Json DiceBattle::meaning(Seat /*seat*/, const FlatJson& choice) const {
    const JsonView made = choice;
    const auto roll = made.find("roll");
    const auto thrown = stage_ == Stage::open && roll && roll->is_string() ? read_throw(roll->text(), "/roll") : refuse(Code::illegal_choice, "");
    if (!thrown) return {};
    ThrowMeaning out{.roll = text_of(*thrown)};
    for (const auto& each : *thrown) {
        const int counted = each.keep == Keep::all ? each.dice : each.kept;
        out.dice += each.dice;
        out.least += counted + each.modifier;
        out.most += counted * each.sides + each.modifier;
        out.hits_most += each.hit == Hit::none ? 0 : counted;
    }
    return to_json_value(out);
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
