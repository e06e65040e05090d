#include "rules/advanced_combat/decisions.hpp"

#include "rules/advanced_combat/chance.hpp"
#include "rules/advanced_combat/foresight.hpp"
#include "rules/advanced_combat/mean_total.hpp"
#include "rules/advanced_combat/options.hpp"

namespace muster::rules::advanced_combat {

namespace {

Expected expected_of(const Moment& moment, int seat, const Wave& wave, const Counts& enemy) {
    const auto mean = mean_total(moment.game(), seat, wave, enemy, settlement_pieces(moment.game(), moment.now.position));
    return {mean.dice, mean.total};
}

}  // namespace

std::optional<Counts> Moment::ranks(const Counts& present, const Preference& preference) const {
    Counts out{};
    bool any = false;
    const auto& army = table.army_of(seat);
    for (int i = 0; i < static_cast<int>(army.size()); ++i) {
        at(out, i) = civilization::rank(preference, army[static_cast<std::size_t>(i)]);
        any = any || (at(present, i) > 0 && at(out, i) < preference.unnamed());
    }
    return any ? std::optional(out) : std::nullopt;
}

// ---- the wave ------------------------------------------------------------------------------------------------------

Counts WaveDecision::usual() const {
    WaveFinder finder;
    return usual_wave(game(), now.position, seat, size, finder);
}

Counts WaveDecision::pick(Policy policy) const {
    if (policy == Policy::best) return shared_wave(side(), own().units, size);
    WaveFinder finder;
    return choose_wave(policy, game(), now.position, seat, size, finder);
}

Counts WaveDecision::draw(Random& random) const { return random_wave(side(), own().units, size, random); }

std::optional<Counts> WaveDecision::prefer(const Preference& preference) const {
    const auto order = ranks(own().units, preference);
    return order ? std::optional(ranked_wave(*order, side(), own().units, size)) : std::nullopt;
}

Json WaveDecision::meaning(JsonView choice) const {
    const auto units = wave_so_far(table, seat, own().units, choice);
    if (!units) return {};
    const auto expected = [&](int whose, const Counts& wave, const Counts& against) {
        Wave supported{wave, {}, {}};
        if (now.support_declared(whose)) supported.support = now.wave(whose).support;
        else if (sum(wave, types_max) > 0) supported.support = usual_support(game(), whose, supported, against, now.position.of(whose).aircraft);
        return expected_of(*this, whose, supported, against);
    };
    return to_json_value(WaveMeaning{sum(*units, types_max), expected(seat, *units, enemy_wave()), expected(other(seat), enemy_wave(), *units)});
}

// ---- air support ---------------------------------------------------------------------------------------------------

Support SupportDecision::draw(Random& random) const { return random_support(side(), wave().units, own().aircraft, random); }

std::optional<Support> SupportDecision::prefer(const Preference& preference) const {
    const auto order = ranks(wave().units, preference);
    return order ? std::optional(ranked_support(*order, game(), seat, wave(), enemy_wave(), own().aircraft)) : std::nullopt;
}

Json SupportDecision::meaning(JsonView choice) const {
    auto support = support_so_far(table, seat, wave(), enemy_wave(), own().aircraft, choice);
    if (!support) return {};
    const Wave supported{wave().units, std::move(*support), {}};
    // Where the enemy has not chosen its wave yet, what it would put forward by default.
    const Counts enemy = now.step == Step::air_first ? WaveDecision{{table, now, other(seat)}, size}.usual() : enemy_wave();
    return to_json_value(AirMeaning{sum(taking_part(supported.support), types_max), expected_of(*this, seat, supported, enemy)});
}

// ---- casualties ----------------------------------------------------------------------------------------------------

Losses CasualtyDecision::pick(Policy policy) const {
    if (policy == Policy::best && due.splits) return foreseen_losses(game(), now, seat, due);
    return choose_losses(policy, game(), seat, wave(), enemy_wave(), due);
}

Losses CasualtyDecision::draw(Random& random) const { return random_losses(game(), seat, wave(), due, random); }

std::optional<Losses> CasualtyDecision::prefer(const Preference& preference) const {
    Counts asked = wave().units;
    for (std::size_t i = 0; i < side().units.size(); ++i)
        if (due.by_era[static_cast<std::size_t>(side().units[i].era)] == 0) asked[i] = 0;
    const auto order = ranks(asked, preference);
    return order ? std::optional(ranked_losses(*order, game(), seat, wave(), enemy_wave(), due)) : std::nullopt;
}

Json CasualtyDecision::meaning(JsonView choice) const {
    const auto losses = losses_so_far(table, seat, wave(), due, choice);
    if (!losses) return {};
    auto after = now;
    return casualty_meaning(table, seat, wave(), *losses, take_losses(game(), after, seat, *losses));
}

}  // namespace muster::rules::advanced_combat
