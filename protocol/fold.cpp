#include "protocol/fold.hpp"

#include <algorithm>

#include "protocol/fold_events.hpp"
#include "protocol/ready.hpp"

namespace muster::protocol {

namespace {

/// Runs out when nobody wants to know how it goes on.
class WantedDice : public rules::Dice {
public:
    WantedDice(rules::Dice& dice, const GiveUp& give_up) : dice_(dice), give_up_(give_up) {}
    std::optional<std::vector<int>> roll(int number, int count) override {
        given_up = is_given_up(give_up_);
        return given_up ? std::nullopt : dice_.roll(number, count);
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

FoldOptions fold_options(const Json& options) {
    if (!options.is_object()) return {};
    const auto confirm = options.find("confirm");
    return {.confirm = confirm != options.end() && *confirm == true};
}

std::expected<std::unique_ptr<Fold>, Refusal> Fold::create(Origin origin) {
    auto battle = origin.ruleset->create(origin.setup);
    if (!battle) return std::unexpected(std::move(battle.error()));
    return std::unique_ptr<Fold>(new Fold(std::move(origin), std::move(*battle)));
}

Fold::Fold(Origin origin, std::unique_ptr<rules::Battle> battle)
    : origin_(std::move(origin)),
      commitment_(to_hex(bytes_of(sha256(origin_.server_seed)))),
      battle_(std::move(battle)),
      chain_(origin_.battle, origin_.ruleset->id(), origin_.ruleset->version(), sha256(origin_.server_seed), origin_.setup),
      dice_(origin_.server_seed, chain_),
      taken_(seats().size(), false),
      names_(seats().size()),
      draw_accepted_(seats().size(), false) {}

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

// Enters the chain before any die is rolled for it; the event that shows the input comes next and has this number.
void Fold::feed(NewInput& input, Applied& out) {
    input.seq = head_ + 1;
    std::string jcs = to_text(input);
    chain_.add(jcs);
    out.inputs.push_back(std::move(jcs));
}

void Fold::begin(Applied& out) {
    log(created_event({origin_.battle, origin_.ruleset->id(), origin_.ruleset->version(), origin_.title, origin_.setup, origin_.options, seats(), commitment_}),
        out);
}

std::optional<Refusal> Fold::check_take_seat(rules::Seat seat) const {
    if (auto refusal = check_close()) return refusal;
    if (seat_taken(seat)) return Refusal{Code::not_your_seat, "this seat has already been taken"};
    return {};
}

void Fold::take_seat(rules::Seat seat, const std::string& name, const std::string& nonce, Applied& out) {
    const auto index = static_cast<std::size_t>(seat);
    taken_[index] = true;
    names_[index] = name;
    NewInput input{.seat = seat_id(seat), .kind = "nonce", .name = name, .nonce = nonce};
    feed(input, out);
    happen(seat_event("seat_taken", {.seat = input.seat, .name = name, .nonce = nonce}), out);
    if (std::ranges::find(taken_, false) != taken_.end()) return;
    if (origin_.fold.confirm) confirm();
    else start(out);
}

void Fold::confirm() {
    phase_ = Phase::confirming;
    for (std::size_t i = 0; i < seats().size(); ++i)
        open_.push_back({++decisions_, {static_cast<rules::Seat>(i), "ready", to_json_value(ReadyOptions{}), to_json_value(ReadyChoice{})}, false});
}

void Fold::start(Applied& out) {
    phase_ = Phase::running;
    happen(started_event(seats(), names_), out);
    std::vector<rules::Event> events;
    battle_->begin(events);
    run(events, out);
}

// Rolls while the rules want dice, numbers what happened, asks or ends.
void Fold::run(std::vector<rules::Event>& events, Applied& out) {
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
    const auto& asks = rules::open_asks(*battle_);
    for (const auto& each : asks) open_.push_back({++decisions_, each, asks.size() > 1});
}

void Fold::finish(rules::Outcome outcome, Applied& out) {
    phase_ = Phase::over;
    open_.clear();
    draw_by_.reset();
    log(rules::ended_event(outcome, seats(), to_hex(origin_.server_seed)), out);
    outcome_ = std::move(outcome);
}

std::expected<SharedJson, Refusal> Fold::check_choice(rules::Seat seat, std::int64_t decision, const FlatJson& choice) const {
    if (phase_ == Phase::over) return refuse(Code::battle_over, "this battle is over");
    const auto* open = find_open(decision);
    if (!open) return refuse(Code::stale_decision, "decision " + std::to_string(decision) + " is not open", "/decision");
    if (open->ask.seat != seat)
        return refuse(Code::not_your_seat, "decision " + std::to_string(decision) + " is the " + seat_id(open->ask.seat) + "'s", "/decision");
    const JsonView made = choice;
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
    auto checked = check_choice(seat, decision, choice);
    if (!checked && checked.error().code != Code::illegal_choice) return std::unexpected(std::move(checked.error()));
    Outlook out{std::move(checked)};
    if (phase_ != Phase::running) return out;
    if (JsonView(choice).is_object()) out.meaning = battle_->meaning(seat, choice);
    else if (out.choice) out.meaning = battle_->meaning(seat, *out.choice);  // "default" is what it stands for
    return out;
}

void Fold::choose(std::vector<Choice> choices, Applied& out) {
    if (phase_ == Phase::confirming) return choose_ready(choices.front(), out);
    rules::Decided decided;
    std::vector<rules::Event> events;
    for (auto& choice : choices) {  // a sealed step enters the chain at its reveal, in seat order
        decided.choices.emplace_back(enter_and_show(find_open(choice.decision)->ask, choice, out));
    }
    open_.clear();
    battle_->apply(std::move(decided), events);
    run(events, out);
}

// Gives its text, which is written once: for the chain, for the event and for the battle.
JsonText Fold::enter_and_show(const rules::Ask& ask, const Choice& choice, Applied& out) {
    NewInput input{.seat = seat_id(ask.seat),
                   .kind = ask.kind,
                   .decision = choice.decision,
                   .choice = JsonText(choice.choice.dump()),
                   .timed_out = choice.how == How::timed_out,
                   .standing = choice.how == How::standing};
    feed(input, out);
    happen(rules::chosen_event({input.seat, static_cast<int>(input.decision), input.kind, input.choice, false, input.timed_out, input.standing}), out);
    return std::move(input.choice);
}

void Fold::choose_ready(const Choice& choice, Applied& out) {
    enter_and_show(find_open(choice.decision)->ask, choice, out);
    std::erase_if(open_, [&](const OpenDecision& each) { return each.id == choice.decision; });
    if (!choice.choice.at("ready").get<bool>()) finish({std::nullopt, "declined", battle_->survivors()}, out);
    else if (open_.empty()) start(out);
}

void Fold::note(rules::Event event, Applied& out) { log(std::move(event), out); }

}  // namespace muster::protocol
