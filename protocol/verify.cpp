#include "protocol/verify.hpp"

#include <algorithm>
#include <set>

#include "protocol/fold_events.hpp"

namespace muster::protocol {

namespace {

// The first place where two JSON values differ, as a pointer, and what stands there.
struct Difference {
    std::string path;
    std::string recorded;
    std::string computed;
};

Difference first_difference(const Json& recorded, const Json& computed, const std::string& path) {
    if (recorded.is_object() && computed.is_object()) {
        for (const auto& [key, value] : computed.items()) {
            const auto at = (JsonPath(path) / key).text();
            const auto found = recorded.find(key);
            if (found == recorded.end()) return {at, "nothing", value.dump()};
            if (*found != value) return first_difference(*found, value, at);
        }
        for (const auto& [key, value] : recorded.items())
            if (!computed.contains(key)) return {(JsonPath(path) / key).text(), value.dump(), "nothing"};
    }
    if (recorded.is_array() && computed.is_array()) {
        for (std::size_t i = 0; i < std::min(recorded.size(), computed.size()); ++i)
            if (recorded[i] != computed[i]) return first_difference(recorded[i], computed[i], (JsonPath(path) / i).text());
    }
    const auto shorten = [](std::string text) { return text.size() > 80 ? text.substr(0, 77) + "…" : text; };
    return {path, shorten(recorded.dump()), shorten(computed.dump())};
}

class Verifier {
public:
    Verifier(const Record& record, Fold& fold, const GiveUp& give_up) : record_(record), fold_(fold), give_up_(give_up) {}

    Verdict run() {
        Applied first("");
        fold_.begin(first);
        if (!compare(first)) return verdict_;
        while (next_event_ < record_.events.size()) {
            if (is_given_up(give_up_)) return given_up();
            if (!step()) return verdict_;
        }
        if (next_input_ < record_.inputs.size()) return fail("/inputs/" + std::to_string(next_input_), "the record ends before this input has an event");
        if (fold_.phase() != Fold::Phase::over) return fail("/events", "the events end before the battle is over");
        return compare_frame();
    }

private:
    Verdict fail(std::string path, std::string message) {
        verdict_.holds = false;
        verdict_.path = std::move(path);
        verdict_.message = std::move(message);
        return verdict_;
    }
    Verdict given_up() {
        verdict_ = {.message = "it takes too long", .given_up = true};
        return verdict_;
    }
    std::string event_path(std::size_t index) const { return "/events/" + std::to_string(index); }

    bool step() {
        const auto& event = record_.events[next_event_];
        if (is_note(event.event)) return note(event);
        if (next_input_ >= record_.inputs.size() || record_.inputs[next_input_].seq != event.seq) {
            fail(event_path(next_event_), "event " + std::to_string(event.seq) + " (" + event.event + ") does not follow from any input");
            return false;
        }
        Applied applied("", give_up_);
        return feed(applied) && compare(applied);
    }

    // Chat and seals follow from no input; a seal must at least be of a decision that is open and asked of that seat.
    bool note(const RecordEvent& event) {
        if (fold_.phase() == Fold::Phase::over) {
            fail(event_path(next_event_), "the battle is over before this event; a record must end with its battle");
            return false;
        }
        if (event.seq != fold_.head() + 1) {
            fail(event_path(next_event_) + "/seq", "there is a gap in the event numbers");
            return false;
        }
        if (event.event == "decision_sealed" || event.event == "decision_unsealed") {
            const bool well_formed = event.data.is_object() && event.data.contains("decision") && event.data["decision"].is_number_integer() &&
                                     event.data.contains("seat") && event.data["seat"].is_string() && event.data.size() == 2;
            const auto* open = well_formed ? fold_.find_open(event.data["decision"].get<std::int64_t>()) : nullptr;
            const bool fits = open && open->sealed && fold_.seats()[static_cast<std::size_t>(open->ask.seat)] == event.data["seat"].get<std::string>();
            const bool sealing = event.event == "decision_sealed";
            if (!fits || sealed_.contains(open->id) == sealing) {
                fail(event_path(next_event_) + "/data", "no such decision could be " + std::string(sealing ? "sealed" : "unsealed") + " here");
                return false;
            }
            if (sealing) sealed_.insert(open->id);
            else sealed_.erase(open->id);
        }
        Applied ignored("");
        fold_.note({event.event, event.data.dump()}, ignored);
        ++next_event_;
        return true;
    }

    // One input, or all choices of a sealed step, which entered the chain together.
    bool feed(Applied& applied) {
        std::size_t at = next_input_;
        do {
            const auto path = "/inputs/" + std::to_string(at);
            const auto refusal =
                at < record_.inputs.size() ? fold_.enter(record_.inputs[at], applied) : Refusal{Code::bad_message, "a choice of this sealed step is missing"};
            if (refusal) {
                fail(path + refusal->path, refusal->message);
                return false;
            }
            ++at;
        } while (fold_.awaits_sealed());
        if (applied.given_up) {
            given_up();
            return false;
        }
        if (record_.inputs[next_input_].decision != 0) sealed_.clear();
        return compare_inputs(applied);
    }

    bool compare_inputs(const Applied& applied) {
        for (const auto& text : applied.inputs) {
            const Json recorded = to_json_value(record_.inputs[next_input_]);
            const Json computed = Json::parse(text);
            if (recorded != computed) {
                const auto difference = first_difference(recorded, computed, "/inputs/" + std::to_string(next_input_));
                fail(difference.path, "the record says " + difference.recorded + ", but the rules say " + difference.computed);
                return false;
            }
            ++next_input_;
        }
        return true;
    }

    bool compare(const Applied& applied) {
        for (const auto& logged : applied.events) {
            const Json computed = Json::parse(logged.body);
            if (next_event_ >= record_.events.size()) {
                fail("/events/" + std::to_string(next_event_),
                     "event " + std::to_string(logged.seq) + " (" + computed["event"].get<std::string>() + ") is missing");
                return false;
            }
            const auto& event = record_.events[next_event_];
            Json recorded = to_json_value(event);
            recorded["at"] = computed["at"];  // times are not part of the proof
            if (recorded != computed) {
                const auto difference = first_difference(recorded, computed, event_path(next_event_));
                const bool die = event.event == "rolled" && difference.path.find("/dice/") != std::string::npos;
                fail(difference.path, "event " + std::to_string(logged.seq) + " (" + event.event + "): the record says " + difference.recorded +
                                          (die ? ", but the secret gives " : ", but the rules say ") + difference.computed);
                return false;
            }
            count(event);
            ++next_event_;
        }
        return true;
    }

    void count(const RecordEvent& event) {
        if (event.event != "rolled") return;
        ++verdict_.rolls;
        for (const auto& group : event.data["groups"]) verdict_.dice += static_cast<int>(group["dice"].size());
    }

    Verdict compare_frame() {
        const Json outcome = outcome_json(*fold_.outcome(), fold_.seats());
        if (record_.outcome != outcome) {
            const auto difference = first_difference(record_.outcome, outcome, "/outcome");
            return fail(difference.path, "the record says " + difference.recorded + ", but the rules say " + difference.computed);
        }
        if (record_.chain != to_hex(bytes_of(fold_.chain()))) return fail("/chain", "the chain of inputs ends in another hash");
        for (std::size_t i = 0; i < fold_.seats().size(); ++i) {
            const auto path = "/seats/" + std::to_string(i);
            if (i >= record_.seats.size() || record_.seats[i].seat != fold_.seats()[i]) return fail(path, "another seat is expected here");
            const auto seat = static_cast<rules::Seat>(i);  // nobody took it if the operator closed the battle before
            if (record_.seats[i].name != (fold_.seat_taken(seat) ? std::optional(fold_.seat_name(seat)) : std::nullopt))
                return fail(path + "/name", "another name took this seat");
        }
        if (record_.seats.size() > fold_.seats().size()) return fail("/seats", "there are too many seats");
        verdict_.holds = true;
        verdict_.message = "the commitment, " + std::to_string(record_.inputs.size()) + " inputs, " + std::to_string(verdict_.rolls) + " rolls (" +
                           std::to_string(verdict_.dice) + " dice) and " + std::to_string(record_.events.size()) + " events hold";
        return verdict_;
    }

    const Record& record_;
    Fold& fold_;
    const GiveUp& give_up_;
    std::size_t next_event_ = 0;
    std::size_t next_input_ = 0;
    std::set<std::int64_t> sealed_{};
    Verdict verdict_{};
};

}  // namespace

Verdict verify(const Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up, const BattleLimits& limits) {
    const auto fail = [](std::string path, std::string message) { return Verdict{false, std::move(message), std::move(path)}; };
    const auto* ruleset = rulesets.find(record.ruleset, record.ruleset_version);
    if (!ruleset)
        return fail(rulesets.find(record.ruleset) ? "/ruleset_version" : "/ruleset",
                    "this build does not keep " + record.ruleset + " version " + std::to_string(record.ruleset_version));
    if (!record.server_seed) return fail("/server_seed", "this battle is not over: its secret is still hidden, so its dice cannot be checked yet");
    const auto seed = from_hex(*record.server_seed);
    if (!seed || seed->size() != 32) return fail("/server_seed", "expected 64 hex digits");
    if (to_hex(bytes_of(sha256(*seed))) != record.commitment)
        return fail("/server_seed", "the secret does not match the commitment that was made before the battle");
    auto options = fold_options(record.options);
    options.limits = limits;
    auto fold = Fold::create({record.battle, ruleset, record.title, record.setup, record.options, options, *seed});
    if (!fold) return fail("/setup" + fold.error().path, fold.error().message);
    return Verifier(record, **fold, give_up).run();
}

}  // namespace muster::protocol
