// Lists of orders to what stands on a map, typed on a line or in several, and the map itself.
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"
#include "rules/systems.hpp"
#include "rules/typed_orders.hpp"

namespace muster::cli {

namespace {

constexpr std::size_t orders_max = 1'000;

const rules::TypedOrders* typed_of(const Narrator& narrator) {
    const auto* ruleset = rules::shipped_rulesets().find(narrator.telling().ruleset());
    return ruleset ? ruleset->typed() : nullptr;
}

/// Without the semicolon that says that more will come; nothing: there is none.
std::optional<std::string> begun_list(const std::string& line) {
    const auto last = line.find_last_not_of(" \t\r");
    if (last == std::string::npos || line[last] != ';') return {};
    return line.substr(0, last);
}

}  // namespace

// Rules that are followed here say how it stands, and what is wrong with an order before it is sent.
void Player::follow_rules(const Json& event) {
    if (text_at(event, "event") == "battle_created") {
        const auto& data = value_at(event, "data");
        setup_ = value_at(data, "setup");
        const auto* ruleset = rules::shipped_rulesets().find(text_at(data, "ruleset"));
        follows_rules_ = settings_.automatic || (ruleset && ruleset->typed());
    }
    if (follows_rules_) local_.take(event);
}

std::vector<Line> Player::standing(const Json& marked) const {
    const auto* typed = typed_of(narrator_);
    const Json view = typed ? local_.view(seat_) : Json();
    if (view.is_null()) return narrator_.armies(marked);
    std::vector<Line> out;
    const auto rows = typed->map(setup_, view, [this](const std::string& area) { return narrator_.telling().area(area); });
    for (auto begin = rows.begin(); begin != rows.end();) {
        const auto end = std::ranges::find_if(begin, rows.end(), &rules::TypedOrders::Row::empty);
        if (!out.empty()) out.push_back({});
        bool head = true;
        for (auto& row : table({begin, end}, 2)) out.push_back({std::exchange(head, false) ? Tone::heading : Tone::normal, std::move(row)});
        begin = end == rows.end() ? end : end + 1;
    }
    return out;
}

std::string Player::draft_with(const std::string& line) const {
    auto all = draft_;
    if (!line.empty()) all.push_back(line);
    return joined(all, ";");
}

/// Takes an order to those that were typed before, if more are to come.
bool Player::drafts(const std::string& line) {
    if (draft_of_ != decision()) draft_.clear();
    draft_of_ = decision();
    if (!takes_orders(request_, narrator_.telling())) return false;
    const auto begun = begun_list(line);
    if (!begun) return false;
    if (draft_.size() >= orders_max) {
        tell("These are enough orders; Enter sends them.", Tone::bad);
        return true;
    }
    const auto choice = read_choice(request_, narrator_.telling(), draft_with(*begun));
    if (!choice) {
        tell(choice.error(), Tone::bad);
        return true;
    }
    draft_.push_back(*begun);
    tell_draft(*choice);
    return true;
}

void Player::tell_draft(const Json& choice) {
    std::vector<Line> lines;
    for (std::size_t i = 0; i < draft_.size(); ++i) lines.push_back({Tone::normal, "    " + std::to_string(i + 1) + "  " + plain(draft_[i])});
    if (const auto trouble = local_.trouble_with(seat_, text_at(request_, "kind"), choice)) lines.push_back({Tone::attention, "  As it is: " + *trouble + "."});
    lines.push_back({Tone::quiet, "  Enter sends it, u takes back the last."});
    tell(lines);
}

/// Whether there was an order to take back that has not been sent.
bool Player::undraft() {
    if (draft_.empty() || draft_of_ != decision() || !asked_now()) return false;
    tell("Taken back: " + plain(draft_.back()));
    draft_.pop_back();
    return true;
}

}  // namespace muster::cli
