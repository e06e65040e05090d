#include "protocol/ledger/sentence.hpp"

#include <algorithm>
#include <cmath>

namespace muster::ledger {

namespace {

/// What something changed, as the sentence names it.
struct Part {
    std::string noun;
    double change = 0;
};

long points_of(double change) { return std::lround(std::abs(change) * 100); }

std::size_t told_of(const Ledger& ledger) {
    const auto winner = std::ranges::find_if(ledger.sides, [](const Side& side) { return side.result > 0; });
    if (winner == ledger.sides.end()) return 0;
    const auto place = static_cast<std::size_t>(winner - ledger.sides.begin());
    return ledger.sides.size() == 2 ? 1 - place : place;
}

/// "Ada's choice in phase 3" if that is nearly all that her choices changed, else "Ada's choices".
std::string own_noun(const Ledger& ledger, std::size_t place, double own, std::string_view chapter) {
    constexpr double nearly_all = 0.9;
    const auto& side = ledger.sides[place];
    const auto& name = who(ledger, place);
    for (const auto& step : ledger.steps)
        if (step.cause == Cause::choice && step.seat == side.seat && step.round && step.changes[place].sum * own > 0 &&
            std::abs(step.changes[place].sum - own) <= (1 - nearly_all) * std::abs(own))
            return name + "'s choice in " + std::string(chapter) + " " + std::to_string(*step.round);
    return name + "'s choices";
}

std::vector<Part> parts_of(const Ledger& ledger, std::size_t place, std::string_view chapter) {
    const auto& side = ledger.sides[place];
    double own = 0;
    double others = 0;
    double end = 0;
    for (const auto& step : ledger.steps) {
        const double change = step.changes[place].sum;
        if (step.cause == Cause::end) end += change;
        if (step.cause == Cause::choice) (step.seat == side.seat ? own : others) += change;
    }
    const auto theirs = ledger.sides.size() == 2 ? who(ledger, 1 - place) + "'s choices" : "the others' choices";
    std::vector<Part> out{{"the dice", side.luck.sum}, {own_noun(ledger, place, own, chapter), own}, {theirs, others}, {"the end before its time", end}};
    std::erase_if(out, [](const Part& part) { return points_of(part.change) == 0; });
    return out;
}

std::string counted(long points) { return std::to_string(points) + (points == 1 ? " point" : " points"); }

}  // namespace

const std::string& who(const Ledger& ledger, std::size_t place) {
    const auto& side = ledger.sides[place];
    const bool known = !side.name.empty() && std::ranges::count(ledger.sides, side.name, &Side::name) == 1;
    return known ? side.name : side.seat;
}

std::string sentence_of(const Ledger& ledger, std::string_view chapter) {
    auto place = told_of(ledger);
    auto parts = parts_of(ledger, place, chapter);
    for (std::size_t other = 0; other < ledger.sides.size() && parts.empty(); ++other)
        if (parts = parts_of(ledger, other, chapter); !parts.empty()) place = other;
    const auto& name = who(ledger, place);
    if (parts.empty()) return "Neither dice nor choices changed what " + name + " could expect.";
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto& [noun, change] = parts[i];
        const std::string verb = change < 0 ? " cost " : " gave ";
        if (i == 0) {
            out = noun + verb + name + " " + counted(points_of(change));
            if (out.starts_with("the ")) out[0] = 'T';
            continue;
        }
        const bool more = (change < 0) == (parts[i - 1].change < 0);
        out += (i + 1 == parts.size() ? ", and " : ", ") + noun + verb + (more ? "another " : "") + std::to_string(points_of(change));
    }
    if (!ledger.exact) {
        const auto& side = ledger.sides[place];
        out += " (simulated: give or take " + counted(std::max(1L, points_of(std::max(side.luck.error, side.choices.error)))) + ")";
    }
    return out + ".";
}

}  // namespace muster::ledger
