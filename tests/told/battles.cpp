#include "tests/told/battles.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "protocol/record_walk.hpp"
#include "protocol/shares.hpp"
#include "protocol/turn_messages.hpp"
#include "rules/scenario.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"
#include "tests/support/random_setups.hpp"

namespace muster::test {

using namespace protocol;

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
}

/// Where anybody is asked, everybody is: it is told of the first seat.
Json request_of(const Fold& fold, const OpenDecision& open) {
    return to_json_value(Request{.battle = fold.origin().battle,
                                 .decision = open.id,
                                 .seat = fold.seats()[static_cast<std::size_t>(std::max(open.ask.seat, 0))],
                                 .kind = open.ask.kind,
                                 .options = open.ask.options,
                                 .preset = open.ask.preset,
                                 .sealed = open.sealed});
}

/// What was asked in the course of a battle, found by playing it again.
std::vector<Asked> asked_in(const Record& record, const rules::Ruleset& ruleset) {
    const auto fold = must(Fold::create({record.battle, &ruleset, record.title, record.setup, record.options, fold_options(record.options),
                                         from_hex(record.server_seed.value()).value(), from_hex(record.server_key).value()}));
    std::vector<Asked> out;
    std::int64_t last = 0;
    const auto take_new = [&](std::size_t events) {
        for (const auto& open : fold->open()) {
            if (open.id <= last) continue;
            last = open.id;
            if (open.ask.kind != share_kind) out.push_back({events, request_of(*fold, open)});
        }
    };
    RecordWalk walk(record, *fold);
    Applied first("");
    walk.begin(first);
    while (!walk.at_end()) {
        Applied applied("");
        const auto step = must(walk.next(applied));
        take_new(step.event + (step.note ? 1 : applied.events.size()));
    }
    return out;
}

ToldBattle told(std::string name, const std::string& text) {
    const auto record = must(read_record(text));
    const auto* ruleset = rules::shipped_rulesets().find(record.ruleset, record.ruleset_version);
    ToldBattle out{.name = std::move(name),
                   .ruleset = record.ruleset,
                   .setup = record.setup,
                   .seats = must(rules::seats_of(*ruleset, record.setup)),
                   .asked = asked_in(record, *ruleset)};
    for (const auto& event : record.events) out.events.push_back(to_json_value(event));
    return out;
}

ToldBattle told(std::string name, const Json& scenario) {
    const auto run = must(rules::run_scenario(scenario, rules::shipped_rulesets()));
    ToldBattle out{.name = std::move(name), .ruleset = run.ruleset->id(), .setup = scenario.at("setup"), .seats = run.seats};
    for (const auto& event : run.events)
        out.events.push_back({{"seq", out.events.size() + 1}, {"at", ""}, {"event", event.name}, {"data", must(parse_json(event.data))}});
    return out;
}

void add_records(std::vector<ToldBattle>& out) {
    const std::filesystem::path folder = MUSTER_VECTORS "/records";
    std::vector<std::filesystem::path> files;
    for (const auto& each : std::filesystem::recursive_directory_iterator(folder))
        if (each.path().extension() == ".json") files.push_back(each.path());
    std::ranges::sort(files);
    for (const auto& file : files) out.push_back(told("record-" + file.parent_path().filename().string() + "-" + file.stem().string(), text_of(file)));
}

void add_scenarios(std::vector<ToldBattle>& out) {
    int number = 0;
    const auto add = [&](const std::string& of, const Json& each) { out.push_back(told(of + "-" + std::to_string(++number), each.at("scenario"))); };
    for (const std::string of : {"advanced_combat_battles", "armies_conflicts"}) {
        std::istringstream lines(text_of(MUSTER_VECTORS "/" + of + ".jsonl"));
        number = 0;
        for (std::string line; std::getline(lines, line);) add(of, must(parse_json(line)));
    }
    number = 0;
    const auto examples = must(parse_json(text_of(MUSTER_VECTORS "/source_examples.json")));
    for (const auto& each : examples.at("examples")) add("source_example", each);
}

// Which random battle is the readable one: where it matters chosen so that it is short and brings nearly everything that its ruleset can.
std::uint64_t readable_seed(const std::string& ruleset) {
    static const std::map<std::string, std::uint64_t> chosen{
        {"advanced-combat", 108}, {"phased-combat", 366}, {"fleet-combat", 1792}, {"armies", 1546}, {"simple-combat", 2970}};
    const auto found = chosen.find(ruleset);
    return found == chosen.end() ? 1 : found->second;
}

Game played(const rules::Ruleset& ruleset, std::uint64_t seed, bool later) {
    SeededChance chance(seed);
    const Start start{.ruleset = &ruleset, .setup = random_setup_of(ruleset.id(), chance, later), .confirm = seed % 2 == 0};
    return random_game(start, chance, {.concede_one_in = 200, .draw_one_in = 60});
}

// The readable one, which stays what it is when house rules come; the first few, and the first with each ending that is not rarer than once in
// some hundreds.
void add_random_battles(std::vector<ToldBattle>& out) {
    constexpr std::uint64_t first = 8;
    constexpr std::uint64_t last = 250;
    for (const auto* ruleset : rules::shipped_rulesets().all()) {
        out.push_back(told(ruleset->id(), played(*ruleset, readable_seed(ruleset->id()), false).record()));
        out.back().readable = true;
        std::set<std::string> endings;
        for (std::uint64_t seed = 1; seed <= last; ++seed) {
            const auto game = played(*ruleset, seed, true);
            if (endings.insert(game.fold->outcome()->reason).second || seed <= first)
                out.push_back(told(ruleset->id() + "-random-" + std::to_string(seed), game.record()));
        }
    }
}

}  // namespace

std::vector<ToldBattle> told_battles() {
    std::vector<ToldBattle> out;
    add_random_battles(out);
    add_records(out);
    add_scenarios(out);
    return out;
}

}  // namespace muster::test
