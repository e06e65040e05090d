#include "rules/dice/notation.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "rules/battle.hpp"

namespace muster::rules::dice {

namespace {

/// Takes a throw apart. Whatever is wrong is kept, the first only; what comes after it is not looked at.
class Reader {
public:
    Reader(std::string_view text, const std::string& path) : path_(path) {
        for (const char c : text)
            if (c != ' ') text_ += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }

    std::expected<Throw, Refusal> all() {
        Throw out;
        do out.push_back(group());
        while (!refusal_ && take(","));
        if (!refusal_ && at_ < text_.size()) expected("kh, kl, +, -, >=, <= or a comma");
        if (!refusal_ && out.size() > groups_max) wrong("at most " + std::to_string(groups_max) + " kinds of dice in a throw");
        const int dice = std::accumulate(out.begin(), out.end(), 0, [](int sum, const Group& each) { return sum + each.dice; });
        if (!refusal_ && dice > dice_max) wrong("at most " + std::to_string(dice_max) + " dice in a throw");
        if (refusal_) return std::unexpected(std::move(*refusal_));
        return out;
    }

private:
    Group group() {
        Group out;
        if (is_digit()) out.dice = number("dice", 1, dice_max);
        if (!refusal_ && !take("d")) expected("dice like 8d6");
        if (take("%")) out.sides = sides_max;
        else out.sides = number("sides", 2, sides_max);
        while (!refusal_ && part(out)) {}
        return out;
    }

    /// One of the parts after the sides; false: there is none.
    bool part(Group& out) {
        for (const auto& [word, keep] : {std::pair("kh", Keep::highest), std::pair("kl", Keep::lowest)})
            if (take(word)) {
                if (out.keep != Keep::all) wrong("a kind of dice is kept by one rule");
                out.keep = keep;
                out.kept = number("dice to keep", 1, out.dice);
                return true;
            }
        for (const auto& [word, sign] : {std::pair("+", 1), std::pair("-", -1)})
            if (take(word)) {
                if (out.modifier != 0) wrong("a kind of dice has one modifier");
                out.modifier = sign * number("a modifier", 0, modifier_max);
                return true;
            }
        for (const auto& [word, hit] : {std::pair(">=", Hit::at_least), std::pair("<=", Hit::at_most)})
            if (take(word)) {
                if (out.hit != Hit::none) wrong("a kind of dice hits by one rule");
                out.hit = hit;
                out.threshold = number("what hits", 1, out.sides);
                return true;
            }
        return false;
    }

    bool is_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }

    bool take(std::string_view word) {
        if (refusal_ || !std::string_view(text_).substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    int number(std::string_view what, int least, int most) {
        if (refusal_) return least;
        if (!is_digit()) {
            expected(std::string(what) + " as a number");
            return least;
        }
        int out = 0;
        for (; is_digit(); ++at_) out = std::min(out * 10 + (text_[at_] - '0'), most + 1);
        if (out < least || out > most) wrong(std::string(what) + ": " + std::to_string(least) + " to " + std::to_string(most));
        return std::clamp(out, least, most);
    }

    void expected(const std::string& what) {
        wrong("expected " + what + (at_ < text_.size() ? " at \"" + text_.substr(at_) + "\"" : " at the end") +
              "; a throw is written like 8d6>=5 or 4d6kh3+2, d20");
    }
    void wrong(std::string sentence) {
        if (!refusal_) refusal_ = Refusal{Code::illegal_choice, std::move(sentence), path_};
    }

    std::string path_;
    std::string text_{};
    std::size_t at_ = 0;
    std::optional<Refusal> refusal_{};
};

}  // namespace

std::expected<Throw, Refusal> read_throw(std::string_view text, const std::string& path) { return Reader(text, path).all(); }

std::string text_of(const Group& group) {
    std::string out = std::to_string(group.dice) + 'd' + std::to_string(group.sides);
    if (group.keep != Keep::all) out += (group.keep == Keep::highest ? "kh" : "kl") + std::to_string(group.kept);
    if (group.modifier != 0) out += (group.modifier > 0 ? "+" : "") + std::to_string(group.modifier);
    if (group.hit != Hit::none) out += (group.hit == Hit::at_least ? ">=" : "<=") + std::to_string(group.threshold);
    return out;
}

std::string text_of(const Throw& thrown) {
    std::string out;
    for (const auto& each : thrown) out += (out.empty() ? "" : ", ") + text_of(each);
    return out;
}

Fallen fallen(const Group& group, const std::vector<int>& dice) {
    std::vector<std::size_t> order(dice.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t each) { return std::pair(group.keep == Keep::lowest ? dice[each] : -dice[each], each); });
    if (group.keep != Keep::all) order.resize(static_cast<std::size_t>(group.kept));
    Fallen out{.counts = std::vector<bool>(dice.size(), false), .total = group.modifier};
    for (const auto each : order) {
        out.counts[each] = true;
        out.total += dice[each];
        if ((group.hit == Hit::at_least && dice[each] >= group.threshold) || (group.hit == Hit::at_most && dice[each] <= group.threshold)) ++out.hits;
    }
    return out;
}

}  // namespace muster::rules::dice
