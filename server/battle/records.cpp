#include "server/battle/records.hpp"

#include "protocol/event_parts.hpp"
#include "protocol/record_walk.hpp"
#include "protocol/times.hpp"
#include "protocol/verify.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/history.hpp"
#include "server/battle/kept_head.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

namespace {

Refusal damaged(const storage::StoredBattle& battle, const std::string& what) {
    return {Code::internal, "battle " + battle.header.id + " is damaged: its " + what + " cannot be read"};
}

// As it stands in an event's body, where words of people are escaped and cannot look like it.
bool ends_battle(const std::string& body) { return body.find(",\"event\":\"battle_ended\",") != std::string::npos; }

std::vector<protocol::SeatInfo> seats_of(const storage::StoredBattle& battle) {
    std::vector<protocol::SeatInfo> out;
    out.reserve(battle.seats.size());
    for (const auto& each : battle.seats) out.push_back({each.seat, each.taken ? std::optional(each.name) : std::nullopt});
    return out;
}

/// H of a battle of the time before muster/2, which nobody signed: what is kept of an input is what is hashed.
std::string first_chain(const storage::Header& header, const Json& setup, const std::vector<std::string>& inputs) {
    protocol::Chain chain({.battle = header.id,
                           .ruleset = header.ruleset,
                           .version = header.ruleset_version,
                           .server_key = {},
                           .commitment = protocol::sha256(header.server_seed),
                           .setup = setup,
                           .title = header.title,
                           .options = {}});
    for (const auto& input : inputs) chain.add(input);
    return protocol::to_hex(protocol::bytes_of(chain.head()));
}

Refusal misplaced(std::string_view list, std::size_t index, std::string message, const std::string& below = {}) {
    return {Code::bad_message, std::move(message), "/" + std::string(list) + "/" + std::to_string(index) + below};
}

/// Plays a record again, and cuts it into the steps in which it happened.
class Steps {
public:
    Steps(const protocol::Record& record, protocol::Fold& fold, const GiveUp& give_up) : record_(record), fold_(fold), give_up_(give_up), walk_(record, fold) {}

    std::expected<std::vector<storage::Step>, Refusal> all() {
        if (record_.events.empty()) return refuse(Code::bad_message, "a record begins with battle_created", "/events");
        protocol::Applied first(at());
        walk_.begin(first);
        if (auto refusal = keep(first)) return std::unexpected(*refusal);
        while (!walk_.at_end())
            if (auto refusal = step()) return std::unexpected(*refusal);
        if (auto refusal = walk_.check_end()) return std::unexpected(*refusal);
        return std::move(steps_);
    }

private:
    /// When the next step happened; nobody reads it if there is none.
    std::string at() const { return next_event_ < record_.events.size() ? record_.events[next_event_].at : ""; }

    std::optional<Refusal> step() {
        protocol::Applied applied(at(), give_up_);
        do {
            const auto step = walk_.next(applied);
            if (applied.given_up) return going_down();
            if (!step) return step.error();
            if (step->note) keep_note(record_.events[step->event], applied);
            else if (const auto& input = record_.inputs[step->input]; input.kind == "nonce") taken_.push_back({input.seat, input.name});
        } while (walk_.goes_on_at_once());
        return keep(applied);
    }

    void keep_note(const protocol::RecordEvent& event, protocol::Applied& applied) {
        applied.events.push_back({event.seq, to_text(event)});
        if (event.event == "seat_taken") taken_.push_back({event.data.value("seat", ""), event.data.value("name", "")});
    }

    std::optional<Refusal> keep(protocol::Applied& applied) {
        for (std::size_t i = 0; i < applied.events.size(); ++i) {
            const auto index = next_event_ + i;
            if (index >= record_.events.size()) return misplaced("events", index, "this event is missing");
            if (record_.events[index].seq != applied.events[i].seq) return misplaced("events", index, "there is a gap in the event numbers", "/seq");
            if (record_.events[index].at != applied.at) return misplaced("events", index, "what follows from one input happens at one time", "/at");
            if (record_.proof() == protocol::Proof::second) keep_as_shown(record_.events[index], applied.events[i]);
        }
        storage::Step step;
        step.first_seq = steps_.empty() ? 1 : steps_.back().last_seq + 1;
        step.last_seq = fold_.head();
        step.events = encode_events(applied.events);
        step.inputs = join_lines(applied.inputs);
        step.taken = std::exchange(taken_, {});
        put_status(fold_, status_, applied.at, step);
        if (step.status) status_ = *step.status;
        next_event_ += applied.events.size();
        steps_.push_back(std::move(step));
        return {};
    }

    /// What was shown then is signed: without the fields that came later.
    static void keep_as_shown(const protocol::RecordEvent& then, protocol::LoggedEvent& now) {
        if (protocol::parts_of(now.body).data != then.data.dump()) now.body = to_text(then);
    }

    const protocol::Record& record_;
    protocol::Fold& fold_;
    const GiveUp& give_up_;
    std::vector<storage::Step> steps_{};
    std::vector<storage::Step::Taken> taken_{};
    storage::Status status_ = storage::Status::waiting;
    protocol::RecordWalk walk_;
    std::size_t next_event_ = 0;  ///< the first that is in no step yet
};

std::expected<std::string, Refusal> visibility_of(const Json& options) {
    const Json text = options.is_object() ? options.value("visibility", Json("public")) : Json("public");
    for (const auto& [value, name] : names_of(protocol::Visibility{}))
        if (text == name) return std::string(name);
    return refuse(Code::bad_message, "expected public, unlisted or private", "/options/visibility");
}

/// Times are none of the proof's, so whoever passed the record on may have written anything there.
std::optional<Refusal> refuse_times(const protocol::Record& record) {
    const auto wrong = [](std::string path) { return Refusal{Code::bad_message, "expected a time (2026-11-21T20:49:00.000Z)", std::move(path)}; };
    if (!protocol::read_time(record.created_at)) return wrong("/created_at");
    if (!record.finished_at || !protocol::read_time(*record.finished_at)) return wrong("/finished_at");
    for (std::size_t i = 0; i < record.events.size(); ++i)
        if (!protocol::read_time(record.events[i].at)) return wrong("/events/" + std::to_string(i) + "/at");
    return {};
}

}  // namespace

std::expected<std::string, Refusal> stored_record(const storage::StoredBattle& battle) {
    const auto& header = battle.header;
    if (battle.status != storage::Status::over) return refuse(Code::bad_message, "battle " + header.id + " is not over");
    auto setup = parse_json(header.setup);
    auto options = parse_json(header.options);
    auto outcome = parse_json(battle.outcome);
    if (!setup || !options || !outcome) return std::unexpected(damaged(battle, !setup ? "setup" : !options ? "list of options" : "outcome"));
    auto head = kept_head(battle);
    const bool first = protocol::proof_of(header.server_key) == protocol::Proof::first;
    if (!head || first == head->has_value()) return std::unexpected(damaged(battle, "signed head"));
    std::vector<std::string> inputs;
    std::vector<std::string> events;
    for (const auto& step : battle.steps) {
        for (auto& input : split_lines(step.inputs)) inputs.push_back(std::move(input));
        for (auto& event : decode_events(step.events, step.first_seq)) events.push_back(std::move(event.body));
        if (!events.empty() && ends_battle(events.back())) break;  // talk after the end is not part of it
    }
    const auto chain = first ? first_chain(header, *setup, inputs) : (*head)->chain;
    const protocol::RecordHead record{.battle = header.id,
                                      .ruleset = header.ruleset,
                                      .ruleset_version = header.ruleset_version,
                                      .title = header.title,
                                      .setup = std::move(*setup),
                                      .options = std::move(*options),
                                      .seats = seats_of(battle),
                                      .created_at = header.created_at,
                                      .finished_at = battle.finished_at,
                                      .commitment = header.commitment,
                                      .server_key = protocol::to_hex(header.server_key),
                                      .server_seed = protocol::to_hex(header.server_seed),
                                      .outcome = std::move(*outcome),
                                      .chain = chain,
                                      .shown = *head ? (*head)->shown : "",
                                      .signature = *head ? (*head)->signature : ""};
    return protocol::record_text(record, inputs, events);
}

std::expected<Imported, Refusal> stored_form(const protocol::Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up) {
    const auto visibility = visibility_of(record.options);
    if (!visibility) return std::unexpected(visibility.error());
    const auto seed = record.server_seed ? protocol::from_hex(*record.server_seed) : std::nullopt;
    if (!seed || seed->size() != 32) return refuse(Code::bad_message, "expected 64 hex digits", "/server_seed");
    const auto* ruleset = rulesets.find(record.ruleset, record.ruleset_version);
    if (!ruleset) return refuse(Code::bad_message, "this build does not keep these rules", "/ruleset");
    if (!record.options.is_object() && !record.options.is_null()) return refuse(Code::bad_message, "expected an object", "/options");
    const auto key = protocol::from_hex(record.server_key);
    if (!key) return refuse(Code::bad_message, "expected hex digits", "/server_key");
    auto fold =
        protocol::Fold::create({record.battle, ruleset, record.title, record.setup, record.options, protocol::fold_options(record.options), *seed, *key});
    if (!fold) return refuse(Code::bad_message, fold.error().message, "/setup" + fold.error().path);
    if (!std::ranges::equal(record.seats, (*fold)->seats(), {}, &protocol::SeatInfo::seat))
        return refuse(Code::bad_message, "other seats are expected", "/seats");
    if (auto refusal = refuse_times(record)) return std::unexpected(std::move(*refusal));
    auto steps = Steps(record, **fold, give_up).all();
    if (!steps) return std::unexpected(steps.error());
    Imported out;
    const auto options = record.options.is_null() ? "{}" : record.options.dump();
    out.header = {record.battle, record.ruleset,    record.ruleset_version, record.title, *visibility, record.setup.dump(),
                  options,       record.created_at, record.commitment,      *seed,        *key};
    for (const auto& each : record.seats)  // a token that nobody was told
        out.seats.push_back({each.seat, std::string(protocol::bytes_of(protocol::sha256(protocol::new_token())))});
    out.steps = std::move(*steps);
    if (record.proof() == protocol::Proof::second)
        out.steps.back().keep.push_back(kept_form({(*fold)->chain().inputs(), record.chain, record.shown, record.signature}));
    return out;
}

std::expected<Imported, Refusal> import_record(const protocol::Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up) {
    if (!protocol::looks_like_battle_id(record.battle)) return refuse(Code::bad_message, "this is not a battle's id", "/battle");
    const auto verdict = protocol::verify(record, rulesets, give_up);
    if (verdict.given_up) return std::unexpected(going_down());
    if (!verdict.holds) return refuse(Code::bad_message, "it does not hold: " + verdict.message, verdict.path);
    return stored_form(record, rulesets, give_up);
}

}  // namespace muster::server
