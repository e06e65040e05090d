// Dice to which every seat adds what nobody else can know: before the first roll after a decision all are asked for their shares, and choices
// that are sealed for everybody are opened with them (protocol/README.md, "Shared dice").
#include <algorithm>

#include "protocol/fold.hpp"
#include "protocol/fold_events.hpp"
#include "protocol/ladder.hpp"

namespace muster::protocol {

std::optional<Refusal> Fold::check_ladder(const std::string& foot) const {
    if (!shares_dice()) return foot.empty() ? std::nullopt : std::optional(Refusal{Code::bad_message, "the dice of this battle are not shared", "/ladder"});
    if (hash_from_hex(foot)) return {};
    return Refusal{Code::bad_message, "the dice of this battle are shared: a seat comes with the foot of its ladder, 64 lower-case hex digits", "/ladder"};
}

std::optional<Refusal> Fold::check_renewal() const {
    if (auto refusal = check_running()) return refusal;
    return refuse_renewal();
}

std::optional<Refusal> Fold::refuse_renewal() const {
    if (!shares_dice()) return Refusal{Code::bad_message, "the dice of this battle are not shared", "/kind"};
    return refuse_before_shares();
}

// Whoever has seen the first shares of a ladder would know those that come when it is put in again.
std::optional<Refusal> Fold::check_new_ladder(rules::Seat seat, const std::string& foot) const {
    if (auto refusal = check_running()) return refusal;
    if (auto refusal = check_ladder(foot)) return refusal;
    if (auto refusal = refuse_renewal()) return refusal;
    const auto& before = shares_.feet[static_cast<std::size_t>(seat)];
    if (std::ranges::find(before, foot) == before.end()) return {};
    return Refusal{Code::illegal_choice, "this ladder was put in before: its shares are known", "/ladder"};
}

void Fold::new_ladder(rules::Seat seat, const std::string& foot, Applied& out, SeatSigning by) {
    const auto index = static_cast<std::size_t>(seat);
    auto input = renewal_of(seat, foot, by.key);
    input.signature = std::move(by.signature);
    feed(input, out);
    happen(seat_event("ladder_renewed", {.seat = input.seat, .ladder = foot, .key = by.key}), out);
    shares_.rungs[index] = *hash_from_hex(foot);
    shares_.feet[index].push_back(foot);
    if (!by.key.empty()) keys_[index].emplace(by.key);
    end_at_limit(out);
}

// Which ladder has made a seal nobody sees but its seat, which another program may have given another meanwhile.
std::optional<Refusal> Fold::check_seal_by(const OpenDecision& open, const std::string& foot) const {
    if (foot.empty()) return {};
    if (!is_sealed_for_all(open)) return Refusal{Code::bad_message, "only a seal is made by a ladder", "/ladder"};
    if (foot == shares_.feet[static_cast<std::size_t>(open.ask.seat)].back()) return {};
    return Refusal{Code::illegal_choice, "this was sealed by a ladder that is not in force, so that nobody could open it; seal it again", "/ladder"};
}

// Whoever runs the server knows the dice as soon as he has all shares.
std::optional<Refusal> Fold::refuse_before_shares() const {
    if (asks_witness()) return Refusal{Code::illegal_choice, "the witness's share of the next dice is awaited; until it is here nothing else is decided"};
    if (!asks_shares()) return {};
    return Refusal{Code::illegal_choice, "the shares of the next dice are awaited; until they are here nothing else is decided"};
}

bool Fold::needs_shares() const { return shares_dice() && !shares_.given && std::holds_alternative<rules::Roll>(battle_->need()); }

// Who owes one follows from the battle alone: always every seat.
void Fold::ask_shares() {
    ++shares_.step;
    open_.clear();
    for (std::size_t i = 0; i < seats().size(); ++i) {
        const auto seat = static_cast<rules::Seat>(i);
        const auto* mine = sealed_of(seat);
        ShareOptions options{mine ? mine->decision.id : 0, shares_.step, shares_.inputs};
        open_.push_back({++decisions_, {seat, std::string(share_kind), shared_json(std::move(options)), {}}, true});
    }
}

const Fold::Shares::Sealed* Fold::sealed_of(rules::Seat seat) const {
    const auto found = std::ranges::find_if(shares_.sealed, [&](const auto& each) { return each.decision.ask.seat == seat && !each.seal.empty(); });
    return found == shares_.sealed.end() ? nullptr : &*found;
}

// Until the shares are there it may have been any choice.
void Fold::seal(std::vector<Choice> choices, Applied& out) {
    for (auto& choice : choices) {
        auto& sealed = shares_.sealed.emplace_back(*find_open(choice.decision));
        if (choice.how == How::timed_out) {
            sealed.choice = choice.choice;
            enter_and_show(sealed.decision, choice, out);
            continue;
        }
        sealed.seal = choice.choice.at("seal").get<std::string>();
        auto input = input_of(sealed.decision, choice);
        input.signature = choice.signature;
        feed(input, out);
        happen(rules::make_event("choice_sealed", ChoiceSealedData{input.seat, input.decision, input.kind, sealed.seal}), out);
    }
    ask_shares();
}

std::expected<SharedJson, Refusal> Fold::check_share(const OpenDecision& open, JsonView choice) const {
    auto made = read_fields<ShareChoice>(choice, Code::illegal_choice, "/choice");
    if (!made) return std::unexpected(std::move(made.error()));
    const auto& seat = seat_id(open.ask.seat);
    const auto& start = chain_.start();
    const auto rung = hash_from_hex(made->share);
    if (!rung || rung_below(start, seat, *rung) != shares_.rungs[static_cast<std::size_t>(open.ask.seat)])
        return refuse(Code::illegal_choice, "this is not the next rung of your ladder", "/choice/share");
    const auto* mine = sealed_of(open.ask.seat);
    const JsonView opens = made->opens;
    if (!mine) {
        if (!opens.is_null()) return refuse(Code::illegal_choice, "you have nothing sealed", "/choice/opens");
        return shared_json(std::move(*made));
    }
    std::string text;
    append_canonical(text, opens);
    if (opens.is_null() || to_hex(bytes_of(seal_of(*rung, start, seat, mine->decision.id, text))) != mine->seal)
        return refuse(Code::illegal_choice, "this is not what you sealed", "/choice/opens");
    return shared_json(std::move(*made));
}

// All enter the chain, in seat order, and all dice until the next decision follow from it.
void Fold::give_shares(std::vector<Choice> choices, Applied& out) {
    shares_.inputs.clear();
    std::vector<FlatJson> openings(seats().size());
    for (auto& choice : choices) {
        const auto seat = find_open(choice.decision)->ask.seat;
        const auto index = static_cast<std::size_t>(seat);
        NewInput input{.seat = seat_id(seat), .kind = std::string(share_kind), .decision = choice.decision, .choice = JsonText(choice.choice.dump())};
        feed(input, out);
        const auto& share = choice.choice.at("share").get_ref<const std::string&>();
        happen(rules::make_event("share_given", ShareGivenData{input.seat, input.decision, shares_.step, share}), out);
        shares_.rungs[index] = *hash_from_hex(share);
        if ((*choice.choice).contains("opens")) openings[index] = FlatJson(choice.choice.at("opens"));
    }
    shares_.given = true;
    open_.clear();
    std::vector<rules::Event> events;
    if (!shares_.sealed.empty()) {
        rules::Decided decided;
        for (std::size_t i = 0; i < shares_.sealed.size(); ++i)
            open_seal(i, openings[static_cast<std::size_t>(shares_.sealed[i].decision.ask.seat)], decided, out);
        shares_.sealed.clear();
        battle_->apply(std::move(decided), events);
    }
    run(events, out);
}

// What was sealed unseen may turn out to be nothing that could be chosen; then the default stands in for it, so that nobody stops a battle so.
void Fold::open_seal(std::size_t index, const FlatJson& opening, rules::Decided& decided, Applied& out) {
    const auto& [open, seal, by_time] = shares_.sealed[index];
    if (seal.empty()) {
        decided.choices.emplace_back(by_time);
        return;
    }
    const JsonView made = opening;
    const bool preset = made.is_string() && made.text() == "default";
    auto canonical = preset             ? std::expected<SharedJson, Refusal>(open.ask.preset)
                     : made.is_object() ? battle_->check(open.ask.seat, opening)
                                        : refuse(Code::illegal_choice, "expected an object or \"default\"");
    const JsonText choice(canonical ? **canonical : *open.ask.preset);
    happen(rules::chosen_event(
               {.seat = seat_id(open.ask.seat), .decision = static_cast<int>(open.id), .kind = open.ask.kind, .choice = choice, .unfit = !canonical}),
           out);
    decided.choices.emplace_back(choice);
}

}  // namespace muster::protocol
