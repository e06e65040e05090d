#include "clients/cli/local_battle.hpp"

#include <algorithm>

#include "clients/cli/narration.hpp"
#include "rules/drive.hpp"

namespace muster::cli {

void LocalBattle::take(const Json& event) {
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    if (name == "battle_created") return create(data);
    if (!trouble_.empty() || !battle_) return;
    if (name == "battle_started" && !std::exchange(begun_, true)) {
        std::vector<rules::Event> events;
        battle_->begin(events);
    }
    if (!begun_) return;  // whether the seats are ready is no rule's business
    if (name == "chosen") return take_choice(data);
    if (name == "rolled") return take_dice(data);
}

void LocalBattle::create(const Json& data) {
    battle_.reset();
    begun_ = false;
    decided_ = {};
    trouble_.clear();
    const auto id = text_at(data, "ruleset");
    const auto version = number_at(data, "ruleset_version");
    ruleset_ = rulesets_.find(id, static_cast<int>(version));
    if (!ruleset_) {
        trouble_ = "this program does not know the ruleset \"" + plain(id) + "\", version " + std::to_string(version);
        return;
    }
    auto battle = ruleset_->create(value_at(data, "setup"));
    if (battle) battle_ = std::move(*battle);
    else trouble_ = "the rules here refuse the battle's setup: " + plain(battle.error().message);
}

// A decision that had one legal choice has no number: the rules here make it as well.
void LocalBattle::take_choice(const Json& data) {
    if (number_at(data, "decision") == 0) return;
    const auto& asks = rules::open_asks(*battle_);
    const auto seat = rules::seat_named(*ruleset_, text_at(data, "seat"));
    const auto index = decided_.choices.size();  // sealed choices are told in the order of the asks
    if (index >= asks.size() || asks[index].seat != seat || asks[index].kind != text_at(data, "kind")) {
        trouble_ = "the rules here did not expect what the " + plain(text_at(data, "seat")) + " chose";
        return;
    }
    auto choice = battle_->check(*seat, value_at(data, "choice"));
    if (!choice) {
        trouble_ = "the rules here refuse what the " + plain(text_at(data, "seat")) + " chose: " + plain(choice.error().message);
        return;
    }
    decided_.choices.push_back(std::move(*choice));
    if (decided_.choices.size() == asks.size()) apply(std::exchange(decided_, {}));
}

void LocalBattle::take_dice(const Json& data) {
    const auto* roll = std::get_if<rules::Roll>(&battle_->need());
    rules::Rolled rolled{static_cast<int>(number_at(data, "roll")), {}};
    if (const auto& groups = value_at(data, "groups"); groups.is_array())
        for (const auto& group : groups)
            if (const auto& dice = value_at(group, "dice"); dice.is_array())
                for (const auto& die : dice) rolled.values.push_back(die.is_number_integer() ? die.get<int>() : 0);
    const bool all_dice = std::ranges::all_of(rolled.values, [](int value) { return value >= 1 && value <= 6; });
    if (!roll || !all_dice || static_cast<int>(rolled.values.size()) != roll->dice()) {
        trouble_ = "the rules here did not expect these dice";
        return;
    }
    apply(rolled);
}

void LocalBattle::apply(const rules::Input& input) {
    std::vector<rules::Event> events;
    battle_->apply(input, events);
}

std::expected<Json, std::string> LocalBattle::choose(const std::string& seat_name, std::string_view kind, protocol::Bot bot, rules::Random& random) const {
    if (!trouble_.empty()) return std::unexpected(trouble_);
    const auto seat = ruleset_ ? rules::seat_named(*ruleset_, seat_name) : std::nullopt;
    if (begun_ && seat)
        for (const auto& ask : rules::open_asks(*battle_)) {
            if (ask.seat != *seat || ask.kind != kind) continue;
            if (bot == protocol::Bot::random) return battle_->random_choice(*seat, random);
            return battle_->choose(*seat, bot == protocol::Bot::listed ? rules::Policy::listed : rules::Policy::best);
        }
    return std::unexpected("the rules here do not ask the " + plain(seat_name) + " for this decision (" + plain(kind) + ")");
}

}  // namespace muster::cli
