#include "protocol/audit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <ranges>

#include "protocol/client_messages.hpp"

namespace muster::protocol {

namespace {

/// The dice of a roll; nothing: this is no roll.
std::optional<Faces> faces_in(JsonView groups) {
    Faces out{};
    if (!groups.is_array()) return {};
    for (const auto group : groups) {
        const auto dice = group.is_object() ? group.find("dice") : std::nullopt;
        if (!dice || !dice->is_array()) return {};
        const auto other = group.find("sides");
        const std::int64_t sides = !other ? 6 : other->is_integer() ? other->integer() : 0;
        for (const auto die : *dice) {
            if (!die.is_integer() || die.integer() < 1 || die.integer() > sides) return {};
            if (sides == 6) ++out[die.natural() - 1];
        }
    }
    return out;
}

/// The figures of one of several lines.
template <typename Line>
Line line_of(const Faces& faces) {
    Line out;
    static_cast<DiceFigures&>(out) = figures_of(faces);
    return out;
}

/// Each battle has all seats of its ruleset, or a seat at the first place.
std::int64_t battles_of(const std::map<std::string, std::int64_t>& by_seat) {
    std::int64_t named = 0;
    std::int64_t placed = 0;
    for (const auto& [seat, battles] : by_seat) {
        auto& out = seat.find_first_not_of("0123456789") == std::string::npos ? placed : named;
        out = std::max(out, battles);
    }
    return named + placed;
}

}  // namespace

// Q(5/2, x/2), the upper regularised gamma function, which has a closed form for halves.
double chi_square_tail(double value) {
    if (value <= 0) return 1;
    return std::erfc(std::sqrt(value / 2)) + std::sqrt(2 * value / std::numbers::pi) * std::exp(-value / 2) * (1 + value / 3);
}

DiceFigures figures_of(const Faces& faces) {
    DiceFigures out{.faces = {faces.begin(), faces.end()}};
    out.dice = std::accumulate(faces.begin(), faces.end(), std::int64_t{0});
    out.expected = static_cast<double>(out.dice) / 6;
    out.spread = std::sqrt(out.expected * 5 / 6);
    if (out.dice == 0) return out;
    for (const auto count : faces) out.chi_square += std::pow(static_cast<double>(count) - out.expected, 2) / out.expected;
    out.p = chi_square_tail(out.chi_square);
    return out;
}

std::string player_of(const Json& options, const std::string& seat) {
    if (options.is_object() && options.contains("bots") && options["bots"].is_object())
        for (const auto& [bot, word] : names_of(Bot{}))
            if (const auto& bots = options["bots"]; bots.contains(seat) && bots[seat] == word) return std::string(word);
    return "people";
}

std::string audited_seat(const rules::Ruleset* ruleset, std::size_t place, const std::string& seat) {
    return ruleset && std::ranges::find(ruleset->seats(), seat) != ruleset->seats().end() ? seat : std::to_string(place + 1);
}

bool count_roll(JsonView data, std::map<std::string, Faces>& by_seat) {
    if (!data.is_object()) return false;
    const auto seat = data.find("seat");
    const auto groups = data.find("groups");
    if (!seat || !seat->is_string() || !groups) return false;
    const auto faces = faces_in(*groups);
    if (faces) add_faces(by_seat[std::string(seat->text())], *faces);
    return faces.has_value();
}

void DiceAudit::add(const std::string& ruleset, const std::string& seat, const std::string& player, std::int64_t battles, const Faces& faces) {
    auto& sums = rulesets_[ruleset];
    add_faces(sums.seats[seat], faces);
    add_faces(sums.players[player], faces);
    sums.battles[seat] += battles;
}

Audit DiceAudit::audit(std::int64_t uncounted) const {
    Faces all{};
    std::vector<RulesetAudit> rulesets;
    std::int64_t battles = 0;
    for (const auto& [ruleset, sums] : rulesets_) {
        Faces faces{};
        for (const auto& [seat, rolled] : sums.seats) add_faces(faces, rolled);
        add_faces(all, faces);
        auto& line = rulesets.emplace_back(line_of<RulesetAudit>(faces));
        line.ruleset = ruleset;
        line.battles = battles_of(sums.battles);
        battles += line.battles;
        for (const auto& [seat, rolled] : sums.seats) line.seats.emplace_back(line_of<SeatAudit>(rolled)).seat = seat;
        for (const auto& [player, rolled] : sums.players) line.players.emplace_back(line_of<PlayerAudit>(rolled)).player = player;
    }
    auto out = line_of<Audit>(all);
    out.battles = battles;
    out.uncounted = uncounted;
    out.rulesets = std::move(rulesets);
    return out;
}

}  // namespace muster::protocol
