#include "protocol/mine.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "protocol/heard.hpp"
#include "protocol/mine_words.hpp"
#include "protocol/proof/difference.hpp"
#include "rules/schema.hpp"

namespace muster::protocol {

namespace {

struct Document : Mine {
    std::string format{mine_format};
    static void fields(auto& visit, auto& self) {
        visit("format", self.format, Rule{.optional = true, .about = "muster.mine/1"});
        visit("servers", self.servers, Rule{.optional = true, .about = "keys by which servers have signed"});
        visit("seats", self.seats, Rule{.about = "the one used last is the last"});
    }
};

bool says_another(const SignedHead& a, const SignedHead& b) { return a.chain != b.chain || a.shown != b.shown; }

std::string name_of(const KeptSeat& seat) { return seat.battle + " (" + seat.seat + ")"; }

void merge_sent(std::vector<SentInput>& ours, std::vector<SentInput>&& theirs) {
    for (auto& each : theirs) {
        const auto same = [&](const SentInput& own) { return own.kind == each.kind && own.decision == each.decision && own.choice == each.choice; };
        const auto found = std::ranges::find_if(ours, same);
        if (found == ours.end()) ours.push_back(std::move(each));
        else found->accepted |= each.accepted;
    }
    std::ranges::sort(ours, {}, [](const SentInput& each) { return std::pair(each.decision, each.kind); });
}

/// Ours stay the newer ones. Whether any came.
bool merge_drawn(std::vector<std::string>& ours, const std::vector<std::string>& theirs) {
    const auto is_new = [&](const std::string& each) { return std::ranges::find(ours, each) == ours.end(); };
    std::vector<std::string> out;
    std::ranges::copy_if(theirs, std::back_inserter(out), is_new);
    const bool came = !out.empty();
    out.insert(out.end(), ours.begin(), ours.end());
    ours = std::move(out);
    return came;
}

/// Of a seat that was kept before that was noted, any may have been brought.
void note_put_in(KeptSeat& kept) {
    if (kept.put_in.empty()) kept.put_in = kept.ladders;
}

/// Who does not have the ladder in force loses the battle by its clock; the newest may wait to be put in.
void bound_ladders(KeptSeat& kept) {
    auto over = std::ssize(kept.ladders) - kept_ladders_max;
    if (over <= 0) return;
    const auto newest = kept.ladders.back();
    std::erase_if(kept.ladders,
                  [&](const std::string& each) { return each != newest && std::ranges::find(kept.put_in, each) == kept.put_in.end() && over-- > 0; });
}

/// Whether one that only this device has waits to be put in.
bool waits_ladder(const KeptSeat& ours, const KeptSeat& theirs) {
    const auto lacks = [&](const std::vector<std::string>& list) { return std::ranges::find(list, ours.ladders.back()) == list.end(); };
    return !ours.ladders.empty() && lacks(theirs.ladders) && lacks(ours.put_in);
}

/// What another device answered: never more than one head for a step.
std::optional<Breach> take_asked(KeptSeat& ours, AskedHead&& theirs) {
    if (ours.asked && ours.asked->step == theirs.step && (ours.asked->inputs != theirs.inputs || says_another(*ours.asked, theirs)))
        return breaches::two_heads(theirs.inputs);
    if (!ours.asked || ours.asked->step < theirs.step) ours.asked = std::move(theirs);
    return {};
}

/// Ours stay the newer ones.
void merge_begun(std::vector<BegunLadder>& ours, const std::vector<BegunLadder>& theirs) {
    std::vector<BegunLadder> out;
    for (const auto& each : theirs)
        if (std::ranges::find(ours, each.ladder, &BegunLadder::ladder) == ours.end()) out.push_back(each);
    out.insert(out.end(), ours.begin(), ours.end());
    ours = std::move(out);
}

std::optional<std::string> told_of(const KeptSeat& seat, const std::optional<Breach>& breach) {
    return breach ? std::optional(name_of(seat) + ": " + breach->message) : std::nullopt;
}

std::optional<std::string> merge_seat(KeptSeat& ours, KeptSeat&& theirs) {
    if (!ours.is_given() && !theirs.seat.empty()) ours.seat = std::move(theirs.seat);
    ours.taking &= theirs.taking;
    if (ours.name.empty()) ours.name = std::move(theirs.name);
    if (ours.drawn.empty()) ours.drawn = std::move(theirs.drawn);
    if (ours.nonce.empty()) ours.nonce = std::move(theirs.nonce);
    if (!ours.listing) ours.listing = std::move(theirs.listing);
    // A ladder on two devices could be asked for one step twice: so of theirs none stays in force longer than it must, and never comes without what was
    // answered.
    note_put_in(ours);
    note_put_in(theirs);
    const bool waits = waits_ladder(ours, theirs);
    merge_drawn(ours.put_in, theirs.put_in);
    if (merge_drawn(ours.ladders, theirs.ladders) && !waits) draw_ladder(ours);
    merge_drawn(ours.keys, theirs.keys);
    merge_begun(ours.begun, theirs.begun);
    std::optional<Breach> twice = theirs.asked ? take_asked(ours, std::move(*theirs.asked)) : std::nullopt;
    if (!theirs.start) return told_of(ours, twice);
    std::optional<Breach> breach = take_start(ours, *theirs.start);
    if (!breach && theirs.pin) {
        const auto behind = ours.pin && theirs.pin->inputs < ours.pin->inputs;
        if (!behind) breach = take_head(ours, *theirs.pin, 0);
    }
    if (!ours.against) ours.against = std::move(theirs.against);
    if (theirs.since) ours.since = ours.since ? std::min(*ours.since, *theirs.since) : *theirs.since;
    merge_sent(ours.sent, std::move(theirs.sent));
    if (auto other = merge_heard(ours, theirs.heard); !breach) breach = std::move(other);
    if (!ours.orders) ours.orders = std::move(theirs.orders);
    return told_of(ours, breach ? breach : twice);
}

}  // namespace

std::expected<Mine, Refusal> read_mine(std::string_view text) {
    const auto json = parse_flat_json(text);
    if (!json) return std::unexpected(json.error());
    auto read = read_fields<Document>(*json, Code::bad_message);
    if (!read) return std::unexpected(std::move(read.error()));
    if (read->format != mine_format) return refuse(Code::bad_message, "expected \"" + std::string(mine_format) + "\"", "/format");
    return Mine(std::move(*read));
}

std::string mine_text(const Mine& mine) { return to_json_value(Document{mine}).dump(1) + "\n"; }

Json mine_schema() { return schema_of<Document>(); }

Hash start_hash(const KeptSeat& kept) {
    const auto& start = *kept.start;
    const auto key = from_hex(start.server_key).value_or("");
    const auto bytes = from_hex(start.commitment).value_or("");
    Hash commitment{};
    std::copy_n(bytes.begin(), std::min(bytes.size(), commitment.size()), commitment.begin());
    return Chain({.battle = kept.battle,
                  .ruleset = start.ruleset,
                  .version = start.ruleset_version,
                  .server_key = key,
                  .commitment = commitment,
                  .setup = start.setup,
                  .title = start.title,
                  .options = start.options})
        .start();
}

Hash draw_ladder(KeptSeat& kept) {
    Hash secret{};
    std::ranges::copy(random_bytes(secret.size()), secret.begin());
    note_put_in(kept);
    kept.ladders.push_back(to_hex(bytes_of(secret)));
    bound(kept);
    return secret;
}

void put_in_ladder(KeptSeat& kept) {
    note_put_in(kept);
    if (std::ranges::find(kept.put_in, kept.ladders.back()) == kept.put_in.end()) kept.put_in.push_back(kept.ladders.back());
}

void bound(KeptSeat& seat) {
    bound_ladders(seat);
    if (constexpr std::size_t most = kept_ladders_max; seat.keys.size() > most)
        seat.keys.erase(seat.keys.begin(), seat.keys.end() - static_cast<std::ptrdiff_t>(most));
    while (std::ssize(seat.heard) > kept_heard_max) {
        std::size_t next = 0;
        const auto last = seat.heard.size() - 1;
        std::erase_if(seat.heard, [&](const Heard&) {
            const auto index = next++;
            return index != last && index % 2 == 1;
        });
    }
    std::size_t kept = 0;
    std::size_t bytes = 0;
    for (auto each = seat.sent.rbegin(); each != seat.sent.rend() && kept < kept_inputs_max; ++each, ++kept)
        if (bytes += each->choice.dump().size(); bytes > kept_choices_bytes_max) break;
    const auto forgotten = seat.sent.end() - static_cast<std::ptrdiff_t>(kept);
    for (auto each = seat.sent.begin(); each != forgotten; ++each) seat.since = std::max(seat.since.value_or(0), each->decision);
    seat.sent.erase(seat.sent.begin(), forgotten);
}

void bound(Mine& mine) {
    std::set<std::pair<std::string, std::string>> battles;
    for (auto seat = mine.seats.rbegin(); seat != mine.seats.rend(); ++seat) {
        battles.insert({seat->server, seat->battle});
        if (battles.size() <= kept_battles_max) bound(*seat);
        else
            *seat = {.server = seat->server,
                     .battle = seat->battle,
                     .seat = seat->seat,
                     .token = seat->token,
                     .name = seat->name,
                     .drawn = seat->drawn,
                     .taking = seat->taking,
                     .ladders = seat->ladders,
                     .put_in = seat->put_in,
                     .begun = seat->begun,
                     .keys = seat->keys,
                     .asked = seat->asked};
    }
    std::map<std::string, std::size_t> keys;
    for (const auto& each : mine.servers) ++keys[each.server];
    std::erase_if(mine.servers, [&](const KnownKey& each) {
        auto& left = keys[each.server];
        if (left <= kept_keys_of_server_max) return false;
        --left;
        return true;
    });
}

std::optional<Breach> take_start(KeptSeat& kept, const BattleStart& start) {
    if (!kept.start) {
        kept.start = start;
        return {};
    }
    const auto before = to_json_value(*kept.start);
    const auto now = to_json_value(start);
    const auto difference = proof::first_difference(&before, &now, "");
    if (!difference) return {};
    return breaches::other_start(difference->path, difference->recorded, difference->due);
}

std::optional<Breach> take_head(KeptSeat& kept, const SignedHead& head, std::uint32_t floor) {
    if (!is_head_signed(head, start_hash(kept), from_hex(kept.start->server_key).value_or(""))) return breaches::not_signed(head.inputs);
    if (!kept.pin) {
        kept.pin = head;
        return {};
    }
    if (head.inputs == kept.pin->inputs && says_another(head, *kept.pin)) {
        if (!kept.against) kept.against = head;
        return breaches::two_heads(head.inputs);
    }
    if (head.inputs < floor) {
        if (!kept.against) kept.against = head;
        return breaches::went_back(floor, head.inputs);
    }
    if (head.inputs > kept.pin->inputs && !kept.against) kept.pin = head;
    return {};
}

std::vector<std::string> merge(Mine& mine, Mine other) {
    std::vector<std::string> contradictions;
    for (auto& each : other.servers)
        if (std::ranges::find(mine.servers, each) == mine.servers.end()) mine.servers.push_back(std::move(each));
    for (auto& each : other.seats) {
        const auto same = [&](const KeptSeat& own) { return own.server == each.server && own.battle == each.battle && own.token == each.token; };
        const auto found = std::ranges::find_if(mine.seats, same);
        if (found == mine.seats.end()) {
            if (!each.ladders.empty()) draw_ladder(each);
            mine.seats.push_back(std::move(each));
        } else if (auto contradiction = merge_seat(*found, std::move(each))) contradictions.push_back(std::move(*contradiction));
    }
    bound(mine);
    return contradictions;
}

std::string fingerprint(std::string_view server_key_hex) {
    const auto hash = sha256(from_hex(server_key_hex).value_or(""));
    auto text = to_hex(bytes_of(hash)).substr(0, 16);
    for (const std::size_t gap : {12U, 8U, 4U}) text.insert(gap, " ");
    return text;
}

}  // namespace muster::protocol
