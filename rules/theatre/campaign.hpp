// A campaign at a moment: what stands where, what each nation has beside it, and how far the turn has come. A value: copies of it go on
// by themselves. The phases are functions over it, a file for each subject.
#pragma once
#include <bitset>
#include <memory>

#include "rules/preference.hpp"
#include "rules/theatre/lists.hpp"
#include "rules/theatre/questions.hpp"

namespace muster::rules::theatre {

inline constexpr int city_points = 5;

/// What one side has in an area.
struct Holding {
    int population = 0;
    int armies = 0;
    int ships = 0;
    bool city = false;
    bool fresh = false;  ///< the city was founded or gained this turn (F18)

    int tokens() const { return population + armies; }
    bool has_units() const { return city || tokens() > 0; }
    int points() const { return tokens() + (city ? city_points : 0); }
    armies::Tokens fighting() const { return {population, armies}; }
};

/// Population tokens beside the board.
struct Purse {
    int stock = 0;
    int treasury = 0;
};

/// Where the turn stands. Each is opened, which asks what must be decided, and closed, which does it (turn.cpp).
enum class Stage : std::uint8_t {
    turn_start,
    tax,
    growth,
    build,
    move,
    conflict,
    losses,
    assault_losses,
    found,
    support,
    calamities,
    strikes,
    ordeal,
    turn_end,
    over,
};

/// So many tokens of a side are lost in an area; which sort, its owner says (F13).
struct Fallen {
    int area = 0;
    int side = 0;
    int lost = 0;
};

/// A city that attackers have taken, before its tokens are fought for (F14).
struct TakenCity {
    int area = 0;
    int attacker = 0;
};

/// Whether cities are supported is checked; afterwards it goes on with `after`.
struct SupportCheck {
    Stage after = Stage::strikes;
    std::optional<int> only{};  ///< of a slave revolt's victim alone (F23) …
    int idle = 0;               ///< … of whose tokens so many support nothing
};

/// Barbarians on their way (F24).
struct Invasion {
    int area = 0;
    std::bitset<areas_max> visited{};
};

/// A civil war's two parts (F25).
struct CivilWar {
    int beneficiary = 0;
    std::vector<Units<int>> first{};
    std::vector<Units<int>> second{};
    std::vector<Units<int>> kept{};    ///< by the victim
    std::vector<Units<int>> gained{};  ///< by the beneficiary himself
};

/// A calamity while it strikes. Each uses what it needs.
struct Ordeal {
    Strike strike{};
    int step = 0;
    bool over = false;
    std::vector<int> shares{};  ///< what each seat loses
    int place = 0;              ///< a flood's plain
    Invasion invasion{};
    CivilWar war{};
};

struct Result {
    std::optional<int> winner{};
    bool annihilation = false;
};

struct Campaign {
    std::shared_ptr<const World> world;
    std::vector<Holding> board{};  ///< by area and side; use at()
    std::vector<Purse> purses{};   ///< by seat

    int turn = 0;
    Stage stage = Stage::turn_start;
    bool open = false;                      ///< the stage has made its questions
    Questions group{};                      ///< the stage's questions, with answers as they come
    std::vector<int> census{};              ///< seats in the order of the census
    std::vector<std::vector<int>> queue{};  ///< groups of seats that have yet to act in this phase, the present one first
    int move_step = 0;                      ///< 1 to 3
    std::vector<Fallen> fallen{};
    std::vector<TakenCity> taken{};
    SupportCheck check{};
    std::vector<int> rollers{};     ///< seats whose calamity dice are still due
    std::vector<Strike> strikes{};  ///< still to come, in their order
    Ordeal ordeal{};
    Result result{};

    Holding& at(int area, int side) { return board[index(area, side)]; }
    const Holding& at(int area, int side) const { return board[index(area, side)]; }
    Purse& purse(int seat) { return purses[static_cast<std::size_t>(seat)]; }
    const Purse& purse(int seat) const { return purses[static_cast<std::size_t>(seat)]; }

private:
    std::size_t index(int area, int side) const { return static_cast<std::size_t>(area) * (world->nations.size() + 1) + static_cast<std::size_t>(side); }
};

/// Before the first turn.
Campaign begin_campaign(std::shared_ptr<const World> world);

// ---- looking at it -------------------------------------------------------------------------------------------------

/// All that a side has on the board.
struct Total {
    int population = 0;
    int armies = 0;
    int ships = 0;
    int cities = 0;

    int tokens() const { return population + armies; }
    int points() const { return tokens() + city_points * cities; }
};
Total total(const Campaign& campaign, int side);

/// Tokens of all sides in an area.
int tokens_in(const Campaign& campaign, int area);
/// Sides with tokens in an area, in their order.
std::vector<int> sides_in(const Campaign& campaign, int area);
/// Whose city stands in an area.
std::optional<int> city_owner(const Campaign& campaign, int area);
/// Whether another side has units in an area.
bool foreign_units(const Campaign& campaign, int area, int side);
/// Whether another side has tokens in an area.
bool foreign_tokens(const Campaign& campaign, int area, int side);
/// What the land feeds of a side's tokens there (F17).
int limit_for(const Campaign& campaign, int area, int side);
/// The areas where a side has something that `has` finds, by the map.
std::vector<int> areas_where(const Campaign& campaign, int side, auto has) {
    std::vector<int> out;
    for (int area = 0; area < campaign.world->area_count(); ++area)
        if (has(campaign.at(area, side))) out.push_back(area);
    return out;
}
std::vector<int> cities_of(const Campaign& campaign, int seat);
std::vector<int> every_area(const World& world);
/// What was decided.
template <typename Each>
const Each& answer(const Question& question) {
    return std::get<Each>(*question.answer);
}

// ---- changing it ---------------------------------------------------------------------------------------------------

/// Puts population from stock on the board, as far as it goes; gives how many.
int place(Campaign& campaign, int area, int seat, int population);
/// Takes tokens off the board; population returns to its owner's stock.
void take(Campaign& campaign, int area, int side, int population, int armies);
/// Takes units off the board.
void take(Campaign& campaign, int side, const Units<int>& units);
/// A city becomes population (F18): gives how many.
int reduce(Campaign& campaign, int area, int seat);
/// Treasury tokens return to stock.
void spend(Campaign& campaign, int seat, int tokens);

}  // namespace muster::rules::theatre
