// What seats do: choose, take back, concede, offer and answer draws, talk.
#include "server/battle/session.hpp"

namespace muster::server {

namespace {

struct SealData {
    std::string seat;
    std::int64_t decision = 0;
    static void fields(auto& visit, auto& self) {
        visit("seat", self.seat, Rule{});
        visit("decision", self.decision, Rule{});
    }
};

struct SaidData {
    std::string room;
    std::string seat;
    std::string name;
    std::string text;
    static void fields(auto& visit, auto& self) {
        visit("room", self.room, Rule{});
        visit("seat", self.seat, Rule{.sparse = true});
        visit("name", self.name, Rule{.sparse = true});
        visit("text", self.text, Rule{.sparse = true});
    }
};

// Answers to what is about a decision are counted.
Frame rejected(Services& services, const Refusal& refusal, const std::string& id, const std::string& battle, std::int64_t decision) {
    if (decision > 0) services.metrics.rejected(refusal.code);
    return make_frame(protocol::rejected_text(refusal, id, battle, decision));
}

}  // namespace

void Session::choose(Connection connection, std::string id, protocol::Choose message) {
    const auto decision = message.decision;
    auto refused = [&services = services_, this_battle = battle_, connection, id, decision](const Refusal& refusal) {
        connection->deliver(rejected(services, refusal, id, this_battle, decision));
    };
    submit({[connection, id, message = std::move(message)](Session& self) { self.do_choose(connection, id, message); }, std::move(refused)});
}

void Session::retract(Connection connection, std::string id, protocol::Retract message) {
    auto refused = [&services = services_, this_battle = battle_, connection, id, decision = message.decision](const Refusal& refusal) {
        connection->deliver(rejected(services, refusal, id, this_battle, decision));
    };
    submit({[connection, id, message = std::move(message)](Session& self) { self.do_retract(connection, id, message); }, std::move(refused)});
}

void Session::plain(Connection connection, std::string id, std::function<void(Session&)> run) {
    submit({std::move(run), [this_battle = battle_, connection, id](const Refusal& refusal) {
                connection->deliver(make_frame(protocol::rejected_text(refusal, id, this_battle)));
            }});
}

void Session::concede(Connection connection, std::string id) {
    plain(connection, id, [connection, id](Session& self) { self.do_concede(connection, id); });
}

void Session::offer_draw(Connection connection, std::string id) {
    plain(connection, id, [connection, id](Session& self) { self.do_offer_draw(connection, id); });
}

void Session::answer_draw(Connection connection, std::string id, bool accept) {
    plain(connection, id, [connection, id, accept](Session& self) { self.do_answer_draw(connection, id, accept); });
}

void Session::claim(Connection connection, std::string id) {
    plain(connection, id, [connection, id](Session& self) { self.do_claim(connection, id); });
}

void Session::say(Connection connection, std::string id, std::string text) {
    plain(connection, id, [connection, id, text](Session& self) { self.do_say(connection, id, text); });
}

// Whoever follows has shown a token; an HTTP call shows it with each message.
std::expected<rules::Seat, Refusal> Session::seat_of(const Connection& connection) const {
    if (const auto token = connection->token(); !token.empty()) {
        const auto viewer = viewer_for(token);
        if (!viewer) return std::unexpected(viewer.error());
        if (!fold_->seat_taken(*viewer->seat)) return refuse(Code::not_your_seat, "this seat is not taken yet; follow the battle with its token first");
        return *viewer->seat;
    }
    const auto found = viewer_index_.find(connection.get());
    if (found == viewer_index_.end()) return refuse(Code::not_your_seat, "follow this battle with your seat's token first");
    if (const auto seat = viewers_[found->second].viewer.seat) return *seat;
    return refuse(Code::not_your_seat, "you watch this battle; only a seat may do this");
}

bool Session::answered_before(const Question& question) {
    if (question.id.empty()) return false;
    const auto found = answers_.find(question.key());
    if (found == answers_.end()) return false;
    tell(question.connection, make_frame(protocol::message_text(protocol::Accepted{battle_, question.decision, found->second}, question.id)));
    return true;
}

// What to do when the step is durable, and when it is not; the acknowledgement itself is stored with the step.
void Session::answer(Pending& pending, const Question& question, std::int64_t seq) {
    if (!question.id.empty()) {
        pending.step.answers += Json::array({question.key(), seq}).dump() + '\n';
        answers_[question.key()] = seq;  // a failed step drops the whole map
    }
    pending.stored = [self = shared_from_this(), question, seq] {
        if (question.decision > 0) self->services_.metrics.choices_accepted.add();
        self->tell(question.connection, make_frame(protocol::message_text(protocol::Accepted{self->battle_, question.decision, seq}, question.id)));
    };
    pending.failed = [&services = services_, battle = battle_, question](const Refusal& refusal) {
        question.connection->deliver(rejected(services, refusal, question.id, battle, question.decision));
    };
}

std::optional<Session::Question> Session::ask_seat(const Connection& connection, const std::string& id, std::string what, std::int64_t decision) {
    const auto seat = seat_of(connection);
    if (!seat) {
        tell(connection, rejected(services_, seat.error(), id, battle_, decision));
        return {};
    }
    Question question{connection, id, std::move(what), decision, *seat};
    if (answered_before(question)) return {};
    return question;
}

void Session::do_choose(const Connection& connection, const std::string& id, const protocol::Choose& message) {
    const auto question = ask_seat(connection, id, "choose:" + std::to_string(message.decision), message.decision);
    if (!question) return;
    auto choice = fold_->check_choice(*question->seat, message.decision, message.choice);
    if (!choice) return tell(connection, rejected(services_, choice.error(), id, battle_, message.decision));
    const auto& open = *fold_->find_open(message.decision);
    if (open.sealed && box_.contains(*question->seat)) {
        const Refusal refusal{Code::stale_decision, "you have chosen already; retract it first", "/decision"};
        return tell(connection, rejected(services_, refusal, id, battle_, message.decision));
    }
    auto pending = begin_step();
    answer(*pending, *question, put_choice(open, std::move(*choice), protocol::How::chosen, *pending));
    pending->stored = [self = shared_from_this(), stored = std::move(pending->stored), decision = message.decision, connection] {
        stored();
        self->resend_if_sealed(decision, connection);
    };
    commit(std::move(pending));
}

/// Puts a legal choice in: it is sealed until all asked seats have chosen, or applied. Gives the seq of what shows it.
std::int64_t Session::put_choice(const protocol::OpenDecision& open, Json choice, protocol::How how, Pending& pending) {
    const auto decision = open.id;
    const auto& seat = fold_->seats()[static_cast<std::size_t>(open.ask.seat)];
    if (open.sealed && box_.size() + 1 < fold_->open().size()) {
        pending.step.seal.push_back({seat, decision, choice.dump(), std::string(name_of(how))});
        box_[open.ask.seat] = {decision, std::move(choice), how};
        fold_->note({"decision_sealed", to_text(SealData{seat, decision})}, pending.applied);
        return pending.applied.events.back().seq;
    }
    std::vector<protocol::Fold::Choice> choices;
    if (open.sealed) {
        unseal_all(pending);
        box_[open.ask.seat] = {decision, std::move(choice), how};
        for (const auto& each : fold_->open()) choices.push_back({each.id, box_.at(each.ask.seat).choice, box_.at(each.ask.seat).how});
        box_.clear();
    } else {
        choices.push_back({decision, std::move(choice), how});
    }
    // Each choice is shown by an event `chosen`, and these come first, in order.
    const auto mine = std::ranges::find(choices, decision, &protocol::Fold::Choice::decision) - choices.begin();
    fold_->choose(std::move(choices), pending.applied);
    return pending.applied.events[static_cast<std::size_t>(mine)].seq;
}

// A seat's other connections see that it has chosen.
void Session::resend_if_sealed(std::int64_t decision, const Connection& except) {
    if (const auto* open = fold_->find_open(decision); open && open->sealed) resend_request(*open, except);
}

// One move of one bot; when it is stored, the queue of commands comes first and then the next move. False: no bot is asked.
bool Session::move_bots() {
    for (const auto& [seat, bot] : bots_) {
        auto pending = begin_step();
        if (!move_bot(seat, bot, *pending)) continue;
        pending->stored = [] {};
        pending->failed = trying_again();
        commit(std::move(pending));
        return true;
    }
    return false;
}

/// False: nothing is asked of this bot now.
bool Session::move_bot(rules::Seat seat, protocol::Bot bot, Pending& pending) {
    if (!fold_->check_answer_draw(seat)) {
        fold_->answer_draw(seat, false, pending.applied);
        return true;
    }
    for (const auto& open : fold_->open()) {
        if (open.ask.seat != seat || box_.contains(seat)) continue;
        put_choice(open, bot_choice(bot, *fold_, open, random_), protocol::How::chosen, pending);
        return true;
    }
    return false;
}

void Session::do_retract(const Connection& connection, const std::string& id, const protocol::Retract& message) {
    const auto question = ask_seat(connection, id, "retract:" + std::to_string(message.decision), message.decision);
    if (!question) return;
    const auto held = box_.find(*question->seat);
    if (held == box_.end() || held->second.decision != message.decision) {
        const Refusal refusal{Code::stale_decision, "there is no sealed choice of yours to take back", "/decision"};
        return tell(connection, rejected(services_, refusal, id, battle_, message.decision));
    }
    box_.erase(held);
    auto pending = begin_step();
    const auto& seat = fold_->seats()[static_cast<std::size_t>(*question->seat)];
    pending->step.unseal.push_back({seat, message.decision, {}});
    leave_to_seat(*question->seat, message.decision, *pending);
    fold_->note({"decision_unsealed", to_text(SealData{seat, message.decision})}, pending->applied);
    answer(*pending, *question, pending->applied.events.back().seq);
    auto stored = std::move(pending->stored);
    pending->stored = [self = shared_from_this(), stored, decision = message.decision] {
        stored();
        if (const auto* open = self->fold_->find_open(decision)) self->resend_request(*open, nullptr);
    };
    commit(std::move(pending));
}

void Session::unseal_all(Pending& pending) const {
    for (const auto& [seat, sealed] : box_) pending.step.unseal.push_back({fold_->seats()[static_cast<std::size_t>(seat)], sealed.decision, {}});
}

// The battle ends before they could be revealed: they never will be.
void Session::void_sealed(Pending& pending) {
    unseal_all(pending);
    box_.clear();
}

void Session::do_concede(const Connection& connection, const std::string& id) {
    const auto question = ask_seat(connection, id, "concede", 0);
    if (!question) return;
    if (const auto refusal = fold_->check_running()) return tell(connection, make_frame(protocol::rejected_text(*refusal, id, battle_)));
    auto pending = begin_step();
    void_sealed(*pending);
    fold_->concede(*question->seat, pending->applied);
    answer(*pending, *question, pending->applied.events.front().seq);
    commit(std::move(pending));
}

void Session::do_offer_draw(const Connection& connection, const std::string& id) {
    const auto question = ask_seat(connection, id, "offer_draw", 0);
    if (!question) return;
    if (const auto refusal = fold_->check_offer_draw(*question->seat)) return tell(connection, make_frame(protocol::rejected_text(*refusal, id, battle_)));
    auto pending = begin_step();
    fold_->offer_draw(*question->seat, pending->applied);
    answer(*pending, *question, pending->applied.events.front().seq);
    commit(std::move(pending));
}

void Session::do_answer_draw(const Connection& connection, const std::string& id, bool accept) {
    const auto question = ask_seat(connection, id, "answer_draw", 0);
    if (!question) return;
    if (const auto refusal = fold_->check_answer_draw(*question->seat)) return tell(connection, make_frame(protocol::rejected_text(*refusal, id, battle_)));
    auto pending = begin_step();
    fold_->answer_draw(*question->seat, accept, pending->applied);
    if (fold_->phase() == protocol::Fold::Phase::over) {
        void_sealed(*pending);
    }
    answer(*pending, *question, pending->applied.events.front().seq);
    commit(std::move(pending));
}

// Two rooms: the seats' and the spectators'. Everybody sees that something was said, so that numbers have no gaps; what
// was said stays in its room.
void Session::do_say(const Connection& connection, const std::string& id, const std::string& text) {
    const auto* viewing = find_viewing(connection);
    const auto seat = seat_of(connection);
    if (!seat && !viewing) return tell(connection, make_frame(protocol::rejected_text(seat.error(), id, battle_)));
    const bool players = seat.has_value();
    const std::string& speaker = players ? fold_->seat_name(*seat) : viewing->name;
    if (const auto banned = services_.bans.refuse_name(speaker, services_.clock.now_ms()))
        return tell(connection, make_frame(protocol::rejected_text(*banned, id, battle_)));
    const Question question{connection, id, "say:" + text, 0, players ? std::optional(*seat) : std::nullopt};
    if (players && answered_before(question)) return;
    SaidData full{"spectators", {}, speaker, text};
    SaidData redacted{"spectators", {}, {}, {}};
    if (players) {
        full.room = redacted.room = "players";
        full.seat = redacted.seat = fold_->seats()[static_cast<std::size_t>(*seat)];
    }
    rules::Event event{"said", to_text(players ? redacted : full)};
    for (std::size_t i = 0; i < fold_->seats().size(); ++i) event.instead.emplace_back(static_cast<rules::Seat>(i), to_text(players ? full : redacted));
    auto pending = begin_step();
    fold_->note(std::move(event), pending->applied);
    Question once = question;
    if (!players) once.id.clear();  // spectators have no name that a resend could be recognised by
    answer(*pending, once, pending->applied.events.back().seq);
    if (!players)
        pending->stored = [self = shared_from_this(), question, seq = pending->applied.events.back().seq] {
            self->tell(question.connection, make_frame(protocol::message_text(protocol::Accepted{self->battle_, 0, seq}, question.id)));
        };
    commit(std::move(pending));
}

}  // namespace muster::server
