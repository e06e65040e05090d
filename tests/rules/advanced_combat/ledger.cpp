// Whoever reads only the events can follow every sum: a second, slow bookkeeping of random battles, from the events and
// the printed table of units.
#include <algorithm>
#include <map>

#include "rules/civilization/roster.hpp"
#include "tests/rules/advanced_combat/random_setup.hpp"
#include "tests/rules/play.hpp"

using namespace muster;
using namespace muster::test;

namespace {

using rules::civilization::Roster;
using rules::civilization::Unit;

using Type = std::pair<std::string, bool>;  // unit, enhanced
using Force = std::map<Type, int>;

Force force_of(const Json& entries) {
    Force out;
    for (const auto& entry : entries) out[{entry.at("unit"), entry.value("enhanced", false)}] += entry.at("count").get<int>();
    return out;
}

int size(const Force& force) {
    int out = 0;
    for (const auto& [type, count] : force) out += count;
    return out;
}

/// What one seat has, and what it put forward in this phase.
struct Side {
    Force army;
    Force aircraft;
    Force wave;
    Force flying;
    int total = 0;
};

class Ledger {
public:
    explicit Ledger(const Json& setup) : roster_(Roster::standard().extended(entries(setup), "").value()) {
        for (const auto* seat : {"attacker", "defender"}) {
            sides_[seat].army = force_of(resolved(setup.at(seat).at("army")));
            sides_[seat].aircraft = force_of(setup.at(seat).value("aircraft", Json::array()));
        }
    }

    void read(const rules::Event& event) {
        const Json data = json(event.data);
        if (event.name == "phase_started") start(data);
        if (!data.contains("seat")) return;
        Side& side = sides_[data.at("seat")];
        Side& enemy = sides_[data.at("seat") == "attacker" ? "defender" : "attacker"];
        if (event.name == "wave_formed") form(side, data);
        if (event.name == "air_support_declared") fly(side, data);
        if (event.name == "rolled") roll(side, data);
        if (event.name == "totalled") sum_up(side, data);
        if (event.name == "casualties_taken") lose(side, enemy, data);
    }

    int units(const char* seat) { return size(sides_[seat].army); }

private:
    static std::vector<rules::civilization::RosterEntry> entries(const Json& setup) {
        std::vector<rules::civilization::RosterEntry> out;
        for (const auto& entry : setup.value("roster", Json::array()))
            out.push_back(read_fields<rules::civilization::RosterEntry>(entry, Code::bad_setup).value());
        return out;
    }

    Json resolved(Json army) const {
        for (auto& entry : army) entry["unit"] = roster_.find(entry.at("unit").get<std::string>())->id;
        return army;
    }

    const Unit& unit(const Type& type) const { return *roster_.find(type.first); }

    void start(const Json& data) {
        CHECK(data.at("attacker_units") == units("attacker"));
        CHECK(data.at("defender_units") == units("defender"));
        wave_size_ = std::min(units("attacker"), units("defender"));
        CHECK(data.at("wave_size") == wave_size_);
        for (auto& [seat, side] : sides_) side.wave = side.flying = {};
    }

    void form(Side& side, const Json& data) const {
        side.wave = force_of(data.at("units"));
        CHECK(size(side.wave) == wave_size_);
        for (const auto& [type, count] : side.wave) CHECK(count <= side.army[type]);
    }

    void fly(Side& side, const Json& data) const {
        const std::string supported = data.at("class");
        Force beside;
        for (const auto& pair : data.at("pairs")) {
            const Type type{pair.at("unit"), pair.at("enhanced")};
            CHECK(name_of(unit(type).unit_class) == supported);
            beside[type] += pair.at("count").get<int>();
            side.flying[{pair.at("aircraft"), false}] += pair.at("count").get<int>();
        }
        int in_class = 0;
        for (const auto& [type, count] : side.wave) in_class += name_of(unit(type).unit_class) == supported ? count : 0;
        CHECK(size(side.flying) == std::min(in_class, size(side.aircraft)));
        for (const auto& [type, count] : beside) CHECK(count <= side.wave[type]);
        for (const auto& [type, count] : side.flying) CHECK(count <= side.aircraft[type]);
    }

    void roll(Side& side, const Json& data) {
        base_ = aircraft_ = 0;
        int dice = 0;
        for (const auto& group : data.at("groups")) {
            std::string id = group.at("label");
            const bool enhanced = id.ends_with(" (enhanced)");
            if (enhanced) id.erase(id.size() - std::string(" (enhanced)").size());
            const Unit& type = unit({id, enhanced});
            CHECK(static_cast<int>(group.at("dice").size()) == (type.strength > 0 ? side.flying : side.wave)[{id, enhanced}]);
            for (const int die : group.at("dice")) (type.strength > 0 ? aircraft_ : base_) += std::min(die, 5) * std::max(type.era, type.strength);
            dice += static_cast<int>(group.at("dice").size());
        }
        CHECK(dice == size(side.wave) + size(side.flying));
    }

    void sum_up(Side& side, const Json& data) const {
        std::map<std::string, int> lines;
        int sum = 0;
        for (const auto& line : data.at("lines")) {
            lines[line.at("line")] = line.at("value");
            sum += line.at("value").get<int>();
        }
        int modifiers = 0;
        for (const auto& [type, count] : side.wave) modifiers += count * (unit(type).modifier + (type.second ? unit(type).enhanced_modifier : 0));
        CHECK(lines["base"] == base_);
        CHECK(lines["aircraft"] == aircraft_);
        CHECK(lines["unit_modifiers"] == modifiers);
        CHECK(lines["settlement"] <= 0);
        side.total = data.at("total");
        CHECK(side.total == std::max(0, sum));
    }

    void lose(Side& side, const Side& enemy, const Json& data) const {
        CHECK(data.at("damage") == enemy.total);
        const Force lost = force_of(data.at("lost"));
        int absorbed = 0;
        for (const auto& [type, count] : lost) {
            CHECK(count <= side.wave[type]);
            absorbed += 5 * unit(type).era * count;
            side.army[type] -= count;
            side.wave[type] -= count;
        }
        CHECK(data.at("absorbed") == absorbed);
        CHECK(absorbed <= enemy.total);
        int oldest = 0;
        int newest_lost = 0;
        for (const auto& [type, count] : side.wave)
            if (count > 0 && (oldest == 0 || unit(type).era < oldest)) oldest = unit(type).era;
        for (const auto& [type, count] : lost) newest_lost = std::max(newest_lost, unit(type).era);
        if (oldest > 0) {
            CHECK(enemy.total - absorbed < 5 * oldest);
            CHECK(newest_lost <= oldest);
        }
        for (const auto& [type, count] : force_of(data.at("aircraft_lost"))) {
            if (size(side.army) > 0) CHECK(count <= side.flying[type]);
            side.aircraft[type] -= count;
            CHECK(side.aircraft[type] >= 0);
        }
        if (size(side.army) == 0) CHECK(size(side.aircraft) == 0);
    }

    Roster roster_;
    std::map<std::string, Side> sides_{};
    int wave_size_ = 0;
    int base_ = 0;
    int aircraft_ = 0;
};

}  // namespace

TEST_CASE("whoever reads the events can follow every sum and every loss") {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        CAPTURE(seed);
        SeededChance chance(seed);
        const Json setup = random_setup(chance);
        std::vector<int> dice(4000);
        for (auto& die : dice) die = chance.between(1, 6);
        const auto run = play(setup, dice, {{"policy", chance.pick(std::vector<std::string>{"best", "listed"})}});
        Ledger ledger(setup);
        for (const auto& event : run.events) ledger.read(event);
        if (!run.outcome) continue;  // hundred idle phases of a large battle can use up the dice
        CHECK(run.outcome->survivors == Json{{"attacker", ledger.units("attacker")}, {"defender", ledger.units("defender")}});
        const bool won = run.outcome->reason == "annihilation";
        CHECK(won == run.outcome->winner.has_value());
        if (won) CHECK(ledger.units(*run.outcome->winner == 0 ? "defender" : "attacker") == 0);
    }
}

TEST_CASE("a whole battle, event by event") {
    const auto run = play(setup_of("2 knights, 1 swordsmen / 1 biplanes / tech 3", "1 pikemen, 1 catapults+ / tech 1", {{"settlement", {{"current_era", 1}}}}),
                          {4, 6, 3, 2, 5, 6, 1}, {{"policy", "default"}});
    std::string text;
    for (const auto& event : run.events) text += event.name + ' ' + event.data + '\n';
    CHECK(text == R"text(phase_started {"attacker_units":3,"defender_units":2,"phase":1,"wave_size":2}
chosen {"choice":{"units":[{"count":2,"enhanced":false,"unit":"knights"}]},"decision":1,"kind":"wave","seat":"attacker"}
wave_formed {"seat":"attacker","units":[{"count":2,"enhanced":false,"unit":"knights"}]}
wave_formed {"seat":"defender","units":[{"count":1,"enhanced":false,"unit":"pikemen"},{"count":1,"enhanced":true,"unit":"catapults"}]}
chosen {"choice":{"class":"cavalry","pairs":[{"aircraft":"biplanes","count":1,"enhanced":false,"unit":"knights"}]},"forced":true,"kind":"air_support","seat":"attacker"}
air_support_declared {"class":"cavalry","pairs":[{"aircraft":"biplanes","count":1,"enhanced":false,"unit":"knights"}],"seat":"attacker"}
rolled {"groups":[{"dice":[4,6],"label":"knights"},{"dice":[3],"label":"biplanes"}],"purpose":"attack","roll":0,"seat":"attacker"}
totalled {"lines":[{"line":"base","value":18},{"line":"aircraft","value":3},{"line":"science","value":2},{"line":"cia","value":2},{"line":"settlement","value":-2}],"seat":"attacker","total":23}
rolled {"groups":[{"dice":[2],"label":"pikemen"},{"dice":[5],"label":"catapults (enhanced)"}],"purpose":"defence","roll":1,"seat":"defender"}
totalled {"lines":[{"line":"base","value":9},{"line":"unit_modifiers","value":2},{"line":"cia","value":1}],"seat":"defender","total":12}
chosen {"choice":{"units":[{"count":1,"enhanced":false,"supported":0,"unit":"knights"}]},"decision":2,"kind":"casualties","seat":"attacker"}
casualties_taken {"absorbed":10,"aircraft_lost":[],"damage":12,"lost":[{"count":1,"enhanced":false,"unit":"knights"}],"seat":"attacker"}
chosen {"choice":{"units":[{"count":1,"enhanced":false,"supported":0,"unit":"pikemen"},{"count":1,"enhanced":true,"supported":0,"unit":"catapults"}]},"forced":true,"kind":"casualties","seat":"defender"}
casualties_taken {"absorbed":15,"aircraft_lost":[],"damage":23,"lost":[{"count":1,"enhanced":false,"unit":"pikemen"},{"count":1,"enhanced":true,"unit":"catapults"}],"seat":"defender"}
battle_ended {"reason":"annihilation","survivors":{"attacker":2,"defender":0},"winner":"attacker"}
)text");
    CHECK(run.dice_left == 2);
}
