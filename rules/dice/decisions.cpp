#include "rules/dice/decisions.hpp"

#include "rules/characters.hpp"
#include "rules/dice/chance.hpp"

namespace muster::rules::dice {

std::expected<Wanted, Refusal> ThrowDecision::read(JsonView choice) const {
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

Wanted ThrowDecision::draw(Random& random) const { return {random_throw(random), {}}; }

Json ThrowDecision::meaning(JsonView choice) const {
    const auto roll = choice.find("roll");
    const auto thrown = roll && roll->is_string() ? read_throw(roll->text(), "/roll") : refuse(Code::illegal_choice, "");
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

}  // namespace muster::rules::dice
