// What a move is said to come to is what happens where nobody else moves after it.
#include <algorithm>
#include <map>

#include "rules/drive.hpp"
#include "rules/theatre/ruleset.hpp"
#include "tests/rules/rapid_chance.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/support/chance_dice.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

using Lost = std::map<std::string, int>;  ///< tokens by seat

struct Area {
    Lost lost{};
    std::optional<bool> falls{};
};
using Areas = std::map<std::string, Area>;

std::optional<Ask> last_mover(const Battle& battle) {
    const auto asks = open_asks(battle);
    if (asks.size() != 1 || asks.front().kind != "move" || asks.front().options.at("step") != 3) return {};
    return asks.front();
}

/// Whether the move was the last before the conflicts, and what they came to; all that is asked on the way is answered by default.
std::optional<Areas> happens(const Battle& battle, const Json& choice) {
    const auto copy = battle.clone();
    std::vector<Event> events;
    Decided decided;
    decided.choices.push_back(choice);
    copy->apply(decided, events);
    for (;;) {
        const auto asks = open_asks(*copy);
        if (!asks.empty() && asks.front().kind == "move") return {};
        if (asks.empty() || asks.front().kind != "losses") break;
        Decided usual;
        for (const auto& ask : asks) usual.choices.emplace_back(*ask.preset);
        copy->apply(usual, events);
    }
    Areas out;
    for (const auto& event : events) {
        if (event.name == "surplus_removed" || event.name == "calamity_struck") break;
        const auto data = parse_json(event.data).value();
        if (event.name == "losses_taken") out[data.at("area")].lost[data.at("seat")] += data.value("population", 0) + data.value("armies", 0);
        if (event.name == "city_assaulted") out[data.at("area")].falls = data.at("falls").get<bool>();
        // Who is repelled loses all; what a fallen city becomes is its owner's.
        if (event.name == "city_assaulted" && !data.at("falls")) out[data.at("area")].lost[data.at("seat")] += data.at("attackers").get<int>();
        if (event.name == "city_assaulted" && data.at("falls")) out[data.at("area")].lost[data.at("owner")] -= data.at("placed").get<int>();
    }
    return out;
}

Areas foreseen(const Json& meaning) {
    Areas out;
    for (const auto& fight : meaning.at("fights")) {
        auto& area = out[fight.at("area")];
        for (const auto& side : fight.at("sides")) area.lost[side.at("seat")] = side.at("tokens").get<int>() - side.at("left").get<int>();
        if (fight.contains("assault")) area.falls = fight.at("assault").at("falls").get<bool>();
    }
    return out;
}

void without_nothing(Areas& areas) {
    for (auto& [name, area] : areas) std::erase_if(area.lost, [](const auto& each) { return each.second == 0; });
}

}  // namespace

TEST_CASE("theatre: the last to move is told what each side will have left in his conflicts") {
    const auto all = subjects();
    const auto& subject = **std::ranges::find(all, "theatre", [](const Subject* each) { return each->ruleset->id(); });
    int fights = 0;
    int assaults = 0;
    CHECK(rc::check([&] {
        SeededChance chance(*rc::gen::arbitrary<std::uint64_t>());
        const auto battle = subject.ruleset->create(subject.setup(chance)).value();
        Random random(static_cast<std::uint64_t>(chance.below(1'000'000)));
        std::vector<Event> events;
        battle->begin(events);
        ChanceDice dice(chance);
        for (int rolls = 0; roll_on(*battle, dice, rolls, events) && !outcome_of(*battle);) {
            if (const auto ask = last_mover(*battle)) {
                const Json choice = battle->random_choice(ask->seat, random);
                const Json meaning = battle->meaning(ask->seat, choice);
                if (auto real = happens(*battle, choice)) {
                    auto told = foreseen(meaning);
                    without_nothing(told);
                    without_nothing(*real);
                    for (const auto& [name, area] : told) {
                        RC_ASSERT(area.lost == (*real)[name].lost);
                        RC_ASSERT(area.falls == (*real)[name].falls);
                        ++fights;
                        assaults += area.falls ? 1 : 0;
                    }
                }
            }
            Decided decided;
            for (const auto& ask : open_asks(*battle)) decided.choices.push_back(battle->random_choice(ask.seat, random));
            battle->apply(decided, events);
        }
    }));
    CHECK(fights > 50);
    CHECK(assaults > 5);
}
