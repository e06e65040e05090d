// muster verify: whether records hold, and agree with what this device kept.
#include <algorithm>

#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/seats_file.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/mine_record.hpp"
#include "protocol/proof/shared_dice.hpp"
#include "protocol/verify.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

std::string what_was_compared(const protocol::KeptSeat& kept) {
    auto out = "how it began, " + counted(static_cast<long long>(kept.sent.size()), "choice");
    if (kept.pin) out += ", the server's signature after input " + std::to_string(kept.pin->inputs);
    return out;
}

ExitCode compare_one(const protocol::Record& record, const protocol::Mine& mine, const std::string& name) {
    const Screen screen;
    ExitCode code = wrong_input;
    for (const auto& kept : mine.seats) {
        if (kept.battle != record.battle || !kept.start) continue;
        if (code == wrong_input) code = done;
        const auto who = "what this device kept as the " + plain(kept.seat);
        if (const auto breach = protocol::compare_mine(record, kept)) {
            auto text = name + "does not agree with " + who + ". ";
            if (!breach->path.empty()) text += "At " + plain(breach->path) + ": ";
            text += plain(breach->message);
            screen.print(Line{Tone::bad, std::move(text)});
            code = answer_is_no;
        } else {
            auto text = name + "agrees with " + who;
            text += ": " + what_was_compared(kept);
            screen.print(Line{Tone::good, std::move(text)});
        }
    }
    if (code == wrong_input) return complain(name + "nothing was kept of what the server said in this battle", wrong_input);
    return code;
}

std::string worded(const std::vector<std::int64_t>& inputs) {
    constexpr std::size_t named = 8;
    std::string out = inputs.size() == 1 ? "input " : "inputs ";
    for (std::size_t i = 0; i < std::min(inputs.size(), named); ++i) out += (i == 0 ? "" : ", ") + std::to_string(inputs[i]);
    return inputs.size() > named ? out + " and " + std::to_string(inputs.size() - named) + " more" : out;
}

/// What follows from a seat's signatures, and what does not.
Line signed_by(const protocol::proof::SeatSigned& seat) {
    const auto who = narration::capitalised(narration::worded(plain(seat.seat)));
    if (!seat.signs()) return {Tone::quiet, who + " signed nothing: that all of its inputs are its own is the server's word"};
    auto text = seat.inputs == 0 && seat.missing.empty() ? who + " had nothing to sign"
                                                         : who + " signed " + counted(seat.inputs, "input") + ", which nobody else can have made";
    if (!seat.missing.empty()) text += "; without its signature, and so the server's word: " + worded(seat.missing);
    for (std::size_t i = 1; i < seat.keys.size(); ++i) text += "; from input " + std::to_string(seat.keys[i].from) + " on it signed with another key";
    return {seat.missing.empty() ? Tone::good : Tone::quiet, text};
}

/// What is not proved, and of which step.
void print_word(const Screen& screen, const protocol::proof::ByWord& word) {
    if (word.timed_out > 0)
        screen.print(Line{Tone::quiet, counted(word.timed_out, "decision") + " made by the clock: that time had run out is the server's word"});
    if (word.ended.empty()) return;
    auto text = word.ended == "forfeit" ? std::string("Ended by the clock: that time had run out is the server's word")
                : word.ended == "claim" ? std::string("Ended by a claim: that nobody else was there is the server's word")
                                        : std::string("Ended by the server's operator: that there was a reason is the server's word");
    if (word.due == "seats") text += "; shares of step " + std::to_string(word.step) + " of the dice were due";
    if (word.due == "witness") text += "; the witness's share for its step " + std::to_string(word.step) + " of the dice was due";
    screen.print(Line{Tone::quiet, std::move(text)});
}

void print_signatures(const Screen& screen, const protocol::Record& record, const std::vector<protocol::proof::SeatSigned>& seats) {
    if (!protocol::proof::shares_dice(record.options) && std::ranges::none_of(seats, &protocol::proof::SeatSigned::signs)) return;
    for (const auto& each : seats) screen.print(signed_by(each));
}

ExitCode verify_one(const std::string& path, bool several, const protocol::Mine* mine) {
    const auto name = several || path != "-" ? plain(path) + ": " : std::string();
    const auto text = read_file(path);
    if (!text) return complain(text.error(), wrong_input);
    const auto record = protocol::read_record(*text);
    if (!record) return complain(name + refusal_text(record.error()), wrong_input);
    if (record->outcome.is_null() || !record->server_seed)
        return complain(name + "this battle is not over; its dice can be checked once the server has revealed its seed", wrong_input);
    const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
    const Screen screen;
    if (verdict.holds) {
        screen.print(Line{Tone::good, name + "holds. " + plain(verdict.message)});
        if (verdict.by_word) print_word(screen, *verdict.by_word);
        print_signatures(screen, *record, verdict.signatures);
        if (!verdict.uncovered.empty()) screen.print(Line{Tone::quiet, verdict.uncovered});
        return mine ? compare_one(*record, *mine, name) : done;
    }
    screen.print(Line{Tone::bad, name + (verdict.part == protocol::Part::rules ? "does not hold by the rules. " : "does not hold. ") +
                                     (verdict.path.empty() ? "" : "At " + plain(verdict.path) + ": ") + plain(verdict.message)});
    if (const auto& place = verdict.by_rules) screen.print(Line{Tone::bad, "By the rules, at " + plain(place->path) + ": " + plain(place->message)});
    if (mine) compare_one(*record, *mine, name);
    return answer_is_no;
}

std::expected<protocol::Mine, ExitCode> read_kept(const std::string& path) {
    if (path.empty()) {
        auto mine = SeatsFile::of_user().read();
        if (!mine) return std::unexpected(complain(mine.error(), wrong_input));
        return std::move(*mine);
    }
    const auto text = read_file(path);
    if (!text) return std::unexpected(complain(text.error(), wrong_input));
    auto mine = protocol::read_mine(*text);
    if (!mine) return std::unexpected(complain(plain(path) + ": " + refusal_text(mine.error()), wrong_input));
    return std::move(*mine);
}

}  // namespace

ExitCode run_verify(const VerifyOptions& options) {
    std::optional<protocol::Mine> mine;
    if (options.mine) {
        auto kept = read_kept(*options.mine);
        if (!kept) return kept.error();
        mine = std::move(*kept);
    }
    ExitCode worst = done;
    for (const auto& path : options.records) worst = std::max(worst, verify_one(path, options.records.size() > 1, mine ? &*mine : nullptr));
    return worst;
}

}  // namespace muster::cli
