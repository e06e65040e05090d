#include "protocol/proof/proof.hpp"

#include <ranges>

#include "protocol/proof/course.hpp"
#include "protocol/proof/ladders.hpp"
#include "protocol/proof/seat_signatures.hpp"
#include "protocol/proof/shape.hpp"
#include "protocol/proof/witnessed_dice.hpp"
#include "protocol/signed_head.hpp"
#include "protocol/witness.hpp"

namespace muster::protocol::proof {

namespace {

std::vector<std::string> seats_of(const Record& record) {
    std::vector<std::string> out;
    out.reserve(record.seats.size());
    for (const auto& each : record.seats) out.push_back(each.seat);
    return out;
}

std::string place(const char* list, std::size_t index) { return "/" + std::string(list) + "/" + std::to_string(index); }

std::vector<int> dice_of(const Json& roll) {
    std::vector<int> out;
    for (const auto& group : roll["groups"])
        for (const auto& die : group["dice"]) out.push_back(die.get<int>());
    return out;
}

/// Of each of these dice.
std::vector<int> sides_of(const Json& roll) {
    std::vector<int> out;
    for (const auto& group : roll["groups"]) out.insert(out.end(), group["dice"].size(), group.value("sides", 6));
    return out;
}

class Checker {
public:
    Checker(const Record& record, const std::vector<Entry>& entries, const std::string& seed, const std::string& key, const GiveUp& give_up)
        : record_(record),
          entries_(entries),
          key_(key),
          give_up_(give_up),
          course_(second() ? second_course(seats_of(record), record.options) : first_course(seats_of(record), record.options)),
          chain_({.battle = record.battle,
                  .ruleset = record.ruleset,
                  .version = record.ruleset_version,
                  .server_key = key,
                  .commitment = sha256(seed),
                  .setup = record.setup,
                  .title = record.title,
                  .options = record.options}),
          shown_(chain_.start()),
          signatures_(chain_.start(), seats_of(record)),
          dice_(seed, chain_) {
        if (shares_dice(record.options)) ladders_.emplace(chain_.start());
        if (has_witness(record.options)) witness_.emplace(chain_.start(), *witness_key(record.options));
    }

    std::optional<Problem> run() {
        if (auto found = beginning()) return found;
        if (auto found = walk(); found || given_up_) return found;
        if (auto found = ending()) return found;
        all_but_hashes_ = true;
        if (auto found = chains()) return found;
        Json seats = Json::array();
        for (const auto& each : record_.seats) seats.push_back(to_json_value(each));
        return difference_problem(seats, course_->sitting(), "/seats");
    }

    std::vector<SeatSigned> signatures() const { return second() ? signatures_.told() : std::vector<SeatSigned>(); }
    bool given_up() const { return given_up_; }
    bool all_but_hashes() const { return all_but_hashes_; }

private:
    bool second() const { return record_.proof() == Proof::second; }

    // What is fixed at creation stands in the first event too.
    std::optional<Problem> beginning() {
        if (record_.events.empty() || record_.events[0].event != "battle_created") return Problem{"/events/0", "the first event must be battle_created"};
        Json due{{"battle", record_.battle}, {"ruleset", record_.ruleset}, {"ruleset_version", record_.ruleset_version}, {"title", record_.title},
                 {"setup", record_.setup},   {"options", record_.options}, {"commitment", record_.commitment},           {"seats", seats_of(record_)}};
        if (second()) due["server_key"] = record_.server_key;
        return difference_problem(record_.events[0].data, due, "/events/0/data");
    }

    // An input stands before the event with its number, whether that follows from it or not.
    std::optional<Problem> walk() {
        std::size_t next = 0;
        for (std::size_t index = 0; index < record_.events.size(); ++index) {
            given_up_ = is_given_up(give_up_);
            if (given_up_) return {};
            const auto& event = record_.events[index];
            const auto path = place("events", index);
            const auto seq = static_cast<std::int64_t>(index) + 1;
            if (event.seq != seq) return Problem{path + "/seq", "there is a gap in the event numbers: " + std::to_string(seq) + " is missing"};
            if (index == 0) continue;
            for (; next < entries_.size() && entries_[next].seq <= seq && !course_->awaits_event(); ++next) {
                const auto& entry = entries_[next];
                if (entry.seq < seq) return not_shown(entry.path + "/seq");
                if (auto found = course_->input(entry)) return found;
                if (ladders_)
                    if (auto found = ladders_->input(entry)) return found;
                if (witness_)
                    if (auto found = witness_->input(entry, chain_)) return found;
                if (auto found = signatures_.input(entry, std::int64_t{chain_.inputs()} + 1)) return found;
                enter(entry);
            }
            if (second() && !course_->is_note(event)) shown_.add(event.event, FlatJson(event.data));
            if (auto found = course_->event(event, path)) return found;
            if (event.event != "rolled") continue;
            if (auto found = roll(event, path)) return found;
        }
        return next < entries_.size() ? std::optional(not_shown(entries_[next].path)) : std::nullopt;
    }

    static Problem not_shown(std::string path) { return {std::move(path), "no event shows this input"}; }

    void enter(const Entry& entry) {
        if (second() && chain_.inputs() > 0) shown_.end_input();
        chain_.add(entry.hashed);
    }

    std::optional<Problem> roll(const RecordEvent& event, const std::string& path) {
        const auto dice = dice_of(event.data);
        const auto due = dice_.roll(rolls_, sides_of(event.data));
        const auto* number = find_field(event.data, "roll");
        if (!number || *number != rolls_) return Problem{path + "/data/roll", "this is roll " + std::to_string(rolls_)};
        ++rolls_;
        std::size_t at = 0;
        const auto& groups = event.data["groups"];
        for (std::size_t group = 0; group < groups.size(); ++group) {
            for (std::size_t die = 0; die < groups[group]["dice"].size(); ++die, ++at) {
                if (dice[at] == (*due)[at]) continue;
                return Problem{path + "/data/groups/" + std::to_string(group) + "/dice/" + std::to_string(die),
                               "event " + std::to_string(event.seq) + ": the record says " + std::to_string(dice[at]) + ", but the secret gives " +
                                   std::to_string((*due)[at])};
            }
        }
        return {};
    }

    std::optional<Problem> ending() {
        if (record_.events.back().event != "battle_ended") return Problem{"/events", "the events end before the battle is over"};
        Json ended = record_.events.back().data;
        const Json seed = *record_.server_seed;
        if (auto found = difference_problem(find_field(ended, "server_seed"), &seed, place("events", record_.events.size() - 1) + "/data/server_seed"))
            return found;
        ended.erase("server_seed");
        return difference_problem(record_.outcome, ended, "/outcome");
    }

    std::optional<Problem> chains() {
        if (record_.chain != to_hex(bytes_of(chain_.head()))) return Problem{"/chain", "this is not the hash of the setup and all inputs"};
        if (!second()) return {};
        if (chain_.inputs() > 0) shown_.end_input();
        if (record_.shown != to_hex(bytes_of(shown_.head()))) return Problem{"/shown", "this is not the hash of all events that follow from inputs"};
        if (from_lower_hex(record_.signature, 64) && is_head_signed(chain_, shown_, record_.signature, key_)) return {};
        return Problem{"/signature", "this is not the signature of the server whose key stands in the record"};
    }

    const Record& record_;
    const std::vector<Entry>& entries_;
    const std::string& key_;
    const GiveUp& give_up_;
    std::unique_ptr<Course> course_;
    std::optional<Ladders> ladders_{};
    std::optional<WitnessLadder> witness_{};
    Chain chain_;
    Shown shown_;
    SeatSignatures signatures_;
    ProofDice dice_;
    int rolls_ = 0;
    bool given_up_ = false;
    bool all_but_hashes_ = false;
};

}  // namespace

Finding check(const Record& record, const GiveUp& give_up) {
    const auto entries = entries_of(record);
    Finding out{.problem = shape_problem(record, entries)};
    if (out.problem) return out;
    const auto fail = [&](const char* path, const char* message) {
        out.problem = Problem{path, message};
        return out;
    };
    if (!record.server_seed) return fail("/server_seed", "this battle is not over: its secret is still hidden");
    const auto seed = from_lower_hex(*record.server_seed, 32);
    if (!seed) return fail("/server_seed", "expected 64 hex digits");
    const auto key = record.proof() == Proof::first ? std::string() : from_lower_hex(record.server_key, 65);
    if (!key) return fail("/server_key", "expected 130 hex digits");
    for (const auto& event : record.events | std::views::drop(1)) {  // the first must be another
        if (event.event != "rolled") continue;
        ++out.rolls;
        for (const auto& group : event.data["groups"]) out.dice += static_cast<int>(group["dice"].size());
    }
    if (record.commitment != to_hex(bytes_of(sha256(*seed)))) return fail("/server_seed", "the secret is not the one promised before the battle");
    Checker checker(record, entries, *seed, *key, give_up);
    out.problem = checker.run();
    out.all_but_hashes = checker.all_but_hashes();
    if (!out.problem) out.signatures = checker.signatures();
    out.given_up = checker.given_up();
    return out;
}

}  // namespace muster::protocol::proof
