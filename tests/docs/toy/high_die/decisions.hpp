// What is decided: whether a die is rolled once again, which charm goes with it, and what is laid beside it.
#pragma once
#include "rules/battle.hpp"
#include "rules/random.hpp"

namespace muster::rules::high_die {

struct AgainChoice {
    bool again = false;
    static void fields(auto& visit, auto& self) { list_fields(visit, "again", self.again); }
};

struct AgainOptions {
    int die = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "die", self.die); }
};

struct AgainDecision {
    static constexpr std::string_view kind = "again";
    int die;
    int sides;

    SharedJson options() const { return shared_json(AgainOptions{die}); }
    std::expected<AgainChoice, Refusal> read(JsonView choice) const { return read_fields<AgainChoice>(choice, Code::illegal_choice); }
    AgainChoice write(AgainChoice choice) const { return choice; }
    AgainChoice usual() const { return {}; }
    AgainChoice pick(Policy /*policy*/) const { return {2 * die <= sides}; }
    AgainChoice draw(Random& random) const { return {random.below(2) == 0}; }
};

/// Adds to a die that shows no more than `up_to`.
struct Charm {
    std::string name{};
    int adds = 0;
    int up_to = 0;
    static void fields(auto& visit, auto& self) { list_fields(visit, "name", self.name, "adds", self.adds, "up_to", self.up_to); }
    int to(int die) const { return die <= up_to ? adds : 0; }
};

struct CharmChoice {
    std::string charm{};
    static void fields(auto& visit, auto& self) { visit("charm", self.charm, Rule{.min = 1, .max = 20}); }
};

struct CharmOptions {
    std::vector<Charm> charms{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "charms", self.charms); }
};

struct CharmDecision {
    static constexpr std::string_view kind = "charm";
    int die;

    SharedJson options() const;
    std::expected<Charm, Refusal> read(JsonView choice) const;
    CharmChoice write(const Charm& charm) const { return {charm.name}; }
    Charm usual() const;
    Charm pick(Policy policy) const;
    Charm draw(Random& random) const;
};

struct Pieces {
    std::string unit{};
    int count = 0;
    static void fields(auto& visit, auto& self) {
        visit("unit", self.unit, Rule{.min = 1, .max = 20});
        visit("count", self.count, Rule{.min = 1, .max = 9});
    }
};

struct LayChoice {
    std::vector<Pieces> units{};
    static void fields(auto& visit, auto& self) { visit("units", self.units, Rule{.max = 2}); }
};

struct LayOptions {
    struct Piece {
        std::string unit{};
        int count = 0;
        int worth = 0;
        static void fields(auto& visit, auto& self) { list_fields(visit, "unit", self.unit, "count", self.count, "worth", self.worth); }
    };
    std::vector<Piece> pieces{};
    int most = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "pieces", self.pieces);
        visit("most", self.most, Rule{.about = "so many may be laid in all"});
    }
};

/// What is laid, legally, and what it is worth together.
struct Laid {
    LayChoice choice{};
    int worth = 0;
};

struct LayDecision {
    static constexpr std::string_view kind = "lay";

    SharedJson options() const;
    std::expected<Laid, Refusal> read(JsonView choice) const;
    LayChoice write(const Laid& laid) const { return laid.choice; }
    Laid usual() const { return {}; }
    Laid pick(Policy policy) const;
    Laid draw(Random& random) const;
};

enum class On { die, charm };
constexpr EnumNames<On, 2> names_of(On) { return {{{On::die, "die"}, {On::charm, "charm"}}}; }

struct SwearChoice {
    int stake = 0;
    On on = On::die;
    std::vector<std::string> by{};
    static void fields(auto& visit, auto& self) {
        visit("stake", self.stake, Rule{.min = 0, .max = 5, .about = "decides between equal sums"});
        list_fields(visit, "on", self.on);
        visit("by", self.by, Rule{.optional = true, .max = 3, .each_min = 1, .each_max = 20});
    }
};

struct SwearOptions {
    std::vector<std::string> names{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "names", self.names); }
};

struct SwearDecision {
    static constexpr std::string_view kind = "swear";

    SharedJson options() const { return shared_json(SwearOptions{{"moon", "sun"}}); }
    std::expected<SwearChoice, Refusal> read(JsonView choice) const { return read_fields<SwearChoice>(choice, Code::illegal_choice); }
    SwearChoice write(const SwearChoice& choice) const { return choice; }
    SwearChoice usual() const { return {}; }
    SwearChoice pick(Policy /*policy*/) const { return {.stake = 5}; }
    SwearChoice draw(Random& random) const { return {.stake = static_cast<int>(random.below(6))}; }
};

}  // namespace muster::rules::high_die
