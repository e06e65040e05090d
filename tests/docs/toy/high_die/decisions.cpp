#include "rules/high_die/decisions.hpp"

#include <algorithm>
#include <array>

namespace muster::rules::high_die {

namespace {

const std::vector<Charm>& charms() {
    static const std::vector<Charm> all{{"hare", 1, 20}, {"owl", 3, 3}};
    return all;
}

const LayOptions& pieces() {
    static const LayOptions all{{{"pebbles", 2, 1}, {"shells", 1, 2}}, 2};
    return all;
}

/// So many of each, as far as there are any.
Laid laid(const std::array<int, 2>& counts) {
    Laid out;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        out.choice.units.push_back({pieces().pieces[i].unit, counts[i]});
        out.worth += counts[i] * pieces().pieces[i].worth;
    }
    return out;
}

}  // namespace

SharedJson CharmDecision::options() const { return shared_json(CharmOptions{charms()}); }

std::expected<Charm, Refusal> CharmDecision::read(JsonView choice) const {
    const auto read = read_fields<CharmChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    const auto found = std::ranges::find(charms(), read->charm, &Charm::name);
    if (found == charms().end()) return refuse(Code::illegal_choice, "there is no such charm", "/charm");
    return *found;
}

Charm CharmDecision::usual() const { return charms().front(); }
Charm CharmDecision::pick(Policy /*policy*/) const {
    return *std::ranges::max_element(charms(), {}, [this](const Charm& charm) { return charm.to(die); });
}
Charm CharmDecision::draw(Random& random) const { return charms()[random.below(charms().size())]; }

SharedJson LayDecision::options() const { return shared_json(pieces()); }

std::expected<Laid, Refusal> LayDecision::read(JsonView choice) const {
    const auto read = read_fields<LayChoice>(choice, Code::illegal_choice);
    if (!read) return std::unexpected(read.error());
    std::array<int, 2> counts{};
    int sum = 0;
    for (const auto& [unit, count] : read->units) {
        const auto found = std::ranges::find(pieces().pieces, unit, &LayOptions::Piece::unit);
        if (found == pieces().pieces.end()) return refuse(Code::illegal_choice, "there is no such piece", "/units");
        auto& of = counts[static_cast<std::size_t>(found - pieces().pieces.begin())];
        of += count;
        sum += count;
        if (of > found->count) return refuse(Code::illegal_choice, "there are not so many " + unit, "/units");
    }
    if (sum > pieces().most) return refuse(Code::illegal_choice, "two pieces at most may be laid", "/units");
    return laid(counts);
}

Laid LayDecision::pick(Policy /*policy*/) const { return laid({1, 1}); }
Laid LayDecision::draw(Random& random) const {
    static constexpr std::array<std::array<int, 2>, 5> all{{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}}};
    return laid(all[random.below(all.size())]);
}

}  // namespace muster::rules::high_die
