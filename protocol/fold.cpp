#include "protocol/fold.hpp"

#include <algorithm>

namespace muster::protocol {

namespace {

struct CreatedData {
    std::string battle;
    std::string ruleset;
    int ruleset_version = 0;
    std::string title;
    Json setup;
    Json options;
    std::vector<std::string> seats;
    std::string commitment;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{});
        visit("ruleset", self.ruleset, Rule{});
        visit("ruleset_version", self.ruleset_version, Rule{});
        visit("title", self.title, Rule{});
        visit("setup", self.setup, Rule{});
        visit("options", self.options, Rule{});
        visit("seats", self.seats, Rule{});
        visit("commitment", self.commitment, Rule{});
    }
};

struct SeatData {
    std::string seat;
    std::string name;
    std::string nonce;
    std::optional<bool> accept;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{.sparse = true});
        visit("name", self.name, Rule{.sparse = true});
        visit("nonce", self.nonce, Rule{.sparse = true});
        visit("accept", self.accept, Rule{.sparse = true});
    }
};

struct StartedData {
    struct Player {
        std::string seat;
        std::string name;
        static void fields(auto& visit, auto& self) {
            visit("seat", self.seat, Rule{});
            visit("name", self.name, Rule{});
        }
    };
    std::vector<Player> seats;
    static void fields(auto& visit, auto& self) { visit("seats", self.seats, Rule{}); }
};

struct ReadyChoice {
    bool ready = true;
    static void fields(auto& visit, auto& self) { visit("ready", self.ready, Rule{.about = "false declines the battle"}); }
};

std::string event_body(std::int64_t seq, const std::string& at, const std::string& event, const std::string& data) {
    std::string body;
    body.reserve(at.size() + event.size() + data.size() + 64);
    body += "{\"seq\":";
    body += std::to_string(seq);
    body += ",\"at\":\"";
    body += at;
    body += "\",\"event\":\"";
    body += event;
    body += "\",\"data\":";
    body += data;
    body += '}';
    return body;
}

}  // namespace

const std::string& LoggedEvent::body_for(rules::Viewer viewer) const {
    if (viewer.seat)
        for (const auto& [seat, text] : instead)
            if (seat == *viewer.seat) return text;
    return body;
}

bool is_note(std::string_view event) {
    return event == "said" || event == "seat_handed_over" || event == "decision_sealed" || event == "decision_unsealed" || event == "clock_credited";
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

// Enters the chain before any die is rolled for it; the event that shows the input comes next and has this number.
void Fold::feed(Input& input, Applied& out) {
    input.seq = head_ + 1;
    std::string jcs = to_text(input);
    chain_.add(jcs);
    out.inputs.push_back(std::move(jcs));
}

void Fold::begin(Applied& out) {
    log({"battle_created", to_text(CreatedData{origin_.battle, origin_.ruleset->id(), origin_.ruleset->version(), origin_.title, origin_.setup, origin_.options,
                                               seats(), commitment_})},
        out);
}

void Fold::take_seat(rules::Seat seat, const std::string& name, const std::string& nonce, Applied& out) {
    const auto index = static_cast<std::size_t>(seat);
    taken_[index] = true;
    names_[index] = name;
    Input input;
    input.seat = seat_id(seat);
    input.kind = "nonce";
    input.name = name;
    input.nonce = nonce;
    feed(input, out);
    log({"seat_taken", to_text(SeatData{seat_id(seat), name, nonce, {}})}, out);
    if (std::ranges::find(taken_, false) != taken_.end()) return;
    if (origin_.fold.confirm) confirm();
    else start(out);
}

void Fold::confirm() {
    phase_ = Phase::confirming;
    for (std::size_t i = 0; i < seats().size(); ++i)
        open_.push_back({++decisions_, {static_cast<rules::Seat>(i), "ready", Json{{"ready", {true, false}}}, Json{{"ready", true}}}, false});
}

void Fold::start(Applied& out) {
    phase_ = Phase::running;
    StartedData data;
    for (std::size_t i = 0; i < seats().size(); ++i) data.seats.push_back({seats()[i], names_[i]});
    log({"battle_started", to_text(data)}, out);
    std::vector<rules::Event> events;
    battle_->begin(events);
    run(events, out);
}

// Rolls while the rules want dice, numbers what happened, asks or ends.
void Fold::run(std::vector<rules::Event>& events, Applied& out) {
    roll_on(*battle_, dice_, rolls_, events);
    for (auto& event : events) log(std::move(event), out);
    if (const auto* outcome = rules::outcome_of(*battle_)) finish(*outcome, out);
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

std::expected<Json, Refusal> Fold::check_choice(rules::Seat seat, std::int64_t decision, const Json& choice) const {
    if (phase_ == Phase::over) return refuse(Code::battle_over, "this battle is over");
    const auto* open = find_open(decision);
    if (!open) return refuse(Code::stale_decision, "decision " + std::to_string(decision) + " is not open", "/decision");
    if (open->ask.seat != seat)
        return refuse(Code::not_your_seat, "decision " + std::to_string(decision) + " is the " + seat_id(open->ask.seat) + "'s", "/decision");
    if (choice.is_string() && choice.get_ref<const std::string&>() == "default") return *open->ask.preset;
    if (!choice.is_object()) return refuse(Code::illegal_choice, "expected an object or \"default\"", "/choice");
    if (phase_ == Phase::confirming) {
        auto ready = read_fields<ReadyChoice>(choice, Code::illegal_choice, "/choice");
        if (!ready) return std::unexpected(std::move(ready.error()));
        return to_json_value(*ready);
    }
    auto canonical = battle_->check(seat, choice);
    if (!canonical) canonical.error().path.insert(0, "/choice");
    return canonical;
}

void Fold::choose(std::vector<Choice> choices, Applied& out) {
    if (phase_ == Phase::confirming) return choose_ready(choices.front(), out);
    rules::Decided decided;
    std::vector<rules::Event> events;
    for (auto& choice : choices) {  // a sealed step enters the chain at its reveal, in seat order
        const auto& ask = find_open(choice.decision)->ask;
        auto input = input_of(ask.seat, ask.kind, choice);
        feed(input, out);
        show(input, out);
        decided.choices.push_back(std::move(input.choice));
    }
    open_.clear();
    battle_->apply(decided, events);
    run(events, out);
}

Input Fold::input_of(rules::Seat seat, const std::string& kind, const Choice& choice) const {
    Input input;
    input.seat = seat_id(seat);
    input.kind = kind;
    input.decision = choice.decision;
    input.choice = choice.choice;
    input.timed_out = choice.how == How::timed_out;
    input.standing = choice.how == How::standing;
    return input;
}

void Fold::show(const Input& input, Applied& out) {
    log(rules::chosen_event({input.seat, static_cast<int>(input.decision), input.kind, input.choice, false, input.timed_out, input.standing}), out);
}

void Fold::choose_ready(const Choice& choice, Applied& out) {
    const auto seat = find_open(choice.decision)->ask.seat;
    auto input = input_of(seat, "ready", choice);
    feed(input, out);
    show(input, out);
    std::erase_if(open_, [&](const OpenDecision& each) { return each.id == choice.decision; });
    if (!choice.choice.at("ready").get<bool>()) finish({std::nullopt, "declined", battle_->survivors()}, out);
    else if (open_.empty()) start(out);
}

std::optional<Refusal> Fold::check_running() const {
    if (phase_ == Phase::over) return Refusal{Code::battle_over, "this battle is over"};
    if (phase_ != Phase::running) return Refusal{Code::illegal_choice, "this battle has not begun"};
    return {};
}

void Fold::concede(rules::Seat seat, Applied& out) {
    Input input;
    input.seat = seat_id(seat);
    input.kind = "concede";
    feed(input, out);
    log({"conceded", to_text(SeatData{seat_id(seat), {}, {}, {}})}, out);
    std::optional<rules::Seat> winner;
    if (seats().size() == 2) winner = 1 - seat;
    finish({winner, "conceded", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_offer_draw(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (!draw_by_) return {};
    if (*draw_by_ == seat) return Refusal{Code::illegal_choice, "you have offered a draw already"};
    return Refusal{Code::illegal_choice, "the " + seat_id(*draw_by_) + " offers a draw already; answer it"};
}

void Fold::offer_draw(rules::Seat seat, Applied& out) {
    draw_by_ = seat;
    draw_accepted_.assign(seats().size(), false);
    draw_accepted_[static_cast<std::size_t>(seat)] = true;
    Input input;
    input.seat = seat_id(seat);
    input.kind = "offer_draw";
    feed(input, out);
    log({"draw_offered", to_text(SeatData{seat_id(seat), {}, {}, {}})}, out);
}

std::optional<Refusal> Fold::check_answer_draw(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (!draw_by_) return Refusal{Code::illegal_choice, "nobody offers a draw"};
    if (draw_accepted_[static_cast<std::size_t>(seat)]) return Refusal{Code::illegal_choice, "you have agreed to the draw already"};
    return {};
}

void Fold::answer_draw(rules::Seat seat, bool accept, Applied& out) {
    Input input;
    input.seat = seat_id(seat);
    input.kind = "answer_draw";
    input.accept = accept;
    feed(input, out);
    log({"draw_answered", to_text(SeatData{seat_id(seat), {}, {}, accept})}, out);
    draw_accepted_[static_cast<std::size_t>(seat)] = accept;
    if (!accept) draw_by_.reset();
    else if (std::ranges::find(draw_accepted_, false) == draw_accepted_.end()) finish({std::nullopt, "agreed", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_forfeit(std::optional<rules::Seat> seat) const {
    if (auto refusal = check_running()) return refusal;
    const bool asked = std::ranges::any_of(open_, [&](const OpenDecision& open) { return !seat || open.ask.seat == *seat; });
    return asked ? std::nullopt : std::optional(Refusal{Code::illegal_choice, "nothing is asked of this seat now"});
}

void Fold::forfeit(std::optional<rules::Seat> seat, Applied& out) {
    Input input;
    if (seat) input.seat = seat_id(*seat);
    input.kind = "forfeit";
    input.timed_out = true;
    feed(input, out);
    log({"forfeited", to_text(SeatData{input.seat, {}, {}, {}})}, out);
    std::optional<rules::Seat> winner;
    if (seat && seats().size() == 2) winner = 1 - *seat;
    finish({winner, "timeout", battle_->survivors()}, out);
}

std::optional<Refusal> Fold::check_claim(rules::Seat seat) const {
    if (auto refusal = check_running()) return refusal;
    if (seats().size() != 2) return Refusal{Code::illegal_choice, "only a battle of two can be claimed"};
    const bool asked = std::ranges::any_of(open_, [&](const OpenDecision& open) { return open.ask.seat == 1 - seat; });
    return asked ? std::nullopt : std::optional(Refusal{Code::illegal_choice, "the " + seat_id(1 - seat) + " has nothing to decide now"});
}

void Fold::claim(rules::Seat seat, Applied& out) {
    Input input;
    input.seat = seat_id(seat);
    input.kind = "claim";
    feed(input, out);
    log({"claimed", to_text(SeatData{seat_id(seat), {}, {}, {}})}, out);
    finish({seat, "abandoned", battle_->survivors()}, out);
}

void Fold::close(Applied& out) {
    Input input;
    input.kind = "close";
    feed(input, out);
    log({"closed", "{}"}, out);
    finish({std::nullopt, "closed", battle_->survivors()}, out);
}

void Fold::replay(const Input& input, Applied& out) {
    const auto seat = rules::seat_named(*origin_.ruleset, input.seat);
    if (phase_ == Phase::over || (!seat && !input.seat.empty())) return;
    if (input.decision != 0) {
        const auto* open = find_open(input.decision);
        if (!open) return;
        const std::size_t wanted = open->sealed ? open_.size() : 1;
        if (replayed_.empty()) skip_to(input.seq - 1);
        replayed_.push_back({input.decision, input.choice, input.timed_out ? How::timed_out : input.standing ? How::standing : How::chosen});
        if (replayed_.size() == wanted) choose(std::exchange(replayed_, {}), out);
        return;
    }
    skip_to(input.seq - 1);
    if (input.kind == "forfeit") return forfeit(seat, out);
    if (input.kind == "close") return close(out);
    if (!seat) return;
    if (input.kind == "nonce") take_seat(*seat, input.name, input.nonce, out);
    else if (input.kind == "concede") concede(*seat, out);
    else if (input.kind == "claim") claim(*seat, out);
    else if (input.kind == "offer_draw") offer_draw(*seat, out);
    else if (input.kind == "answer_draw") answer_draw(*seat, input.accept.value_or(false), out);
}

void Fold::note(rules::Event event, Applied& out) { log(std::move(event), out); }

}  // namespace muster::protocol
