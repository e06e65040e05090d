#include "tests/rules/contract.hpp"

#include <algorithm>

#include "rules/drive.hpp"
#include "tests/rules/mutations.hpp"

namespace muster::test {

using namespace muster::rules;

namespace {

/// A promise that did not hold; ends the play.
struct Broken {
    std::string what;
};

void promise(bool kept, const char* what, const std::string& detail = {}) {
    if (!kept) throw Broken{std::string(what) + (detail.empty() ? "" : ": " + detail)};
}

std::string everything(const Battle& battle, std::size_t seats) {
    std::string out = battle.view(Viewer::spectator()).dump() + battle.survivors().dump();
    for (std::size_t seat = 0; seat < seats; ++seat) out += battle.view(Viewer{static_cast<Seat>(seat)}).dump();
    for (const auto& ask : open_asks(battle)) out += std::to_string(ask.seat) + ask.kind + ask.options.dump() + ask.preset.dump();
    return out;
}

bool has_float(const Json& json) {
    if (json.is_number_float()) return true;
    if (!json.is_structured()) return false;
    for (const auto& item : json)
        if (has_float(item)) return true;
    return false;
}

class Play {
public:
    Play(const Subject& subject, Chance& chance) : subject_(subject), chance_(chance), setup_(subject.setup(chance)), battle_(created()) {}

    void run() {
        check_seats();
        battle_->begin(events_);
        for (; !outcome_of(*battle_); ++inputs_) {
            promise(inputs_ < subject_.inputs_max, "the battle ends");
            const auto before = battle_->survivors();
            apply(next_input());
            const auto now = battle_->survivors();
            for (const auto& [seat, count] : now.items()) promise(subject_.reinforced || count <= before.at(seat), "survivors never grow", now.dump());
        }
        promise(outcome_of(*battle_)->survivors == battle_->survivors(), "the outcome has the survivors");
        promise(!outcome_of(*battle_)->reason.empty(), "the outcome has a reason");
        check_events();
        replay();
    }

private:
    std::unique_ptr<Battle> created() const {
        auto battle = subject_.ruleset->create(setup_);
        promise(battle.has_value(), "the setup is accepted", battle ? "" : battle.error().path + ": " + battle.error().message);
        return std::move(*battle);
    }

    Input next_input() {
        if (const auto* roll = std::get_if<Roll>(&battle_->need())) {
            promise(roll->dice() > 0, "a roll has dice");
            Rolled rolled{rolls_++, {}};
            for (const int sides : roll->sides()) rolled.values.push_back(chance_.between(1, sides));
            return rolled;
        }
        const std::string before = everything(*battle_, seats());
        const auto& asks = open_asks(*battle_);
        promise(!asks.empty(), "something is needed until it is over");
        Decided decided;
        Seat last = -1;
        promise(asks.size() == 1 || std::ranges::find(asks, anybody, &Ask::seat) == asks.end(), "where anybody is asked nobody else is");
        for (auto ask : asks) {
            if (ask.seat == anybody) decided.by = ask.seat = chance_.below(static_cast<int>(seats()));
            promise(ask.seat > last, "several asks are in the order of the seats");
            last = ask.seat;
            decided.choices.push_back(decide(ask));
            promise(everything(*battle_, seats()) == before, "a choice that is checked but not applied changes nothing anybody sees");
        }
        return decided;
    }

    Json decide(const Ask& ask) {
        std::vector<Json> choices;
        for (const auto policy : {Policy::preset, Policy::best, Policy::listed}) choices.push_back(battle_->choose(ask.seat, policy));
        promise(choices[0] == ask.preset, "the default is what `preset` chooses");
        choices.push_back(battle_->random_choice(ask.seat, random_));
        for (const auto& choice : choices) {
            const auto checked = battle_->check(ask.seat, choice);
            promise(checked && *checked == choice, "a policy's choice is legal and canonical", ask.kind + ' ' + choice.dump());
        }
        const auto legal = subject_.legal(ask);
        if (legal) {
            promise(legal->size() > 1, "nobody is asked when only one choice is legal", ask.kind + ' ' + ask.options.dump());
            for (const auto& choice : *legal) {
                const auto checked = battle_->check(ask.seat, choice);
                promise(checked && *checked == choice, "what the options allow is accepted", ask.kind + ' ' + ask.options.dump() + choice.dump());
            }
            for (const auto& choice : choices)
                promise(std::ranges::count(*legal, choice) == 1, "a policy's choice is among what the options allow", choice.dump());
            choices.push_back(chance_.pick(*legal));
            for (int i = 0; i < 10; ++i) mutate(ask, *legal, chance_.pick(*legal));
        }
        return chance_.pick(choices);
    }

    void mutate(const Ask& ask, const std::vector<Json>& legal, const Json& from) {
        const Json choice = mutated(from, chance_);
        const auto checked = battle_->check(ask.seat, choice);
        const auto readings = subject_.readings(ask, choice);
        const bool fits = std::ranges::any_of(readings, [&](const Json& reading) { return std::ranges::count(legal, reading) == 1; });
        const std::string detail = ask.kind + ' ' + ask.options.dump() + ' ' + choice.dump();
        promise(checked.has_value() == fits, fits ? "a legal choice is accepted" : "an illegal choice is refused", detail);
        if (checked) {
            promise(std::ranges::count(readings, **checked) == 1 && std::ranges::count(legal, **checked) == 1, "check() gives the canonical form", detail);
        } else {
            promise(checked.error().code == Code::illegal_choice && !checked.error().message.empty(), "a refusal says illegal_choice and why", detail);
            promise(choice.is_object() == checked.error().path.starts_with("/"), "a refusal has a path into the choice", detail);
        }
    }

    void apply(const Input& input) {
        const auto twin = battle_->clone();
        std::vector<Event> twin_events;
        const std::size_t from = events_.size();
        battle_->apply(input, events_);
        twin->apply(input, twin_events);
        promise(events_.size() - from == twin_events.size(), "a clone has the same events");
        for (std::size_t i = 0; i < twin_events.size(); ++i) promise(twin_events[i].data == events_[from + i].data, "a clone has the same events");
        promise(everything(*twin, seats()) == everything(*battle_, seats()), "a clone is in the same state");
        inputs_taken_.push_back(input);
    }

    void check_seats() const {
        promise(!subject_.ruleset->has_fixed_seats() || battle_->seats() == subject_.ruleset->seats(),
                "a battle has its ruleset's seats, unless its setup names them");
        const std::set<std::string> names(battle_->seats().begin(), battle_->seats().end());
        promise(names.size() == seats() && seats() <= seats_max && !names.contains(""), "seats have names of their own");
        promise(seats_of(*subject_.ruleset, setup_) == battle_->seats(), "a setup tells its seats");
    }

    void check_events() const {
        for (const auto& event : events_) {
            promise(!event.name.empty() && event.name != "battle_ended", "events are named, and the end is the driver's", event.name);
            for (int seat = -1; seat < static_cast<int>(seats()); ++seat) {
                const auto& data = event.data_for(seat < 0 ? Viewer::spectator() : Viewer{seat});
                const auto read = parse_json(data);
                promise(read && read->is_object() && !has_float(*read), "events are JSON objects without floating point", data);
                promise(read->dump() == data, "events are canonical text", data);
            }
        }
    }

    void replay() const {
        const auto again = created();
        std::vector<Event> events;
        again->begin(events);
        for (const auto& input : inputs_taken_) again->apply(input, events);
        promise(events.size() == events_.size(), "the same inputs give the same events");
        for (std::size_t i = 0; i < events.size(); ++i)
            promise(events[i].name == events_[i].name && events[i].data == events_[i].data && events[i].instead == events_[i].instead,
                    "the same inputs give the same events");
    }

    std::size_t seats() const { return battle_->seats().size(); }

    const Subject& subject_;
    Chance& chance_;
    Json setup_;
    std::unique_ptr<Battle> battle_;
    std::vector<Event> events_{};
    std::vector<Input> inputs_taken_{};
    int inputs_ = 0;
    int rolls_ = 0;
    Random random_{static_cast<std::uint64_t>(chance_.below(1 << 30))};
};

}  // namespace

std::string broken_promise(const Subject& subject, Chance& chance) {
    try {
        Play(subject, chance).run();
    } catch (const Broken& broken) {
        return broken.what;
    }
    return {};
}

}  // namespace muster::test
