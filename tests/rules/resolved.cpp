// Resolved setups (Ruleset::resolve): the same battle, and nothing of our rosters and defaults in it.
#include <doctest/doctest.h>

#include <set>

#include "rules/drive.hpp"
#include "tests/rules/mutations.hpp"
#include "tests/rules/subjects.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

using Words = std::set<std::string>;

constexpr std::uint64_t battles = 500;  // of each ruleset
constexpr std::string_view own = "own_";

/// What a resolved setup calls its units, weapons and profiles.
Words words_of(const Json& setup) {
    Words out;
    for (const auto& [list, key] : {std::pair("roster", "unit"), std::pair("weapons", "weapon"), std::pair("profiles", "profile")})
        for (const auto& entry : setup.value(list, Json::array())) out.insert(entry.at(key));
    return out;
}

/// These words replaced by others, which no roster of ours knows.
Json renamed(Json json, const Words& words) {
    if (json.is_string() && words.contains(json)) return std::string(own) + json.get<std::string>();
    if (json.is_structured())
        for (auto& each : json) each = renamed(each, words);
    return json;
}

std::string named_back(std::string text) {
    for (auto at = text.find(own); at != std::string::npos; at = text.find(own, at)) text.erase(at, own.size());
    return text;
}

std::unique_ptr<Battle> created(const Ruleset& ruleset, const Json& setup) {
    auto battle = ruleset.create(setup);
    REQUIRE_MESSAGE(battle, battle.error().path << ": " << battle.error().message);
    return std::move(*battle);
}

/// Plays a battle with dice and choices drawn at random, and beside it one that must run like it but for these words.
class Twins {
public:
    Twins(const Ruleset& ruleset, const Json& setup, const Json& other, const Words& words)
        : one_(created(ruleset, setup)), two_(created(ruleset, other)), words_(words) {}

    void play(Chance& chance) {
        Random random(static_cast<std::uint64_t>(chance.below(1 << 30)));
        one_->begin(events_one_);
        two_->begin(events_two_);
        compare();
        for (int rolls = 0; !outcome_of(*one_);) {
            if (const auto* roll = std::get_if<Roll>(&one_->need())) {
                Rolled rolled{rolls++, {}};
                for (int i = 0; i < roll->dice(); ++i) rolled.values.push_back(random.die());
                apply(rolled, rolled);
            } else {
                Decided decided;
                Decided others;
                for (const auto& ask : open_asks(*one_)) {
                    const Json choice = *one_->random_choice(ask.seat, random);
                    const auto checked = two_->check(ask.seat, renamed(choice, words_));
                    REQUIRE(checked);
                    decided.choices.emplace_back(choice);
                    others.choices.emplace_back(**checked);
                }
                apply(decided, others);
            }
        }
    }

private:
    void apply(const Input& input, const Input& other) {
        one_->apply(input, events_one_);
        two_->apply(other, events_two_);
        compare();
    }

    void compare() {
        REQUIRE(events_one_.size() == events_two_.size());
        for (std::size_t i = 0; i < events_one_.size(); ++i) {
            REQUIRE(events_one_[i].name == events_two_[i].name);
            REQUIRE(events_one_[i].data == named_back(events_two_[i].data));
        }
        events_one_.clear();
        events_two_.clear();
        REQUIRE(one_->need().index() == two_->need().index());
        const auto& asks = open_asks(*one_);
        const auto& others = open_asks(*two_);
        REQUIRE(asks.size() == others.size());
        for (std::size_t i = 0; i < asks.size(); ++i) REQUIRE(asks[i].options.dump() == named_back(others[i].options.dump()));
        REQUIRE(one_->view(Viewer::spectator()).dump() == named_back(two_->view(Viewer::spectator()).dump()));
    }

    std::unique_ptr<Battle> one_;
    std::unique_ptr<Battle> two_;
    const Words& words_;
    std::vector<Event> events_one_{};
    std::vector<Event> events_two_{};
};

/// The first field that has a default, by its schema, and is left out all the same.
std::string left_out(const Json& schema, const Json& value, const std::string& path) {
    if (schema.contains("anyOf")) return value.is_null() ? "" : left_out(schema.at("anyOf")[0], value, path);
    if (value.is_array()) {
        for (const auto& each : value)
            if (const auto found = left_out(schema.at("items"), each, path + "/…"); !found.empty()) return found;
        return {};
    }
    if (!value.is_object() || !schema.contains("properties")) return {};  // or a map, which has no defaults
    for (const auto& [key, field] : schema.at("properties").items()) {
        const std::string at = path + '/' + key;
        if (!value.contains(key) && (field.contains("default") || field.value("type", "") == "object")) return at;
        if (!value.contains(key)) continue;
        if (const auto found = left_out(field, value.at(key), at); !found.empty()) return found;
    }
    return {};
}

void each_resolved(const std::function<void(const Ruleset&, const Json& setup, const Json& resolved, Chance&)>& check) {
    for (const auto* subject : subjects()) {
        CAPTURE(subject->ruleset->id());
        for (std::uint64_t seed = 0; seed < battles; ++seed) {
            CAPTURE(seed);
            SeededChance chance(seed);
            const Json setup = subject->setup(chance);
            const auto resolved = subject->ruleset->resolve(setup);
            REQUIRE(resolved);
            check(*subject->ruleset, setup, *resolved, chance);
        }
    }
}

}  // namespace

TEST_CASE("a resolved setup plays the same battle") {
    each_resolved([](const Ruleset& ruleset, const Json& setup, const Json& resolved, Chance& chance) { Twins(ruleset, setup, resolved, {}).play(chance); });
}

TEST_CASE("a resolved setup needs no roster: with its units, weapons and profiles called what we have none of, it plays the same battle") {
    each_resolved([](const Ruleset& ruleset, const Json& setup, const Json& resolved, Chance& chance) {
        const Words words = words_of(resolved);
        Twins(ruleset, setup, renamed(resolved, words), words).play(chance);
    });
}

TEST_CASE("a resolved setup is its own, and leaves no default to be filled in") {
    each_resolved([](const Ruleset& ruleset, const Json&, const Json& resolved, Chance&) {
        REQUIRE(ruleset.resolve(resolved).value() == resolved);
        static std::map<std::string, Json> schemas;
        Json& schema = schemas[ruleset.id()];
        if (schema.is_null()) schema = ruleset.catalog().at("setup_schema");
        REQUIRE(left_out(schema, resolved, "") == "");
        for (const auto* list : {"roster", "weapons", "profiles"})
            for (const auto& entry : resolved.value(list, Json::array())) REQUIRE(entry.contains("name"));
        for (const auto& unit : resolved.value("roster", Json::array()))
            REQUIRE((unit.at("class") == "aircraft" ? unit.contains("strength")
                                                    : unit.contains("era") && unit.contains("modifier") && unit.contains("enhanced_modifier")));
    });
}

TEST_CASE("what is no setup is not resolved either, for the same reason") {
    for (const auto* subject : subjects()) {
        CAPTURE(subject->ruleset->id());
        for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
            CAPTURE(seed);
            SeededChance chance(seed);
            Json setup = subject->setup(chance);
            for (int i = chance.between(1, 3); i > 0; --i) setup = mutated(setup, chance);
            const auto battle = subject->ruleset->create(setup);
            const auto resolved = subject->ruleset->resolve(setup);
            REQUIRE(battle.has_value() == resolved.has_value());
            if (battle) {
                REQUIRE(subject->ruleset->create(*resolved));
                continue;
            }
            REQUIRE(battle.error().path == resolved.error().path);
            REQUIRE(battle.error().message == resolved.error().message);
            REQUIRE(resolved.error().code == Code::bad_setup);
        }
    }
}

TEST_CASE("a setup that says all there is to say is resolved as it stands") { CHECK(rock_paper().resolve({{"rounds", 2}}).value() == Json{{"rounds", 2}}); }
