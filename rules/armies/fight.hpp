// The fight for one area from its first count to its end, without JSON. (Of more than two sides: nations_fight.hpp.)
//
//   Fight fight(area);
//   std::vector<Happening> happened = fight.begin();
//   while (const auto removal = fight.next()) fight.remove(tokens_that_the_owners_choose, happened);
//   fight.finish()
#pragma once
#include <variant>
#include <vector>

#include "rules/armies/melee.hpp"
#include "rules/finish.hpp"

namespace muster::rules::armies {

/// When a token goes: before combat, one side after the other, or both sides at once.
enum class Step : std::uint8_t { before, alternating, simultaneous };

/// Who must give up a token now, by seat.
struct Removal {
    Step step = Step::before;
    std::array<bool, seats_max> loses{};

    bool by(int seat) const { return loses[static_cast<std::size_t>(seat)]; }
};

/// A token that is gone.
struct Removed {
    int seat = 0;
    Token token = Token::population;
    Step step = Step::before;
};

/// The tokens that the owners give up in one step, by seat; nothing for who loses none.
using Given = std::array<std::optional<Token>, seats_max>;

/// The assault on the city with all that the attacker has left.
struct CityAssault {
    int attackers = 0;
    CityStrength city;
    bool falls() const { return attackers >= city.needed; }
};

using Happening = std::variant<Advantage, Melee, Removed, CityAssault>;

class Fight {
public:
    explicit Fight(const Area& area) : area_(area), forces_(area.forces) {}

    /// Counts the advantage, or storms a city that nobody stands before. Called once, first.
    void begin(std::vector<Happening>& happened);

    /// Who must give up a token now; nothing when it is over.
    const std::optional<Removal>& next() const { return next_; }

    /// Precondition: exactly those who must give up a token do, and have such a one.
    void remove(const Given& given, std::vector<Happening>& happened);

    /// How it ended. Precondition: next() is empty.
    const Finish& finish() const { return finish_; }

    const std::vector<std::string>& seats() const { return civilization::seat_names(); }
    const Tokens& tokens(int seat) const { return of(forces_, seat); }
    /// What the tokens are fought down to now.
    int limit() const { return area_.city ? 0 : area_.limit; }
    /// Whether the city stands, where there was one.
    bool city_stands() const { return area_.city && !fallen_; }

private:
    void start_conflict(std::vector<Happening>& happened);
    void go_on(std::vector<Happening>& happened);
    void assault(std::vector<Happening>& happened);
    void end(const Finish& finish);
    bool one_side_empty() const;

    Area area_;
    Forces forces_;
    Advantage advantage_{};
    int steps_ = 0;  ///< of the conflict so far
    bool fallen_ = false;
    std::optional<Removal> next_{};
    Finish finish_{};
};

}  // namespace muster::rules::armies
