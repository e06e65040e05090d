// Titles, players and days of a store with many battles, drawn so that whoever fills it and whoever searches it know the same words.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace muster::bench {

/// A value is drawn from a seed alone, the same on every machine.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : random_(seed) {}
    std::uint64_t below(std::uint64_t count) { return random_() % count; }
    bool one_in(std::uint64_t count) { return below(count) == 0; }
    const std::string& of(const std::vector<std::string>& words) { return words[below(words.size())]; }

private:
    std::mt19937_64 random_;
};

inline const std::vector<std::string>& adjectives() {
    static const std::vector<std::string> all{"last", "long", "lost", "iron", "red", "silent", "second", "winter", "burning", "old", "bitter", "great"};
    return all;
}
inline const std::vector<std::string>& nouns() {
    static const std::vector<std::string> all{"battle", "siege",    "ford",    "convoy",   "ridge", "quarrel",
                                              "march",  "crossing", "landing", "skirmish", "war",   "raid"};
    return all;
}

/// A word of two to four syllables: a place, a name.
inline std::string made_up_word(Draw& draw) {
    static const std::vector<std::string> syllables{"ka", "mor", "el", "thu", "ri", "van", "os", "dra", "li", "ben",  "ur",  "sha", "no", "gar", "wi",
                                                    "te", "pol", "ax", "je",  "fa", "hol", "um", "bri", "ce", "quin", "zsa", "y",   "dö", "ñi",  "ßen"};
    std::string word;
    for (auto count = 2 + draw.below(3); count > 0; --count) word += draw.of(syllables);
    if (word[0] >= 'a' && word[0] <= 'z') word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
}

/// One of 20,000.
inline std::string place(std::uint64_t which) {
    Draw draw(which * 2 + 1);
    return made_up_word(draw);
}

/// One of 50,000 players; the first are known to all others.
inline std::string player(std::uint64_t which) {
    Draw draw(which * 2);
    auto name = made_up_word(draw);
    return draw.one_in(3) ? name + std::to_string(which % 100) : name;
}
inline std::uint64_t any_player(Draw& draw) { return draw.below(1 + draw.below(50'000)); }

/// As people call theirs; some leave it out, as their browser does when they do not care.
inline std::string title(Draw& draw) {
    if (draw.one_in(10)) return "";
    std::string text = "The " + (draw.one_in(2) ? draw.of(adjectives()) + " " : std::string()) + draw.of(nouns());
    if (!draw.one_in(8)) text += " of " + place(draw.below(20'000));
    if (draw.one_in(10)) text += ", part " + std::to_string(1 + draw.below(99));
    return text;
}

/// All battles of a store are spread over so long, up to its end.
constexpr std::int64_t store_begins_ms = 1'704'067'200'000;  // 2024-01-01
constexpr std::int64_t store_ends_ms = 1'767'225'600'000;    // 2026-01-01

}  // namespace muster::bench
