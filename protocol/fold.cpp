#include "protocol/fold.hpp"

#include <algorithm>

#include "protocol/event_parts.hpp"
#include "protocol/fold_events.hpp"
#include "protocol/ready.hpp"

namespace muster::protocol {

namespace {

/// Runs out when nobody wants to know how it goes on.
class WantedDice : public rules::Dice {
public:
    WantedDice(rules::Dice& dice, const GiveUp& give_up) : dice_(dice), give_up_(give_up) {}
    std::optional<std::vector<int>> roll(int number, std::span<const int> sides) override {
        given_up = is_given_up(give_up_);
        return given_up ? std::nullopt : dice_.roll(number, sides);
    }

    bool given_up = false;

private:
    rules::Dice& dice_;
    const GiveUp& give_up_;
};

}  // namespace

const std::string& LoggedEvent::body_for(rules::Viewer viewer) const {
    if (viewer.seat)
        for (const auto& [seat, text] : instead)
            if (seat == *viewer.seat) return text;
    return body;
}

// What the rules have just written is canonical. What a store of an earlier time has may be in another order, or be without later fields.
void add_shown(Shown& shown, const Applied& applied, std::span<const LoggedEvent> events) {
    applied.for_each_input([&](std::size_t begin, std::size_t end) {
        for (auto i = begin; i < end; ++i) {
            const auto told = parts_of(events[i].body);
            if (events[i].body == applied.events[i].body) shown.add(told.name, told.data);
            else shown.add(told.name, parse_flat_json(told.data).value());
        }
        shown.end_input();
    });
}

FoldOptions fold_options(const Json& options) {
    if (!options.is_object()) return {};
    const auto confirm = options.find("confirm");
    const auto dice = options.find("dice");
    const auto contest = options.find("contest");
    FoldOptions out{.confirm = confirm != options.end() && *confirm == true, .contest = contest == options.end() || *contest != false};
    for (const auto& [value, name] : names_of(DiceOf()))
        if (dice != options.end() && *dice == name) out.dice = value;
    if (has_witness(options)) out.witness_key = witness_key(options).value_or("");
    return out;
}

std::expected<std::unique_ptr<Fold>, Refusal> Fold::create(Origin origin) {
    auto battle = origin.ruleset->create(origin.setup);
    if (!battle) return std::unexpected(std::move(battle.error()));
    if (origin.fold.contest != origin.ruleset->is_contest()) return refuse(Code::bad_setup, "whether this is a contest is the ruleset's to say");
    const bool of_two = (*battle)->seats().size() == 2;
    // A third seat that forfeits could save whoever runs the server from dice that he knows already.
    if (origin.fold.dice == DiceOf::shared && (!of_two || origin.proof() != Proof::second))
        return refuse(Code::bad_setup, "dice are shared by two seats, and in a battle whose heads are signed");
    const auto& witness = origin.fold.witness_key;
    if (witness && (witness->empty() || *witness == origin.server_key || origin.proof() != Proof::second))
        return refuse(Code::bad_setup, "dice with a witness need one with a key of its own, and a battle whose heads are signed");
    return std::unique_ptr<Fold>(new Fold(std::move(origin), std::move(*battle)));
}

Fold::Fold(Origin origin, std::unique_ptr<rules::Battle> battle)
    : origin_(std::move(origin)),
      commitment_(to_hex(bytes_of(sha256(origin_.server_seed)))),
      battle_(std::move(battle)),
      chain_({.battle = origin_.battle,
              .ruleset = origin_.ruleset->id(),
              .version = origin_.ruleset->version(),
              .server_key = origin_.server_key,
              .commitment = sha256(origin_.server_seed),
              .setup = origin_.setup,
              .title = origin_.title,
              .options = origin_.options}),
      dice_(origin_.server_seed, chain_),
      taken_(seats().size(), false),
      arrivals_(seats().size()),
      keys_(seats().size()),
      draw_accepted_(seats().size(), false),
      left_(seats().size(), false) {}

const OpenDecision* Fold::find_open(std::int64_t decision) const {
    const auto found = std::ranges::find(open_, decision, &OpenDecision::id);
    return found == open_.end() ? nullptr : &*found;
}

Json Fold::view(rules::Viewer viewer) const { return phase_ == Phase::waiting || phase_ == Phase::confirming ? Json::object() : battle_->view(viewer); }

std::unique_ptr<rules::OddsModel> Fold::odds(rules::Policy policy) const {
    if (phase_ == Phase::running) return battle_->odds(policy);
    const auto begun = battle_->clone();
    std::vector<rules::Event> events;
    begun->begin(events);
    return begun->odds(policy);
}

void Fold::log(rules::Event event, Applied& out) {
    LoggedEvent logged{++head_, event_body(head_, out.at, event.name, event.data)};
    for (const auto& [seat, data] : event.instead) logged.instead.emplace_back(seat, event_body(head_, out.at, event.name, data));
    out.events.push_back(std::move(logged));
}

// What follows from inputs counts against the battle's bound.
void Fold::happen(rules::Event event, Applied& out) {
    bytes_ += rules::data_bytes(event);
    log(std::move(event), out);
}

// Enters the chain before any die is rolled for it; the next event follows from it and has this number.
void Fold::feed(NewInput& input, Applied& out) {
    input.seq = head_ + 1;
    auto hashed = hashed_text(input, origin_.proof());
    chain_.add(hashed);
    out.inputs.push_back(kept_text(input, std::move(hashed), origin_.proof()));
    if (shares_dice()) shares_.inputs.emplace_back(JsonText(out.inputs.back()));
    if (origin_.proof() == Proof::second) out.follows.push_back(out.events.size());
}

void Fold::begin(Applied& out) {
    log(created_event({origin_.battle, origin_.ruleset->id(), origin_.ruleset->version(), origin_.title, origin_.setup, origin_.options, seats(), commitment_,
                       to_hex(origin_.server_key)}),
        out);
}

std::optional<Refusal> Fold::check_take_seat(rules::Seat seat) const {
    if (auto refusal = check_close()) return refusal;
    if (seat_taken(seat)) return Refusal{Code::not_your_seat, "this seat has already been taken"};
    return {};
}

void Fold::sit_down(rules::Seat seat, Arrival who) {
    const auto index = static_cast<std::size_t>(seat);
    taken_[index] = true;
    if (!who.key.empty()) keys_[index].emplace(who.key);
    arrivals_[index] = std::move(who);
}

std::vector<std::string> Fold::names() const {
    std::vector<std::string> out;
    out.reserve(arrivals_.size());
    for (const auto& each : arrivals_) out.push_back(each.name);
    return out;
}

// Nobody who runs the server may choose in which order they enter the chain: all do at once, in seat order.
void Fold::take_seat(rules::Seat seat, Arrival who, Applied& out) {
    auto event = seat_event("seat_taken", {.seat = seat_id(seat), .name = who.name, .nonce = who.nonce, .ladder = who.ladder, .key = who.key});
    sit_down(seat, std::move(who));
    if (origin_.proof() == Proof::first) {
        enter_seat(seat, out);
        happen(std::move(event), out);
    } else {
        note(std::move(event), out);
    }
    if (std::ranges::find(taken_, false) != taken_.end()) return;
    while (entered_seats_ < taken_.size()) enter_seat(static_cast<rules::Seat>(entered_seats_), out);
    all_seated(out);
}

void Fold::all_seated(Applied& out) {
    if (origin_.fold.confirm) confirm();
    else start(out);
}

void Fold::enter_seat(rules::Seat seat, Applied& out) {
    const auto index = static_cast<std::size_t>(seat);
    const auto& who = arrivals_[index];
    NewInput input{.seat = seat_id(seat),
                   .kind = origin_.proof() == Proof::first ? "nonce" : "seat",
                   .key = who.key,
                   .ladder = who.ladder,
                   .name = who.name,
                   .nonce = who.nonce};
    feed(input, out);
    ++entered_seats_;
}

void Fold::confirm() {
    phase_ = Phase::confirming;
    for (std::size_t i = 0; i < seats().size(); ++i)
        open_.push_back({++decisions_, {static_cast<rules::Seat>(i), "ready", to_json_value(ReadyOptions{}), to_json_value(ReadyChoice{})}, false});
}

void Fold::start(Applied& out) {
    phase_ = Phase::running;
    happen(started_event(seats(), names()), out);
    for (const auto& each : arrivals_) {
        if (!shares_dice()) break;
        shares_.rungs.push_back(*hash_from_hex(each.ladder));
        shares_.feet.push_back({each.ladder});
    }
    std::vector<rules::Event> events;
    battle_->begin(events);
    run(events, out);
}

// Rolls while the rules want dice, numbers what happened, asks or ends.
void Fold::run(std::vector<rules::Event>& events, Applied& out) {
    if (needs_shares()) {
        for (auto& event : events) happen(std::move(event), out);
        return ask_shares();
    }
    if (needs_witness()) {
        for (auto& event : events) happen(std::move(event), out);
        return ask_witness();
    }
    const auto& limits = origin_.fold.limits;
    const auto room = std::min(limits.step_bytes, limits.battle_bytes - std::min(bytes_, limits.battle_bytes));
    WantedDice dice(dice_, out.give_up);
    const auto bytes = rules::roll_within(room, *battle_, dice, rolls_, events);
    out.given_up = dice.given_up;
    if (out.given_up) return;
    out.events.reserve(out.events.size() + events.size() + 1);
    for (auto& event : events) happen(std::move(event), out);
    if (const auto* outcome = rules::outcome_of(*battle_)) finish(*outcome, out);
    else if (bytes > room) finish({std::nullopt, "limit", battle_->survivors()}, out);
    else ask();
}

void Fold::ask() {
    shares_.given = witness_.given = false;
    const auto& asks = rules::open_asks(*battle_);
    for (const auto& each : asks) open_.push_back({++decisions_, each, asks.size() > 1});
}

void Fold::finish(rules::Outcome outcome, Applied& out) {
    phase_ = Phase::over;
    open_.clear();
    shares_ = {};
    witness_.asked = false;
    draw_by_.reset();
    log(rules::ended_event(outcome, seats(), to_hex(origin_.server_seed)), out);
    outcome_ = std::move(outcome);
}

std::expected<SharedJson, Refusal> Fold::check_choice(rules::Seat seat, std::int64_t decision, const FlatJson& choice) const {
    if (phase_ == Phase::over) return refuse(Code::battle_over, "this battle is over");
    const auto* open = find_open(decision);
    if (!open) return refuse(Code::stale_decision, "decision " + std::to_string(decision) + " is not open", "/decision");
    if (!open->asks(seat))
        return refuse(Code::not_your_seat, "decision " + std::to_string(decision) + " is the " + seat_id(open->ask.seat) + "'s", "/decision");
    const JsonView made = choice;
    if (asks_shares()) return check_share(*open, made);
    if (has_left(seat)) return refuse(Code::illegal_choice, "you have left this battle: your defaults are played", "/decision");
    if (is_sealed_for_all(*open)) {
        auto seal = read_fields<SealChoice>(made, Code::illegal_choice, "/choice");
        if (!seal) return std::unexpected(std::move(seal.error()));
        return shared_json(std::move(*seal));
    }
    if (made.is_string() && made.text() == "default") return open->ask.preset;
    if (!made.is_object()) return refuse(Code::illegal_choice, "expected an object or \"default\"", "/choice");
    if (phase_ == Phase::confirming) {
        auto ready = read_fields<ReadyChoice>(made, Code::illegal_choice, "/choice");
        if (!ready) return std::unexpected(std::move(ready.error()));
        return shared_json(*ready);
    }
    auto canonical = battle_->check(seat, choice);
    if (!canonical) canonical.error().path.insert(0, "/choice");
    return canonical;
}

std::expected<Fold::Outlook, Refusal> Fold::preview(rules::Seat seat, std::int64_t decision, const FlatJson& choice) const {
    if (const auto* open = find_open(decision); open && is_sealed_for_all(*open))
        return refuse(Code::illegal_choice, "with shared dice the server is not to see what you seal", "/choice");
    auto checked = check_choice(seat, decision, choice);
    if (!checked && checked.error().code != Code::illegal_choice) return std::unexpected(std::move(checked.error()));
    Outlook out{std::move(checked)};
    if (phase_ != Phase::running || asks_shares()) return out;
    if (JsonView(choice).is_object()) out.meaning = battle_->meaning(seat, choice);
    else if (out.choice) out.meaning = battle_->meaning(seat, *out.choice);  // "default" is what it stands for
    return out;
}

void Fold::choose(std::vector<Choice> choices, Applied& out) {
    if (phase_ == Phase::confirming) return choose_ready(choices.front(), out);
    if (asks_shares()) return give_shares(std::move(choices), out);
    if (is_sealed_for_all(open_.front())) return seal(std::move(choices), out);
    rules::Decided decided;
    std::vector<rules::Event> events;
    for (auto& choice : choices) {  // a sealed step enters the chain at its reveal, in seat order
        decided.choices.emplace_back(enter_and_show(*find_open(choice.decision), choice, out));
    }
    decided.by = choices.front().by;
    open_.clear();
    battle_->apply(std::move(decided), events);
    run(events, out);
}

// Gives its text, which is written once: for the chain, for the event and for the battle.
JsonText Fold::enter_and_show(const OpenDecision& open, const Choice& choice, Applied& out) {
    auto input = input_of(open, choice);
    input.signature = choice.signature;
    feed(input, out);
    happen(rules::chosen_event({.seat = input.seat,
                                .decision = static_cast<int>(input.decision),
                                .kind = input.kind,
                                .choice = input.choice,
                                .timed_out = input.timed_out,
                                .standing = input.standing,
                                .left = input.left}),
           out);
    return std::move(input.choice);
}

// That somebody is ready decides nothing before all are.
void Fold::choose_ready(const Choice& choice, Applied& out) {
    const auto& open = *find_open(choice.decision);
    const bool ready = choice.choice.at("ready").get<bool>();
    if (origin_.proof() == Proof::second && !ready) return decline(open, out);
    if (origin_.proof() == Proof::first) enter_and_show(open, choice, out);
    else note(ready_event(open, true), out);
    std::erase_if(open_, [&](const OpenDecision& each) { return each.id == choice.decision; });
    if (!ready) finish({std::nullopt, "declined", battle_->survivors()}, out);
    else if (open_.empty()) all_ready(out);
}

rules::Event Fold::ready_event(const OpenDecision& open, bool ready) const {
    return rules::chosen_event({seat_id(open.ask.seat), static_cast<int>(open.id), open.ask.kind, to_json_value(ReadyChoice{ready})});
}

void Fold::decline(const OpenDecision& open, Applied& out) {
    NewInput input{.seat = seat_id(open.ask.seat), .kind = "decline"};
    feed(input, out);
    happen(ready_event(open, false), out);
    finish({std::nullopt, "declined", battle_->survivors()}, out);
}

void Fold::all_ready(Applied& out) {
    if (origin_.proof() == Proof::second) {
        NewInput input{.kind = "ready"};
        feed(input, out);
    }
    start(out);
}

void Fold::note(rules::Event event, Applied& out) {
    out.notes.push_back(out.events.size());
    log(std::move(event), out);
}

}  // namespace muster::protocol
