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
    decided_.clear();
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
    const auto seat = rules::seat_named(battle_->seats(), text_at(data, "seat"));
    const auto ask = std::ranges::find_if(
        asks, [&](const rules::Ask& each) { return (each.seat == seat || each.seat == rules::anybody) && each.kind == text_at(data, "kind"); });
    if (!seat || ask == asks.end() || decided_.contains(*seat)) {
        trouble_ = "the rules here did not expect what the " + plain(text_at(data, "seat")) + " chose";
        return;
    }
    auto choice = battle_->check(*seat, value_at(data, "choice"));
    if (!choice) {
        trouble_ = "the rules here refuse what the " + plain(text_at(data, "seat")) + " chose: " + plain(choice.error().message);
        return;
    }
    decided_.emplace(*seat, std::move(*choice));
    if (decided_.size() < asks.size()) return;
    rules::Decided decided;
    decided.by = *seat;
    for (const auto& each : asks) decided.choices.push_back(std::move(decided_.at(each.seat == rules::anybody ? *seat : each.seat)));
    decided_.clear();
    apply(std::move(decided));
}

void LocalBattle::take_dice(const Json& data) {
    const auto* roll = std::get_if<rules::Roll>(&battle_->need());
    rules::Rolled rolled{static_cast<int>(number_at(data, "roll")), {}};
    if (const auto& groups = value_at(data, "groups"); groups.is_array())
        for (const auto& group : groups)
            if (const auto& dice = value_at(group, "dice"); dice.is_array())
                for (const auto& die : dice) rolled.values.push_back(die.is_number_integer() ? die.get<int>() : 0);
    const auto sides = roll ? roll->sides() : std::vector<int>();
    const bool all_dice = std::ranges::equal(rolled.values, sides, [](int value, int most) { return value >= 1 && value <= most; });
    if (!roll || !all_dice) {
        trouble_ = "the rules here did not expect these dice";
        return;
    }
    apply(rolled);
}

void LocalBattle::apply(const rules::Input& input) {
    std::vector<rules::Event> events;
    battle_->apply(input, events);
}

const rules::Ask* LocalBattle::open_ask(const std::string& seat_name, std::string_view kind) const {
    const auto seat = battle_ ? rules::seat_named(battle_->seats(), seat_name) : std::nullopt;
    if (!trouble_.empty() || !begun_ || !seat) return nullptr;
    const auto& asks = rules::open_asks(*battle_);
    const auto found =
        std::ranges::find_if(asks, [&](const rules::Ask& each) { return (each.seat == *seat || each.seat == rules::anybody) && each.kind == kind; });
    return found == asks.end() ? nullptr : &*found;
}

std::expected<Json, std::string> LocalBattle::choose(const std::string& seat_name, std::string_view kind, protocol::Bot bot, rules::Random& random) const {
    if (!trouble_.empty()) return std::unexpected(trouble_);
    const auto* ask = open_ask(seat_name, kind);
    if (!ask) return std::unexpected("the rules here do not ask the " + plain(seat_name) + " for this decision (" + plain(kind) + ")");
    const auto seat = *rules::seat_named(battle_->seats(), seat_name);
    if (bot == protocol::Bot::random) return battle_->random_choice(seat, random);
    return battle_->choose(seat, bot == protocol::Bot::listed ? rules::Policy::listed : rules::Policy::best);
}

std::optional<std::string> LocalBattle::trouble_with(const std::string& seat_name, std::string_view kind, const Json& choice) const {
    if (!open_ask(seat_name, kind)) return {};
    const auto checked = battle_->check(*rules::seat_named(battle_->seats(), seat_name), choice);
    if (checked) return {};
    return plain(checked.error().message);
}

Json LocalBattle::view(const std::string& seat_name) const {
    if (!battle_ || !trouble_.empty() || !begun_) return {};
    const auto seat = rules::seat_named(battle_->seats(), seat_name);
    return battle_->view(rules::Viewer{seat});
}

std::expected<rules::StandingOrders, Refusal> LocalBattle::read_orders(const Json& orders) const {
    if (!battle_) return refuse(Code::bad_message, trouble_.empty() ? "the battle is not known here" : trouble_, "/orders");
    return rules::read_standing_orders(orders, *ruleset_, *battle_, "/orders");
}

std::optional<rules::StandingChoice> LocalBattle::ordered(const std::string& seat, std::string_view kind, const rules::StandingOrders& orders) const {
    const auto* ask = open_ask(seat, kind);
    return ask ? rules::standing_choice(*battle_, *ask, orders) : std::nullopt;
}

}  // namespace muster::cli
