// The catalog's JSON Schemas, checked by a validator that is not ours (ajv): what a ruleset takes is valid, and what has a
// shape that it does not read is not.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "protocol/battle_schemas.hpp"
#include "protocol/client_messages.hpp"
#include "rules/drive.hpp"
#include "rules/standing_orders.hpp"
#include "rules/systems.hpp"
#include "tests/rules/mutations.hpp"
#include "tests/schema/shapes.hpp"
#include "tests/support/random_setups.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::rules;

namespace {

constexpr std::uint64_t battles = 150;
constexpr int mutations = 4;

/// Schemas and cases, a line each, for check.js.
class Cases {
public:
    void schema(const std::string& name, const Json& schema) {
        names_.insert(name);
        add({{"name", name}, {"schema", schema}});
    }

    /// What a battle itself says.
    void told(const std::string& name, const Json& value) {
        REQUIRE_MESSAGE(names_.contains(name), "no schema is printed of " << name);
        take_shape(name, value, true, true);
    }

    /// `accepted`: by the ruleset, as a whole.
    void take(const std::string& ruleset, const std::string& kind, const Json& value, bool accepted) {
        for (const auto& shape : shapes()) {
            if (shape.ruleset != ruleset || shape.kind != kind) continue;
            return take_shape(ruleset + ' ' + kind, value, shape.reads(value), accepted);
        }
        FAIL("tests/schema/shapes.cpp does not know " << ruleset << ' ' << kind);
    }

    void take_shape(const std::string& name, const Json& value, bool reads, bool accepted) {
        const auto detail = name + ": " + value.dump();
        REQUIRE_MESSAGE((reads || !accepted), detail);
        accepted_ += accepted ? 1 : 0;
        add({{"name", name}, {"reads", reads}, {"value", value}});
    }

    int accepted() const { return accepted_; }

    /// The answer of check.js.
    Json checked() const {
        const auto file = std::filesystem::temp_directory_path() / ("muster-schema-" + std::to_string(::getpid()) + ".jsonl");
        std::ofstream(file) << lines_;
        const auto command = "NODE_PATH=/usr/share/nodejs node '" MUSTER_SCHEMA_CHECK "' '" + file.string() + "'";
        std::string out;
        const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
        REQUIRE(pipe);
        for (char buffer[4096]; const auto size = std::fread(buffer, 1, sizeof buffer, pipe.get());) out.append(buffer, size);
        std::filesystem::remove(file);
        const auto answer = parse_json(out);
        REQUIRE_MESSAGE(answer, "node with ajv must be there (deploy/install.sh build): " << out);
        return *answer;
    }

private:
    void add(const Json& line) { lines_ += line.dump() + "\n"; }

    std::string lines_{};
    std::set<std::string> names_{};
    int accepted_ = 0;
};

Json mutated_a_little(Json value, Chance& chance) {
    for (int i = chance.between(1, 3); i > 0; --i) value = mutated(value, chance);
    return value;
}

void take_setup(Cases& cases, const Ruleset& ruleset, const Json& setup, Chance& chance) {
    cases.take(ruleset.id(), "setup", setup, ruleset.create(setup).has_value());
    for (int i = 0; i < mutations; ++i) {
        const Json damaged = mutated_a_little(setup, chance);
        cases.take(ruleset.id(), "setup", damaged, ruleset.create(damaged).has_value());
    }
}

void take_choices(Cases& cases, const Ruleset& ruleset, const Battle& battle, const Ask& ask, Chance& chance, Random& random) {
    for (const auto& choice : {battle.choose(ask.seat, Policy::best), battle.choose(ask.seat, Policy::listed), battle.random_choice(ask.seat, random)}) {
        cases.take(ruleset.id(), ask.kind, choice, battle.check(ask.seat, choice).has_value());
        if (const Json meaning = battle.meaning(ask.seat, choice); !meaning.is_null()) cases.told(ruleset.id() + " meaning " + ask.kind, meaning);
        for (int i = 0; i < mutations; ++i) {
            const Json damaged = mutated_a_little(choice, chance);
            cases.take(ruleset.id(), ask.kind, damaged, battle.check(ask.seat, damaged).has_value());
        }
    }
}

struct PreferShape {
    std::vector<std::string> prefer;
    static void fields(auto& visit, auto& self) { visit("prefer", self.prefer, Rule{.min = 1, .max = preferred_units_max, .each_min = 1, .each_max = 60}); }
};

/// Whether standing orders have a shape that is read, whatever pieces the battle has.
bool reads_orders(const Ruleset& ruleset, const Json& json) {
    StandingOrders orders;
    if (read_value(FlatJson(json), Rule{.max = standing_orders_max}, Code::bad_message, "", orders)) return false;
    return std::ranges::all_of(orders, [&](const StandingOrder& order) {
        const auto kinds = ruleset.decision_kinds();
        const auto kind = std::ranges::find(kinds, order.kind, &DecisionKind::kind);
        const bool every = order.kind == "*";
        if (kind == kinds.end() && !every) return false;
        if (order.play == "default") return true;
        if ((every || kind->pieces != Pieces::none) && read_fields<PreferShape>(order.play, Code::bad_message)) return true;
        return !every && !kind->misshapen(FlatJson(order.play), "");
    });
}

/// Orders about this decision, as somebody would leave them: by a choice, by preference, for everything.
Json some_orders(const Battle& battle, const Ask& ask, Pieces pieces, Chance& chance, Random& random) {
    const auto facts = battle.facts();
    Json names = Json::array();
    for (const auto& side : facts.sides)
        for (const auto& [name, left] : side.left)
            if (std::find(names.begin(), names.end(), Json(name)) == names.end()) names.push_back(name);
    Json condition{{"mine", {{"at_most", chance.between(0, 9)}}}};
    if (!names.empty() && chance.one_in(2)) condition["theirs"] = {{"at_least", chance.between(0, 9)}, {"unit", names.at(0)}};
    if (facts.round && chance.one_in(2)) condition["round"] = {{"at_least", chance.between(0, 9)}};
    Json out = Json::array({{{"for", ask.kind}, {"play", battle.random_choice(ask.seat, random)}}, {{"for", "*"}, {"play", "default"}}});
    if (pieces != Pieces::none) out.push_back({{"for", ask.kind}, {"play", {{"prefer", names}}}});
    if (!names.empty()) out.push_back({{"for", "*"}, {"play", {{"prefer", {names.at(0)}}}}});
    for (auto& each : out)
        if (chance.one_in(2)) each["if"] = condition;
    return out;
}

void take_orders(Cases& cases, const Ruleset& ruleset, const Battle& battle, const Ask& ask, Chance& chance, Random& random) {
    const auto kinds = ruleset.decision_kinds();
    const auto kind = std::ranges::find(kinds, std::string_view(ask.kind), &DecisionKind::kind);
    REQUIRE(kind != kinds.end());
    const Json orders = some_orders(battle, ask, kind->pieces, chance, random);
    const auto read = read_standing_orders(orders, ruleset, battle, "");
    REQUIRE_MESSAGE(read, orders.dump() << ' ' << (read ? "" : read.error().path + ' ' + read.error().message));
    cases.take_shape(ruleset.id() + " standing_orders", orders, true, true);
    for (int i = 0; i < mutations; ++i) {
        const Json damaged = mutated_a_little(orders, chance);
        cases.take_shape(ruleset.id() + " standing_orders", damaged, reads_orders(ruleset, damaged),
                         read_standing_orders(damaged, ruleset, battle, "").has_value());
    }
}

void take_events(Cases& cases, const Ruleset& ruleset, std::vector<Event>& events) {
    for (const auto& each : events) cases.told(ruleset.id() + " event " + each.name, Json::parse(each.data));
    events.clear();
}

void take_battle(Cases& cases, const Ruleset& ruleset, std::uint64_t seed) {
    SeededChance chance(seed);
    Random random(seed);
    const Json setup = random_setup_of(ruleset.id(), chance);
    take_setup(cases, ruleset, setup, chance);
    const auto battle = ruleset.create(setup).value();
    std::vector<Event> events;
    battle->begin(events);
    while (!outcome_of(*battle)) {
        take_events(cases, ruleset, events);
        if (const auto* roll = std::get_if<Roll>(&battle->need())) {
            Rolled rolled{0, {}};
            for (const int sides : roll->sides()) rolled.values.push_back(chance.between(1, sides));
            battle->apply(rolled, events);
            continue;
        }
        Decided decided;
        for (auto ask : open_asks(*battle)) {
            if (ask.seat == anybody) decided.by = ask.seat = chance.below(static_cast<int>(battle->seats().size()));
            cases.told(ruleset.id() + " options " + ask.kind, *ask.options);
            if (chance.one_in(3)) take_choices(cases, ruleset, *battle, ask, chance, random);
            if (chance.one_in(9)) take_orders(cases, ruleset, *battle, ask, chance, random);
            decided.choices.push_back(battle->random_choice(ask.seat, random));
        }
        battle->apply(decided, events);
    }
    events.push_back(ended_event(*outcome_of(*battle), battle->seats()));
    take_events(cases, ruleset, events);
}

/// Schemas of what its battles tell: events, those that are the same under all rules too, and what decisions offer.
void take_told_schemas(Cases& cases, const Ruleset& ruleset) {
    const Json all = protocol::battle_schemas(shipped_rulesets());
    const Json& own = all.at("rulesets").at(ruleset.id());
    for (const auto& events : {all.at("events"), own.at("events")})
        for (const auto& [name, schema] : events.items()) cases.schema(ruleset.id() + " event " + name, schema);
    for (const auto& [kind, each] : own.at("decisions").items()) {
        cases.schema(ruleset.id() + " options " + kind, each.at("options"));
        if (each.contains("meaning")) cases.schema(ruleset.id() + " meaning " + kind, each["meaning"]);
    }
}

/// Every setup and choice of the reference files.
void take_vectors(Cases& cases, const Json& json) {
    if (!json.is_structured()) return;
    if (json.is_object() && json.contains("ruleset") && json.contains("setup")) {
        const auto* ruleset = shipped_rulesets().find(json["ruleset"].get<std::string>());
        REQUIRE(ruleset);
        cases.take(ruleset->id(), "setup", json["setup"], true);
        for (const auto& each : json.value("choices", Json::array()))
            if (each["choice"].is_object()) cases.take(ruleset->id(), each["kind"], each["choice"], true);
        return;
    }
    for (const auto& each : json) take_vectors(cases, each);
}

std::vector<Json> vector_files() {
    std::vector<Json> out;
    for (const auto& entry : std::filesystem::directory_iterator(MUSTER_VECTORS)) {
        std::ifstream file(entry.path());
        if (entry.path().extension() == ".json") out.push_back(Json::parse(file));
        else
            for (std::string line; std::getline(file, line);) out.push_back(Json::parse(line));
    }
    return out;
}

void take_schemas(Cases& cases, const Ruleset& ruleset) {
    const Json catalog = ruleset.catalog();
    cases.schema(ruleset.id() + " setup", catalog.at("setup_schema"));
    cases.schema(ruleset.id() + " standing_orders", catalog.at("standing_orders").at("schema"));
    for (const auto& [kind, schema] : catalog.at("choice_schemas").items()) cases.schema(ruleset.id() + ' ' + kind, schema);
}

}  // namespace

TEST_CASE(
    "ajv takes the setups, choices and standing orders that the rulesets take, and what their battles tell; it refuses every shape that they cannot read") {
    for (const auto* ruleset : shipped_rulesets().all()) {
        CAPTURE(ruleset->id());
        Cases cases;
        take_schemas(cases, *ruleset);
        take_told_schemas(cases, *ruleset);
        SeededChance chance(1);
        const Json example = ruleset->catalog().at("example");
        REQUIRE(ruleset->create(example));
        take_setup(cases, *ruleset, example, chance);
        for (std::uint64_t seed = 0; seed < battles; ++seed) take_battle(cases, *ruleset, seed);
        const Json answer = cases.checked();
        for (const auto& wrong : answer.at("wrong")) FAIL_CHECK(wrong.get<std::string>());
        const int count = answer.at("cases");
        const int valid = answer.at("valid");
        CHECK(count > 1000);
        CHECK(valid >= cases.accepted());
        CHECK(count - valid > count / 10);  // damage that shows in the shape
        MESSAGE(ruleset->id() << ": " << count << " setups, choices and orders checked by ajv, " << valid << " of them valid, " << cases.accepted()
                              << " accepted");
    }
}

TEST_CASE("ajv takes every setup and choice of the reference files") {
    Cases cases;
    for (const auto* ruleset : shipped_rulesets().all()) take_schemas(cases, *ruleset);
    for (const auto& json : vector_files()) take_vectors(cases, json);
    const Json answer = cases.checked();
    for (const auto& wrong : answer.at("wrong")) FAIL_CHECK(wrong.get<std::string>());
    CHECK(answer.at("valid") == answer.at("cases"));
    CHECK(answer.at("cases") > 100);
    MESSAGE(answer.at("cases").get<int>() << " setups and choices of tests/vectors checked by ajv");
}

// Texts of wide characters as long as a message's fields allow, and longer by one.
void take_lengths(Cases& cases, const std::string& type, const Json& schema, const Json& message) {
    for (const auto& [key, field] : schema.at("properties").items()) {
        if (!field.contains("maxLength") || key == "nonce") continue;  // hex digits only
        const int most = field["maxLength"];
        for (const std::string wide : {"x", "é", "漢", "😀"})
            for (const int length : {most / 2, most, most + 1}) {
                Json sent = message;
                std::string text;
                for (int i = 0; i < length; ++i) text += wide;
                sent[key] = text;
                const bool reads = protocol::read_client_message(sent.dump()).has_value();
                CHECK(reads == (length <= most));
                cases.take_shape(type, sent, reads, reads);
            }
    }
}

TEST_CASE("ajv and our own reading agree on how long a text may be, whatever its characters") {
    const std::map<std::string, Json> messages{{"create", {{"ruleset", "armies"}, {"setup", Json::object()}}},
                                               {"follow", {{"battle", "B"}}},
                                               {"say", {{"battle", "B"}, {"text", "x"}}},
                                               {"hand_over", {{"battle", "B"}, {"token", "t"}}},
                                               {"unsubscribe", {{"battle", "B"}, {"nudge", "n"}}},
                                               {"list", Json::object()}};
    Cases cases;
    for (const auto& [type, fields] : messages) {
        const Json schema = protocol::client_message_schemas().at(type);
        cases.schema(type, schema);
        Json message = fields;
        message["type"] = type;
        take_lengths(cases, type, schema, message);
    }
    const Json answer = cases.checked();
    for (const auto& wrong : answer.at("wrong")) FAIL_CHECK(wrong.get<std::string>());
    CHECK(answer.at("cases") > 100);
}

TEST_CASE("ajv understands the schemas of the client's messages") {
    Cases cases;
    const Json schemas = protocol::client_message_schemas();
    for (const auto& [type, schema] : schemas.items()) cases.schema(type, schema);
    CHECK(schemas.size() > 10);
    CHECK(cases.checked().at("wrong").empty());
}
