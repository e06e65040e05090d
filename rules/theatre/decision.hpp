// What a seat decides: its question, whatever the kind. What differs between the kinds stands beside each of its parts: reading*, defaults,
// listed, random_choice, naming.
#pragma once
#include "rules/theatre/foresight.hpp"
#include "rules/theatre/naming.hpp"
#include "rules/theatre/policy.hpp"
#include "rules/theatre/reading.hpp"
#include "rules/theatre/ruleset.hpp"

namespace muster::rules::theatre {

struct Decision {
    const Campaign& campaign;
    const Question& question;
    const char* kind = kind_of(question.options);

    Naming named() const { return Naming(*campaign.world); }
    SharedJson options() const {
        return std::visit([&](const auto& offered) { return shared_json(named()(offered)); }, question.options);
    }
    std::expected<Choice, Refusal> read(JsonView choice) const { return read_choice(*campaign.world, question, choice); }
    auto write(const auto& choice) const { return named()(choice); }
    Choice usual() const { return default_choice(campaign, question); }
    Choice pick(Policy policy) const { return policy == Policy::listed ? listed_choice(campaign, question) : usual(); }
    Choice draw(Random& random) const { return random_choice(question, random); }
    /// Of lost tokens that may be of either sort, the first that is named goes.
    std::optional<Choice> prefer(const Preference& preference) const {
        const auto* losses = std::get_if<LossesOptions<int>>(&question.options);
        const int population = preference.rank("population");
        const int army = preference.rank("army");
        if (!losses || population == army) return {};  // neither is named
        Losses<int> out;
        for (const auto& toll : losses->areas) out.armies.emplace(toll.area, population < army ? toll.armies_min() : toll.armies_max());
        return out;
    }
    /// Of a plan of moves: how each conflict would end.
    Json meaning(JsonView choice) const {
        if (!std::holds_alternative<MoveOptions<int>>(question.options)) return {};
        const auto move = read(choice);
        return move ? to_json_value(foresee(campaign, question.seat, std::get<Move<int>>(*move))) : Json();
    }
};

}  // namespace muster::rules::theatre
