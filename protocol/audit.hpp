// All dice of many battles: how often each face fell, and whether fair dice would let them fall so. `GET /api/v1/audit` and `muster audit` answer with it.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "rules/battle.hpp"
#include "rules/faces.hpp"
#include "rules/fields.hpp"
#include "rules/json.hpp"

namespace muster::protocol {

/// The query of `GET /api/v1/audit`.
struct AuditQuestion {
    std::string from;
    std::string to;
    static void fields(auto& visit, auto& self) {
        visit("from", self.from, Rule{.sparse = true, .max = 10, .about = "only battles that ended on this day (UTC, 2026-11-21) or later"});
        visit("to", self.to, Rule{.sparse = true, .max = 10, .about = "only battles that ended on this day or earlier"});
    }
};

/// How a number of dice fell, beside what fair ones do.
struct DiceFigures {
    std::int64_t dice = 0;
    std::vector<std::int64_t> faces{};
    double expected = 0;
    double spread = 0;
    double chi_square = 0;
    int degrees = 5;
    double p = 1;
    static void figures(auto& visit, auto& self) {
        visit("dice", self.dice, Rule{.about = "how many were rolled"});
        visit("faces", self.faces, Rule{.about = "how often 1 to 6 fell"});
        visit("expected", self.expected, Rule{.about = "how often fair dice show each face"});
        visit("spread", self.spread, Rule{.about = "the standard deviation of each of these numbers, with fair dice"});
        visit("chi_square", self.chi_square, Rule{.about = "Pearson's, over the six faces"});
        visit("degrees", self.degrees, Rule{.about = "its degrees of freedom"});
        visit("p", self.p, Rule{.about = "how often fair dice are at least as uneven"});
    }
};

/// The figures of these.
DiceFigures figures_of(const Faces& faces);
/// How often a chi-square with five degrees of freedom is at least `value`.
double chi_square_tail(double value);

struct SeatAudit : DiceFigures {
    std::string seat;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.about = "the seat that rolled; where the setup names the seats: its place, from 1"});
        figures(visit, self);
    }
};

struct PlayerAudit : DiceFigures {
    std::string player;
    static void fields(auto& visit, auto& self) {
        visit("player", self.player, Rule{.about = "who played the seat that rolled: people, or which of the server's own players"});
        figures(visit, self);
    }
};

struct RulesetAudit : DiceFigures {
    std::string ruleset;
    std::int64_t battles = 0;
    std::vector<SeatAudit> seats{};
    std::vector<PlayerAudit> players{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "ruleset", self.ruleset, "battles", self.battles);
        figures(visit, self);
        list_fields(visit, "seats", self.seats, "players", self.players);
    }
};

/// What such a table can show, and what it cannot.
inline constexpr std::string_view audit_note =
    "A table like this can show dice that are skewed as a whole, in a ruleset or for one seat. It cannot show that single rolls were chosen, since that can "
    "be made up for elsewhere: each battle's own proof does. Of twenty lines of fair dice one has a p below 0.05.";

struct Audit : DiceFigures {
    std::int64_t battles = 0;
    std::int64_t uncounted = 0;
    std::vector<RulesetAudit> rulesets{};
    std::string note{audit_note};
    static void fields(auto& visit, auto& self) {
        visit("battles", self.battles, Rule{.about = "finished battles whose dice are counted here, whoever may see them"});
        visit("uncounted", self.uncounted, Rule{.about = "finished battles that are still to be counted, of any day"});
        figures(visit, self);
        visit("rulesets", self.rulesets, Rule{.about = "by their names"});
        visit("note", self.note, Rule{.about = "what such a table can show, and what it cannot"});
    }
};

/// Who played a seat, by the battle's options: people, or the name of one of the server's own players.
std::string player_of(const Json& options, const std::string& seat);

/// What the seat at this place (from 0) is called in an audit: by its name if that is the ruleset's (null: unknown); otherwise by its place, from 1, since
/// whoever made the battle has named it.
std::string audited_seat(const rules::Ruleset* ruleset, std::size_t place, const std::string& seat);

/// Adds the six-sided dice of a `rolled` event to those of its seat; false: this is no such event's data, and nothing is added.
bool count_roll(JsonView data, std::map<std::string, Faces>& by_seat);

/// Gathers what an audit tells.
class DiceAudit {
public:
    /// What a seat, called as audited_seat() does, rolled in so many battles in which it was played so. A battle has each of its seats once.
    void add(const std::string& ruleset, const std::string& seat, const std::string& player, std::int64_t battles, const Faces& faces);
    Audit audit(std::int64_t uncounted) const;

private:
    struct Sums {
        std::map<std::string, Faces> seats{};
        std::map<std::string, Faces> players{};
        std::map<std::string, std::int64_t> battles{};  ///< by seat
    };
    std::map<std::string, Sums> rulesets_{};
};

}  // namespace muster::protocol
