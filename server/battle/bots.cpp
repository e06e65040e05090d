#include "server/battle/bots.hpp"

#include <algorithm>
#include <ranges>

namespace muster::server {

std::expected<Bots, Refusal> read_bots(const protocol::Create& message, const std::vector<std::string>& seats) {
    Bots out;
    for (const auto& [name, options] : message.seats) {
        const auto seat = rules::seat_named(seats, name);
        if (!seat) return refuse(Code::bad_setup, "there is no seat \"" + name + "\" in " + message.ruleset + did_you_mean(name, seats), "/seats/" + name);
        if (options.bot) out[*seat] = *options.bot;
    }
    return out;
}

Json bots_json(const Bots& bots, const std::vector<std::string>& seats) {
    Json out = Json::object();
    for (const auto& [seat, bot] : bots) out[seats[static_cast<std::size_t>(seat)]] = name_of(bot);
    return out;
}

Bots bots_of(const Json& options, const std::vector<std::string>& seats) {
    Bots out;
    const auto found = options.find("bots");
    if (found == options.end()) return out;
    for (const auto& [name, word] : found->items())
        for (const auto& [bot, text] : names_of(protocol::Bot{}))
            if (const auto seat = rules::seat_named(seats, name); seat && word == text) out[*seat] = bot;
    return out;
}

std::string bot_name(protocol::Bot bot) { return "Muster (" + std::string(name_of(bot)) + ")"; }

bool bots_alone(const Bots& bots, const protocol::Fold& fold) {
    const auto seats = std::views::iota(rules::Seat{0}, static_cast<rules::Seat>(fold.seats().size()));
    return fold.phase() != protocol::Fold::Phase::over &&
           std::ranges::all_of(seats, [&](rules::Seat seat) { return bots.contains(seat) || fold.has_left(seat); });
}

SharedJson bot_choice(protocol::Bot bot, const protocol::Fold& fold, const protocol::OpenDecision& open, rules::Random& random) {
    if (fold.phase() != protocol::Fold::Phase::running) return open.ask.preset;
    if (bot == protocol::Bot::random) return fold.battle().random_choice(open.ask.seat, random);
    return fold.battle().choose(open.ask.seat, bot == protocol::Bot::best ? rules::Policy::best : rules::Policy::listed);
}

}  // namespace muster::server
