#include "protocol/verify.hpp"

#include "protocol/fold_events.hpp"
#include "protocol/proof/proof.hpp"
#include "protocol/record_walk.hpp"

namespace muster::protocol {

namespace {

constexpr const char* uncovered_by_the_first =
    "This is a proof of version 1. It does not cover the title and the options, nor that the server made no use of notes (talk, corrections of clocks) to "
    "choose among dice, nor is it signed.";

Verdict gave_up() { return {.message = "it takes too long", .given_up = true}; }

/// Plays the inputs of a record again, and compares.
class Replay {
public:
    Replay(const Record& record, Fold& fold, const GiveUp& give_up) : record_(record), fold_(fold), give_up_(give_up), walk_(record, fold) {}

    /// What differs first; nothing: nothing does, or it was given up.
    std::optional<proof::Problem> run() {
        Applied first("");
        walk_.begin(first);
        auto found = compare_events(first, 0);
        while (!found && !given_up_ && !walk_.at_end()) found = step();
        if (found || given_up_) return found;
        if (auto refusal = walk_.check_end()) return proof::Problem{std::move(refusal->path), std::move(refusal->message)};
        return {};
    }

    bool given_up() const { return given_up_; }

private:
    std::optional<proof::Problem> step() {
        Applied applied("", give_up_);
        auto step = walk_.next(applied);
        given_up_ = applied.given_up;
        if (given_up_) return {};
        if (!step) return proof::Problem{std::move(step.error().path), std::move(step.error().message)};
        if (step->note) return {};
        if (auto found = compare_inputs(applied, step->input)) return found;
        return compare_events(applied, step->event);
    }

    std::optional<proof::Problem> compare_inputs(const Applied& applied, std::size_t first) const {
        for (std::size_t i = 0; i < applied.inputs.size(); ++i) {
            const Json recorded = JsonView(record_.kept[first + i]).json();
            if (auto found = compare(recorded, Json::parse(applied.inputs[i]), "/inputs/" + std::to_string(first + i), "")) return found;
        }
        return {};
    }

    std::optional<proof::Problem> compare_events(const Applied& applied, std::size_t first) const {
        for (std::size_t i = 0; i < applied.events.size(); ++i)
            if (auto found = compare_event(applied.events[i], first + i)) return found;
        return {};
    }

    std::optional<proof::Problem> compare_event(const LoggedEvent& logged, std::size_t index) const {
        Json computed = Json::parse(logged.body);
        const auto path = "/events/" + std::to_string(index);
        if (index >= record_.events.size())
            return proof::Problem{path, "event " + std::to_string(logged.seq) + " (" + computed["event"].get<std::string>() + ") is missing"};
        const auto& event = record_.events[index];
        Json recorded = to_json_value(event);
        recorded["at"] = computed["at"];  // times are not part of the proof
        if (recorded != computed)
            computed["data"] = without_later(std::move(computed["data"]), recorded["data"], rules::later_fields_of(*fold_.origin().ruleset, event.event));
        return compare(recorded, computed, path, "event " + std::to_string(logged.seq) + " (" + event.event + "): ");
    }

    static std::optional<proof::Problem> compare(const Json& recorded, const Json& computed, const std::string& path, const std::string& where) {
        auto found = proof::first_difference(&recorded, &computed, path);
        if (!found) return {};
        return proof::Problem{std::move(found->path), where + "the record says " + found->recorded + ", but the rules say " + found->due};
    }

    const Record& record_;
    Fold& fold_;
    const GiveUp& give_up_;
    RecordWalk walk_;
    bool given_up_ = false;
};

/// What differs first if the record, whose seed and key are such, is played again. `given_up`: whether that was.
std::optional<proof::Problem> play(const Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up, const BattleLimits& limits, bool& given_up) {
    const auto* ruleset = rulesets.find(record.ruleset, record.ruleset_version);
    if (!ruleset)
        return proof::Problem{rulesets.find(record.ruleset) ? "/ruleset_version" : "/ruleset",
                              "this build does not keep " + record.ruleset + " version " + std::to_string(record.ruleset_version)};
    auto options = fold_options(record.options);
    options.limits = limits;
    auto fold = Fold::create(
        {record.battle, ruleset, record.title, record.setup, record.options, options, *from_hex(*record.server_seed), *from_hex(record.server_key)});
    if (!fold) return proof::Problem{"/setup" + fold.error().path, fold.error().message};
    Replay replay(record, **fold, give_up);
    auto found = replay.run();
    given_up = replay.given_up();
    return found;
}

}  // namespace

Verdict verify(const Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up, const BattleLimits& limits) {
    auto found = proof::check(record, give_up);
    if (found.given_up) return gave_up();
    Verdict verdict{.rolls = found.rolls, .dice = found.dice};
    const auto fail = [&](Part part, proof::Problem problem) {
        verdict.message = std::move(problem.message);
        verdict.path = std::move(problem.path);
        verdict.part = part;
        return verdict;
    };
    if (found.problem && !found.all_but_hashes) return fail(Part::proof, std::move(*found.problem));
    bool unwanted = false;
    auto differing = play(record, rulesets, give_up, limits, unwanted);
    if (unwanted) return gave_up();
    if (found.problem) {
        if (differing) verdict.by_rules = Place{std::move(differing->path), std::move(differing->message)};
        return fail(Part::proof, std::move(*found.problem));
    }
    verdict.signatures = std::move(found.signatures);
    verdict.by_word = proof::by_word(record);
    if (differing) return fail(Part::rules, std::move(*differing));
    verdict.holds = true;
    verdict.message = "the commitment, " + std::to_string(record.inputs.size()) + " inputs, " + std::to_string(verdict.rolls) + " rolls (" +
                      std::to_string(verdict.dice) + " dice) and " + std::to_string(record.events.size()) + " events hold";
    if (record.proof() == Proof::first) verdict.uncovered = uncovered_by_the_first;
    return verdict;
}

}  // namespace muster::protocol
