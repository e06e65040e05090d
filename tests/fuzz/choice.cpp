// Any JSON as a choice, at any point of a battle of every ruleset: refused with illegal_choice, or legal and then the same
// when asked again, and the battle takes it.
//
// Input: a byte for the battle (starts.hpp), one for how many decisions the defaults make before, one for the dice; the rest is JSON.
#include "tests/fuzz/promise.hpp"
#include "tests/fuzz/starts.hpp"

using namespace muster;

namespace {

/// Where anybody may decide, the first does.
rules::Seat decider(const rules::Ask& ask) { return ask.seat == rules::anybody ? 0 : ask.seat; }

void try_choice(rules::Battle& battle, rules::Dice& dice, int rolls, const FlatJson& choice) {
    const auto asks = rules::open_asks(battle);
    auto decided = fuzz::defaults(asks);
    for (std::size_t i = 0; i < asks.size(); ++i) {
        const auto canonical = battle.check(decider(asks[i]), choice);
        const Json meaning = JsonView(choice).is_object() ? battle.meaning(decider(asks[i]), choice) : Json();
        fuzz::promise(meaning.is_null() || meaning.is_object(), "what a choice would come to is an object, if it can be told");
        if (!canonical) {
            const auto& refusal = canonical.error();
            fuzz::promise(refusal.code == Code::illegal_choice && !refusal.message.empty(), "an illegal choice is called so");
            fuzz::promise(refusal.path.empty() || refusal.path.front() == '/', "a path is a JSON pointer");
            continue;
        }
        const auto again = battle.check(decider(asks[i]), *canonical);
        fuzz::promise(again && *again == **canonical, "a canonical choice is its own canonical form");
        decided.choices[i] = *canonical;
    }
    std::vector<rules::Event> events;
    battle.apply(decided, events);
    rules::roll_on(battle, dice, rolls, events);
    for (const auto& event : events) fuzz::promise(parse_json(event.data).has_value(), "every event is good JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    constexpr std::size_t header = 3;
    if (size < header) return 0;
    const auto choice = parse_flat_json(fuzz::text_of(data + header, size - header));
    if (!choice) return 0;
    const auto& start = fuzz::starts()[data[0] % fuzz::starts().size()];
    auto battle = start.ruleset->create(start.setup);
    fuzz::promise(battle.has_value(), "the battle to start from has a legal setup");

    fuzz::SeededDice dice(data[2]);
    int rolls = 0;
    std::vector<rules::Event> events;
    (*battle)->begin(events);
    rules::roll_on(**battle, dice, rolls, events);
    for (int step = data[1] % (fuzz::most_defaults + 1); step > 0 && !rules::open_asks(**battle).empty(); --step) {
        (*battle)->apply(fuzz::defaults(rules::open_asks(**battle)), events);
        rules::roll_on(**battle, dice, rolls, events);
    }
    if (!rules::open_asks(**battle).empty()) try_choice(**battle, dice, rolls, *choice);
    return 0;
}
