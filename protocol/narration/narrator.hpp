// A battle told line by line from its events: for play, watch, replay and resolve alike.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/narration/field.hpp"
#include "protocol/narration/line.hpp"
#include "protocol/narration/telling.hpp"
#include "rules/describe/table.hpp"
#include "rules/json.hpp"

namespace muster::narration {

/// Tells one battle. Remembers names and armies, so events must come in order. Unknown events are told by their data.
class Narrator {
public:
    /// `seat` is whose eyes we look through; empty: nobody's.
    explicit Narrator(std::string seat = {}) : own_seat_(std::move(seat)) {}

    /// For battles whose events do not bring the setup (resolve). Otherwise `battle_created` does. `seats`: none if they are the ruleset's own.
    void begin(std::string_view ruleset, const Json& setup, std::vector<std::string> seats = {});

    /// An event {"event":…,"data":{…}} as lines; sometimes none.
    std::vector<Line> tell(const Json& event);

    /// All armies as they are now, on a field with the cells of `marked` marked; nothing for rulesets without.
    std::vector<Line> armies(const Json& marked = {}) const;
    /// The units on the field, each with its place and damage; nothing for rulesets without.
    std::vector<Line> roll() const { return unit_lines(table_.sides()); }
    /// Whether the event told last may have changed them.
    bool changed_armies() const { return changed_armies_; }

    /// What else the setup says: each side's advantages, the place, the house rules.
    std::vector<Line> terms() const { return terms_; }

    /// What the ruleset's description says, in words.
    const Telling& telling() const { return telling_; }

    /// "Attacker", "Attacker (you)".
    std::string who(std::string_view seat) const;

private:
    using Lines = std::vector<Line>;
    Lines created(const Json& data);
    Lines taken(const Json& data);
    Lines rematch_withdrawn(const Json& data);
    Lines handed_over(const Json& data);
    Lines started(const Json& data);
    Lines chosen(const Json& data) const;
    Lines described(const std::string& name, const rules::describe::EventDescription& event, const Json& data) const;
    /// What a choice of this kind is, as far as it can be told.
    std::string what_was_chosen(const std::string& kind, const Json& choice) const;
    Lines said(const Json& data) const;
    Lines ended(const Json& data) const;
    Lines other(const std::string& name, const Json& data) const;
    /// For events that say one thing of one seat. "{s}" and "{has}" in `says` become what the verb needs after the
    /// seat's name or "You"; what begins with "'s" becomes "Your".
    Lines of_seat(const Json& data, std::string_view says, Tone tone = Tone::normal) const;
    bool begins_on_map(const std::string& event) const;
    std::string titled(const std::string& seat) const;
    void rename(const std::string& seat, std::string name);

    struct Name {
        std::string seat;
        std::string name;
    };
    std::string own_seat_;
    std::vector<Name> names_{};
    Telling::Viewer viewer() const;

    Telling telling_{};
    rules::describe::Table table_{};
    std::optional<Field> field_{};
    bool changed_armies_ = false;
    bool contest_ = true;  ///< somebody wins in the end
    bool shared_ = false;  ///< both seats add to the dice
    std::vector<Line> terms_{};
    std::string no_rematch_{};  ///< why there can be none, as it was told last
};

}  // namespace muster::narration
