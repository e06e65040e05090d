// One number for all that a ruleset does (Subject::signature). If it changes, battles of the past would run otherwise:
// change it only together with the ruleset's version or when nobody can hold a record of the old one, and say so in the
// commit.
#include <doctest/doctest.h>

#include "rules/drive.hpp"
#include "tests/rules/subjects.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

class Fnv {
public:
    void add(std::string_view text) {
        for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325U;
};

class ChanceDice final : public Dice {
public:
    explicit ChanceDice(Chance& chance) : chance_(chance) {}
    std::optional<std::vector<int>> roll(int /*number*/, int count) override {
        std::vector<int> out(static_cast<std::size_t>(count));
        for (auto& die : out) die = chance_.between(1, 6);
        return out;
    }

private:
    Chance& chance_;
};

/// Options without what they tell since, which nothing that happens hangs on.
Json as_first_told(Json options) {
    options.erase("taking_part");
    options.erase("first");
    options.erase("faces");
    if (options.contains("units"))
        for (auto& unit : options["units"])
            if (unit.contains("weapons"))
                for (auto& weapon : unit["weapons"]) weapon.erase("twin_to_hit");
    return options;
}

void play(const Subject& subject, std::uint64_t seed, Fnv& hash) {
    SeededChance chance(seed);
    const auto battle = subject.ruleset->create(subject.setup(chance)).value();
    ChanceDice dice(chance);
    int rolls = 0;
    std::vector<Event> events;
    battle->begin(events);
    while (roll_on(*battle, dice, rolls, events) && !outcome_of(*battle)) {
        Decided decided;
        for (const auto& ask : open_asks(*battle)) {
            // The policies of simple-combat have moved units since E11; its signature is of defaults, and older.
            const auto other = subject.ruleset->id() == "simple-combat" ? Policy::preset : Policy::listed;
            decided.choices.push_back(battle->choose(ask.seat, chance.one_in(2) ? Policy::preset : other));
            hash.add(ask.kind + as_first_told(*ask.options).dump() + ask.preset.dump());
        }
        battle->apply(decided, events);
    }
    events.push_back(ended_event(*outcome_of(*battle), subject.ruleset->seats()));
    for (const auto& event : events) hash.add(event.name + event.data);
}

}  // namespace

TEST_CASE("ten thousand random battles of each ruleset run as they always have") {
    for (const auto* subject : subjects()) {
        Fnv hash;
        for (std::uint64_t seed = 0; seed < 10'000; ++seed) play(*subject, seed, hash);
        CAPTURE(subject->ruleset->id());
        CHECK(hash.value() == subject->signature);
    }
}
