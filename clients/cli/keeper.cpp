#include "clients/cli/keeper.hpp"

#include <algorithm>

#include "clients/cli/narration.hpp"
#include "protocol/mine_words.hpp"
#include "protocol/proof/shared_dice.hpp"
#include "rules/fields.hpp"

namespace muster::cli {

using protocol::KeptSeat;
using protocol::Mine;
using protocol::SentInput;

namespace {

KeptSeat* find(Mine& mine, const KeptSeat& seat, const std::string& token) {
    const auto same = [&](const KeptSeat& each) { return each.server == seat.server && each.battle == seat.battle && each.token == token; };
    const auto found = std::ranges::find_if(mine.seats, same);
    return found == mine.seats.end() ? nullptr : &*found;
}

/// What of a message becomes an input, or may.
std::optional<SentInput> input_of(const Json& message, const Json& request) {
    const auto type = text_at(message, "type");
    if (type == "concede" || type == "claim") return SentInput{type};
    if (type == "offer_draw" || (type == "answer_draw" && flag_at(message, "accept"))) return SentInput{"draw"};
    if (type == "hand_over" || type == "new_ladder") return SentInput{type};
    if (type == "order" && !value_at(message, "orders").empty()) return SentInput{type};
    if (type != "choose") return {};
    const auto decision = number_at(message, "decision");
    const bool is_open = decision == number_at(request, "decision");
    auto choice = value_at(message, "choice");
    if (choice == "default" && is_open) choice = value_at(request, "default");
    return SentInput{is_open ? text_at(request, "kind") : "", decision, std::move(choice), is_open && flag_at(request, "sealed")};
}

/// A seal or a share.
bool is_bound(const Json& choice) { return !value_at(choice, "seal").is_null() || !value_at(choice, "share").is_null(); }

void take_answer(KeptSeat& kept, const Json& ours, bool accepted) {
    const auto type = text_at(ours, "type");
    const auto decision = number_at(ours, "decision");
    const auto is_of = [&](const SentInput& each) { return each.decision == decision; };
    if (type == "retract") {
        if (accepted) std::erase_if(kept.sent, is_of);
        else if (const auto last = std::ranges::find_if(kept.sent.rbegin(), kept.sent.rend(), is_of); last != kept.sent.rend()) last->accepted = true;
    }
    if (type != "choose") return;
    const auto last = std::ranges::find_if(kept.sent.rbegin(), kept.sent.rend(), is_of);
    if (last == kept.sent.rend()) return;
    auto answered = std::move(*last);
    answered.accepted = accepted;
    if (accepted) std::erase_if(kept.sent, is_of);  // what had been sent before it was taken back
    else kept.sent.erase(std::next(last).base());
    if (accepted) kept.sent.push_back(std::move(answered));
}

}  // namespace

std::string against_word(const std::string& message) { return "The server goes against its word: " + message + "."; }

std::expected<protocol::BattleStart, Refusal> read_start(const Json& said) {
    const auto& title = value_at(said, "title");
    return read_fields<protocol::BattleStart>(FlatJson(Json{{"ruleset", text_at(said, "ruleset")},
                                                            {"ruleset_version", number_at(said, "ruleset_version")},
                                                            {"title", title.is_string() ? title : Json("")},
                                                            {"setup", value_at(said, "setup")},
                                                            {"options", value_at(said, "options")},
                                                            {"commitment", text_at(said, "commitment")},
                                                            {"server_key", text_at(said, "server_key")}}),
                                              Code::bad_message);
}

Keeper::Keeper(SeatsFile file, std::string server, std::string battle, std::string token) : file_(std::move(file)), token_(std::move(token)) {
    kept_.server = std::move(server);
    kept_.battle = std::move(battle);
    kept_.token = token_;
}

// Another program may play the same seat: what it has kept meanwhile is taken in.
std::optional<std::string> Keeper::try_change(const Change& change) {
    if (token_.empty()) {
        change(kept_);
        return {};
    }
    return file_.change([&](Mine& mine) {
        auto* seat = find(mine, kept_, token_);
        if (!seat) seat = &mine.seats.emplace_back(kept_);
        change(*seat);
        kept_ = *seat;
    });
}

void Keeper::change(const Change& change, Told& told) {
    const auto problem = try_change(change);
    if (problem && !std::exchange(unkept_told_, true)) told.push_back("What the server says cannot be held against it later: " + *problem);
}

void Keeper::reload() {
    if (auto mine = token_.empty() ? std::unexpected(std::string()) : file_.read(); mine)
        if (const auto* seat = find(*mine, kept_, token_)) kept_ = *seat;
}

void Keeper::asks() {
    reload();
    floor_ = kept_.pin ? kept_.pin->inputs : 0;
    if (kept_.asked) floor_ = std::max(floor_, kept_.asked->inputs);
}

Keeper::Told Keeper::follows(const Json& following) {
    Told told;
    const auto key = text_at(following, "server_key");
    if (key.empty()) return told;  // a battle of the time before servers signed
    const auto known = std::exchange(kept_.seat, text_at(following, "viewer"));
    if (!kept_.since && history_ == 0) history_ = number_at(following, "head");
    const auto start = read_start(following);
    if (!start) {  // kept, it would make the file unreadable
        told.push_back(against_word("how the battle began is told in a way that cannot be read"));
        return told;
    }
    know_key(key, told);
    std::optional<protocol::Breach> breach;
    const auto take = [&](KeptSeat& kept) {
        kept.seat = text_at(following, "viewer");
        kept.taking = false;
        breach = protocol::take_start(kept, *start);
    };
    if (kept_.start && !kept_.taking && known == kept_.seat) breach = protocol::take_start(kept_, *start);
    else change(take, told);
    if (breach) {  // nothing that is signed can fit
        told.push_back(against_word(breach->message + " (" + breach->path + ")"));
        return told;
    }
    if (!shares_ && !token_.empty() && protocol::proof::shares_dice(start->options)) shares_.emplace(kept_);
    if (!hearing_ && !token_.empty()) hearing_.emplace(protocol::start_hash(kept_));
    remind(told);
    take_head(following, told);
    return told;
}

bool Keeper::may_skip_history() const { return kept_.since && kept_.start && !protocol::proof::shares_dice(kept_.start->options); }

// Whoever comes back is told again.
void Keeper::remind(Told& told) {
    const auto& pin = kept_.pin;
    const auto& against = kept_.against;
    if (!pin || !against || std::exchange(reminded_, true)) return;
    const auto breach =
        pin->inputs == against->inputs ? protocol::breaches::two_heads(pin->inputs) : protocol::breaches::went_back(pin->inputs, against->inputs);
    told.push_back(against_word(breach.message));
}

void Keeper::know_key(const std::string& key, Told& told) {
    if (token_.empty()) return;
    (void)file_.change([&](Mine& mine) {
        const auto of_server = [&](const protocol::KnownKey& each) { return each.server == kept_.server; };
        const protocol::KnownKey now{kept_.server, key};
        if (std::ranges::find(mine.servers, now) != mine.servers.end()) return;
        if (const auto known = std::ranges::find_if(mine.servers.rbegin(), mine.servers.rend(), of_server); known != mine.servers.rend())
            told.push_back("The server signs with another key than in your earlier battles: " + protocol::fingerprint(key) +
                           ", before: " + protocol::fingerprint(known->server_key) + ". Ask its operator why.");
        mine.servers.push_back(now);
    });
}

void Keeper::take_head(const Json& message, Told& told) {
    const auto& json = value_at(message, "signed_head");
    if (json.is_null() || !kept_.start) return;
    const auto head = read_fields<protocol::SignedHead>(FlatJson(json), Code::bad_message);
    if (!head) return told.push_back(against_word("it sent a signed head that cannot be read"));
    std::optional<protocol::Breach> breach;
    const auto take = [&](KeptSeat& kept) {
        breach = protocol::take_head(kept, *head, floor_);
        if (hearing_) hearing_->keep(kept);
    };
    change(take, told);
    if (breach) told.push_back(against_word(breach->message));
    if (!breach || breach->kind == "went_back") floor_ = head->inputs;
}

Keeper::Told Keeper::hears(const Json& message) {
    Told told;
    take_head(message, told);
    return told;
}

void Keeper::hear_story(const Json& event, Told& told) {
    const auto breach = hearing_->hear(number_at(event, "seq"), text_at(event, "at"), text_at(event, "event"), value_at(event, "data"), kept_);
    if (breach && !std::exchange(other_story_told_, true)) told.push_back(against_word(breach->message));
}

Keeper::Told Keeper::pauses() {
    Told told;
    if (hearing_ && !hearing_->is_kept(kept_)) change([&](KeptSeat& kept) { hearing_->keep(kept); }, told);
    return told;
}

// What was only drawn says nothing of a seat that was taken on another device.
void Keeper::take_nonce(const std::string& brought, Told& told) {
    if (!brought.empty() && brought == kept_.drawn) return change([](KeptSeat& kept) { kept.nonce = std::exchange(kept.drawn, {}); }, told);
    if (kept_.nonce.empty() || brought == kept_.nonce) return;
    told.push_back("This seat was taken with another nonce than this device's: unless you took it on another device, the server put in its own.");
    change([](KeptSeat& kept) { kept.nonce.clear(); }, told);
}

Keeper::Told Keeper::happens(const Json& event) {
    Told told;
    if (token_.empty() || !kept_.start) return told;
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    const bool own = text_at(data, "seat") == kept_.seat;
    const auto seq = number_at(event, "seq");
    if (hearing_) hear_story(event, told);
    if (name == "seat_taken" && own) take_nonce(text_at(data, "nonce"), told);
    if (shares_) hear_of_shares(event, told);
    if (name == "draw_answered" && !flag_at(data, "accept"))
        change([](KeptSeat& kept) { std::erase_if(kept.sent, [](const SentInput& each) { return each.kind == "draw"; }); }, told);
    if (kept_.since || seq > history_) return told;
    if ((name == "chosen" || name == "choice_sealed") && own) decided_before_ = std::max<std::int64_t>(decided_before_, number_at(data, "decision"));
    if (seq == history_) change([&](KeptSeat& kept) { kept.since = decided_before_; }, told);
    return told;
}

Keeper::Told Keeper::sends(const Json& message, const Json& request) {
    Told told;
    if (token_.empty() || !kept_.start) return told;
    const auto type = text_at(message, "type");
    if (type == "retract") {
        change(
            [&](KeptSeat& kept) {
                for (auto& each : kept.sent)
                    if (each.decision == number_at(message, "decision")) each.accepted = false;
            },
            told);
    } else if (shares_ && is_bound(value_at(message, "choice"))) {
        return told;  // kept already
    } else if (const auto input = input_of(message, request)) {
        renews_ladder_ |= type == "new_ladder";
        change(
            [&](KeptSeat& kept) {
                if (std::ranges::find(kept.sent, *input) == kept.sent.end()) kept.sent.push_back(*input);
            },
            told);
    }
    return told;
}

Keeper::Told Keeper::answered(const Json& ours, bool accepted) {
    Told told;
    const auto type = text_at(ours, "type");
    if (type == "new_ladder" && !accepted) renews_ladder_ = false;
    if (token_.empty() || !kept_.start || (type != "choose" && type != "retract")) return told;
    if (shares_ && !accepted) return told;  // never another seal for the same decision
    change([&](KeptSeat& kept) { take_answer(kept, ours, accepted); }, told);
    return told;
}

}  // namespace muster::cli
