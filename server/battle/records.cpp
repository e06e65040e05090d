#include "server/battle/records.hpp"

#include "protocol/fold_events.hpp"
#include "protocol/verify.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/history.hpp"
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

Refusal misplaced(std::string_view list, std::size_t index, std::string message, const std::string& below = {}) {
    return {Code::bad_message, std::move(message), "/" + std::string(list) + "/" + std::to_string(index) + below};
}

/// Plays a record again, and cuts it into the steps in which it happened. Nothing of the record is believed to fit: neither that events
/// and inputs are as many as belong together nor that an input is allowed.
class Steps {
public:
    Steps(const protocol::Record& record, protocol::Fold& fold, const GiveUp& give_up) : record_(record), fold_(fold), give_up_(give_up) {}

    std::expected<std::vector<storage::Step>, Refusal> all() {
        if (record_.events.empty()) return refuse(Code::bad_message, "a record begins with battle_created", "/events");
        protocol::Applied first(at());
        fold_.begin(first);
        if (auto refusal = keep(first)) return std::unexpected(*refusal);
        while (next_event_ < record_.events.size()) {
            if (is_given_up(give_up_)) return std::unexpected(going_down());
            if (auto refusal = protocol::is_note(record_.events[next_event_].event) ? note() : inputs()) return std::unexpected(*refusal);
        }
        if (next_input_ < record_.inputs.size()) return std::unexpected(misplaced("inputs", next_input_, "the record ends before this input has an event"));
        if (fold_.phase() != protocol::Fold::Phase::over) return refuse(Code::bad_message, "the events end before the battle is over", "/events");
        return std::move(steps_);
    }

private:
    const std::string& at() const { return record_.events[next_event_].at; }

    std::optional<Refusal> note() {
        const auto& event = record_.events[next_event_];
        if (fold_.phase() == protocol::Fold::Phase::over) return misplaced("events", next_event_, "a record must end with its battle");
        if (event.seq != fold_.head() + 1) return misplaced("events", next_event_, "there is a gap in the event numbers", "/seq");
        protocol::Applied applied(event.at);
        applied.events.push_back({event.seq, to_text(event)});
        fold_.skip_to(event.seq);
        return keep(applied);
    }

    // One input, or all choices of a sealed step: together they bring forth events.
    std::optional<Refusal> inputs() {
        protocol::Applied applied(at(), give_up_);
        do {
            if (next_input_ == record_.inputs.size()) return misplaced("events", next_event_, "this event does not follow from any input");
            const auto& input = record_.inputs[next_input_];
            if (input.kind == "nonce") taken_.push_back({input.seat, input.name});
            if (auto refusal = fold_.enter(input, applied)) return misplaced("inputs", next_input_, refusal->message, refusal->path);
            ++next_input_;
        } while (fold_.awaits_sealed());
        if (applied.given_up) return going_down();
        return keep(applied);
    }

    std::optional<Refusal> keep(const protocol::Applied& applied) {
        for (std::size_t i = 0; i < applied.events.size(); ++i) {
            const auto index = next_event_ + i;
            if (index >= record_.events.size()) return misplaced("events", index, "this event is missing");
            if (record_.events[index].seq != applied.events[i].seq) return misplaced("events", index, "there is a gap in the event numbers", "/seq");
            if (record_.events[index].at != applied.at) return misplaced("events", index, "what follows from one input happens at one time", "/at");
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

    const protocol::Record& record_;
    protocol::Fold& fold_;
    const GiveUp& give_up_;
    std::vector<storage::Step> steps_{};
    std::vector<storage::Step::Taken> taken_{};
    storage::Status status_ = storage::Status::waiting;
    std::size_t next_event_ = 0;
    std::size_t next_input_ = 0;
};

std::expected<std::string, Refusal> visibility_of(const Json& options) {
    const Json text = options.is_object() ? options.value("visibility", Json("public")) : Json("public");
    for (const auto& [value, name] : names_of(protocol::Visibility{}))
        if (text == name) return std::string(name);
    return refuse(Code::bad_message, "expected public, unlisted or private", "/options/visibility");
}

}  // namespace

std::expected<std::string, Refusal> stored_record(const storage::StoredBattle& battle) {
    const auto& header = battle.header;
    if (battle.status != storage::Status::over) return refuse(Code::bad_message, "battle " + header.id + " is not over");
    auto setup = parse_json(header.setup);
    auto options = parse_json(header.options);
    auto outcome = parse_json(battle.outcome);
    if (!setup || !options || !outcome) return std::unexpected(damaged(battle, !setup ? "setup" : !options ? "list of options" : "outcome"));
    protocol::Chain chain(header.id, header.ruleset, header.ruleset_version, protocol::sha256(header.server_seed), *setup);
    std::vector<std::string> inputs;
    std::vector<std::string> events;
    for (const auto& step : battle.steps) {
        for (auto& input : split_lines(step.inputs)) {
            chain.add(input);
            inputs.push_back(std::move(input));
        }
        for (auto& event : decode_events(step.events, step.first_seq)) events.push_back(std::move(event.body));
        if (!events.empty() && ends_battle(events.back())) break;  // talk after the end is not part of it
    }
    const protocol::RecordHead head{.battle = header.id,
                                    .ruleset = header.ruleset,
                                    .ruleset_version = header.ruleset_version,
                                    .title = header.title,
                                    .setup = std::move(*setup),
                                    .options = std::move(*options),
                                    .seats = seats_of(battle),
                                    .created_at = header.created_at,
                                    .finished_at = battle.finished_at,
                                    .commitment = header.commitment,
                                    .server_seed = protocol::to_hex(header.server_seed),
                                    .outcome = std::move(*outcome),
                                    .chain = protocol::to_hex(protocol::bytes_of(chain.head()))};
    return protocol::record_text(head, inputs, events);
}

std::expected<Imported, Refusal> stored_form(const protocol::Record& record, const rules::Rulesets& rulesets, const GiveUp& give_up) {
    const auto visibility = visibility_of(record.options);
    if (!visibility) return std::unexpected(visibility.error());
    const auto seed = record.server_seed ? protocol::from_hex(*record.server_seed) : std::nullopt;
    if (!seed || seed->size() != 32) return refuse(Code::bad_message, "expected 64 hex digits", "/server_seed");
    const auto* ruleset = rulesets.find(record.ruleset, record.ruleset_version);
    if (!ruleset) return refuse(Code::bad_message, "this build does not keep these rules", "/ruleset");
    if (!record.options.is_object() && !record.options.is_null()) return refuse(Code::bad_message, "expected an object", "/options");
    auto fold = protocol::Fold::create({record.battle, ruleset, record.title, record.setup, record.options, protocol::fold_options(record.options), *seed});
    if (!fold) return refuse(Code::bad_message, fold.error().message, "/setup" + fold.error().path);
    if (!std::ranges::equal(record.seats, (*fold)->seats(), {}, &protocol::SeatInfo::seat))
        return refuse(Code::bad_message, "other seats are expected", "/seats");
    auto steps = Steps(record, **fold, give_up).all();
    if (!steps) return std::unexpected(steps.error());
    Imported out;
    const auto options = record.options.is_null() ? "{}" : record.options.dump();
    out.header = {record.battle,       record.ruleset, record.ruleset_version, record.title,      *visibility,
                  record.setup.dump(), options,        record.created_at,      record.commitment, *seed};
    for (const auto& each : record.seats)  // a token that nobody was told
        out.seats.push_back({each.seat, std::string(protocol::bytes_of(protocol::sha256(protocol::new_token())))});
    out.steps = std::move(*steps);
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
