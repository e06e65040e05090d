#include "server/battle/session.hpp"

#include "protocol/ids.hpp"
#include "protocol/record.hpp"
#include "protocol/times.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

namespace {

protocol::How how_named(std::string_view name) {
    for (const auto& [how, text] : names_of(protocol::How{}))
        if (text == name) return how;
    return protocol::How::chosen;
}

std::uint64_t seed() {
    std::uint64_t out = 0;
    for (const char byte : protocol::random_bytes(sizeof out)) out = out << 8 | static_cast<unsigned char>(byte);
    return out;
}

Refusal busy(const std::string& why) { return {Code::server_busy, why}; }

}  // namespace

Session::Session(Services& services, std::string battle, Owner owner)
    : services_(services),
      battle_(std::move(battle)),
      owner_(std::move(owner)),
      strand_(asio::make_strand(services.io)),
      log_(battle_),
      random_(seed()),
      presence_timer_(strand_),
      idle_timer_(strand_),
      again_timer_(strand_) {}

void Session::submit(Command command) {
    asio::post(strand_, [self = shared_from_this(), command = std::move(command)]() mutable { self->enter(std::move(command)); });
}

void Session::enter(Command command) {
    if (retired_) {
        if (!command.always) owner_.again(battle_, std::move(command));
        return;
    }
    if (command.always && queue_.empty() && !storing_) return run(command);
    if (!command.always && queue_.size() >= limits::session_queue_max) return command.refused(busy("too many messages for this battle are waiting"));
    command.waiting = Gauge::Held(services_.metrics.commands_waiting);
    queue_.push_back(std::move(command));
    pump();
}

void Session::pump() {
    while (!queue_.empty() && !storing_ && !retired_) {
        if (state_ == State::loading) return;
        if (state_ == State::unloaded) return load();
        if (keep_time() || tell_waiting()) return;
        Command command = std::move(queue_.front());
        queue_.pop_front();
        run(command);
    }
    if (state_ == State::ready && !storing_ && !stopped_ && !keep_time() && !tell_waiting() && !move_bots()) play_order();
    watch_idle();
}

// A bug ends here: whoever asked is told, the battle is read again, other battles know nothing of it.
void Session::run(const Command& command) {
    try {
        command.run(*this);
    } catch (const std::exception& error) {
        log::critical("a battle failed", {{"battle", battle_}, {"reason", error.what()}});
        forget();
        command.refused({Code::internal, "the server made a mistake; nothing was changed"});
    }
}

void Session::load() {
    state_ = State::loading;
    asio::post(services_.readers, [self = shared_from_this()] {
        auto result = std::make_shared<std::expected<std::optional<storage::StoredBattle>, storage::Failure>>(self->services_.store.load(self->battle_));
        asio::post(self->strand_, [self, result] { self->loaded(std::move(*result)); });
    });
}

void Session::loaded(std::expected<std::optional<storage::StoredBattle>, storage::Failure> result) {
    state_ = State::unloaded;
    if (!result) {
        log::error("a battle could not be read", {{"battle", battle_}, {"reason", result.error().message}});
        return refuse_queue(busy("the store cannot be read now; try again"));
    }
    if (!*result) {
        retired_ = true;
        refuse_queue({Code::unknown_battle, "there is no such battle", "/battle"});
        return owner_.retire(shared_from_this());
    }
    if (const auto refusal = rebuild(**result)) {
        log::error("a battle could not be rebuilt", {{"battle", battle_}, {"reason", refusal->message}});
        forget();
        return refuse_queue(*refusal);
    }
    state_ = State::ready;
    resume_viewers();
    pump();
}

void Session::adopt(std::shared_ptr<const storage::StoredBattle> created) {
    asio::post(strand_, [self = shared_from_this(), created = std::move(created)] {
        if (self->state_ == State::unloaded && !self->retired_) self->loaded(*created);
    });
}

void Session::refuse_queue(const Refusal& refusal) {
    for (auto& command : std::exchange(queue_, {})) {
        if (command.always) run(command);
        else command.refused(refusal);
    }
    watch_idle();
}

// Runs the stored inputs again. What the rules say now must be what they said then.
std::optional<Refusal> Session::rebuild(const storage::StoredBattle& stored) {
    Refusal changed{Code::internal, "this battle cannot be read by this version of the server"};
    header_ = stored.header;
    number_ = stored.number;
    const auto* ruleset = services_.rulesets.find(header_.ruleset, header_.ruleset_version);
    const auto setup = parse_json(header_.setup);
    const auto options = parse_json(header_.options);
    if (!ruleset || !setup || !options) return changed;
    protocol::FoldOptions fold_options;
    fold_options.confirm = options->value("confirm", false);
    auto fold = protocol::Fold::create({battle_, ruleset, header_.title, *setup, *options, fold_options, header_.server_seed});
    if (!fold) return changed;
    fold_ = std::move(*fold);
    bots_ = bots_of(*options, *ruleset);
    log_ = SessionLog(battle_);
    inputs_.clear();
    box_.clear();
    answers_.clear();
    if (!restore_clock(stored) || !nudges_.restore(stored.kept)) return changed;
    for (const auto& step : stored.steps) {
        const bool was_over = fold_->phase() == protocol::Fold::Phase::over;
        if (!replay_step(step)) return changed;
        if (!was_over && fold_->phase() == protocol::Fold::Phase::over) ended_at_ = step.last_seq;
        if (fold_->head() != step.last_seq || log_.head() != step.last_seq) return changed;
    }
    token_hashes_.clear();
    for (const auto& seat : stored.seats) token_hashes_.push_back(seat.token_hash);
    if (!restore_offers(stored)) return changed;
    for (const auto& sealed : stored.sealed) {
        const auto seat = rules::seat_named(*ruleset, sealed.seat);
        auto choice = parse_json(sealed.choice);
        if (!seat || !choice) return changed;
        box_[*seat] = {sealed.decision, std::move(*choice), how_named(sealed.how)};
    }
    if (!restore_orders(stored)) return changed;
    stored_status_ = stored.status;
    finished_at_ = stored.finished_at;
    return {};
}

bool Session::replay_step(const storage::Step& step) {
    auto events = decode_events(step.events, log_.head() + 1);
    const auto first = events.empty() ? refuse(Code::internal, {}) : parse_json(events.front().body);
    protocol::Applied applied(first ? first->value("at", "") : "");
    if (log_.head() == 0) fold_->begin(applied);
    auto inputs = split_lines(step.inputs);
    for (const auto& line : inputs) {
        const auto json = parse_json(line);
        const auto input = json ? read_fields<protocol::Input>(*json, Code::internal) : std::unexpected(json.error());
        if (!input) return false;
        fold_->replay(*input, applied);
    }
    // Notes follow from no input and have steps of their own.
    const bool follows = log_.head() == 0 || !inputs.empty();
    if (follows && (applied.inputs != inputs || applied.events != events)) return false;
    for (auto& line : inputs) inputs_.push_back(std::move(line));
    fold_->skip_to(step.last_seq);
    log_.append(std::move(events));
    for (const auto& line : split_lines(step.answers))
        if (const auto json = parse_json(line); json && json->is_array() && json->size() == 2)
            answers_[json->at(0).get<std::string>()] = json->at(1).get<std::int64_t>();
    return true;
}

std::shared_ptr<Session::Pending> Session::begin_step() const {
    auto pending = std::make_shared<Pending>(protocol::time_text(services_.clock.now_ms()));
    for (const auto& open : fold_->open()) pending->open_before.emplace_back(open.id, open.ask.seat);
    return pending;
}

void Session::commit(std::shared_ptr<Pending> pending) {
    auto& step = pending->step;
    auto& summary = pending->summary;
    step.first_seq = log_.head() + 1;
    step.last_seq = fold_->head();
    step.events = encode_events(pending->applied.events);
    step.inputs = join_lines(pending->applied.inputs);
    put_status(*fold_, stored_status_, pending->applied.at, step);
    keep_nudges(step);
    run_clock(*pending);
    summary = {step.status, step.last_seq, step.finished_at};
    storing_ = true;
    services_.store.append(number_, std::move(step),
                           [self = shared_from_this(), pending, begun = std::chrono::steady_clock::now(),
                            work = asio::make_work_guard(strand_)](std::expected<std::int64_t, storage::Failure> result) {
                               self->services_.metrics.commits.observe(std::chrono::steady_clock::now() - begun);
                               asio::post(self->strand_, [self, pending, result = std::move(result)] { self->committed(pending, result); });
                           });
}

void Session::committed(const std::shared_ptr<Pending>& pending, const std::expected<std::int64_t, storage::Failure>& result) {
    storing_ = false;
    if (!result) {
        log::warn("a step was not stored", {{"battle", battle_}, {"reason", result.error().message}});
        forget();
        pending->failed(busy("the server cannot store anything now; nothing was changed, try again"));
        return pump();
    }
    log_.append(std::move(pending->applied.events));
    for (auto& input : pending->applied.inputs) inputs_.push_back(std::move(input));
    if (pending->summary.status) stored_status_ = *pending->summary.status;
    if (pending->summary.status == storage::Status::over) {
        finished_at_ = pending->summary.finished_at;
        ended_at_ = pending->summary.last_seq;
    }
    services_.waker.set(battle_, wake_at_);
    corked_ = true;
    pending->stored();
    broadcast();
    announce(pending->open_before);
    close_nudges(pending->open_before);
    if (pending->clock_changed) broadcast_clock();
    corked_ = false;
    uncork();
    pump();
}

// What is in memory may be ahead of the store; the next command reads it anew. Viewers stay: they know nothing that is
// not durable.
void Session::forget() {
    state_ = State::unloaded;
    fold_.reset();
    log_ = SessionLog(battle_);
    inputs_.clear();
    box_.clear();
    answers_.clear();
    shared_ = {};
}

// For steps that nobody asked for: what time, bots and orders bring about. While the store cannot be used whoever waits behind such a
// step is told so, since it would come first each time; and it is tried again in a moment.
std::function<void(const Refusal&)> Session::trying_again() {
    return [self = shared_from_this()](const Refusal& refusal) {
        constexpr auto moment = std::chrono::seconds(1);
        self->refuse_queue(refusal);
        if (self->stopped_) return;
        self->again_timer_.expires_after(moment);
        self->again_timer_.async_wait([self](ErrorCode error) {
            if (!error) self->submit({[](Session&) {}, [](const Refusal&) {}});
        });
    };
}

void Session::watch_idle() {
    if (stopped_ || retired_ || !viewers_.empty() || !queue_.empty() || storing_ || state_ == State::loading) return;
    idle_timer_.expires_after(services_.settings.unload_after);
    idle_timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        if (error || !self->viewers_.empty() || !self->queue_.empty() || self->storing_ || self->retired_) return;
        self->retired_ = true;
        self->owner_.retire(self);
    });
}

void Session::stop() {
    asio::post(strand_, [self = shared_from_this()] {
        self->stopped_ = true;
        self->idle_timer_.cancel();
        self->presence_timer_.cancel();
        self->again_timer_.cancel();
    });
}

void Session::read_events(std::string token, std::int64_t since, Answer answer) {
    submit({[=](Session& self) {
                const auto viewer = self.viewer_for(token);
                if (!viewer) return answer(std::unexpected(viewer.error()));
                const auto head = self.log_.head();
                if (since > head) return answer(std::unexpected(self.beyond_head()));
                std::string requests;
                for (const auto& open : self.fold_->open())
                    if (open.ask.seat == viewer->seat) requests += (requests.empty() ? "" : ",") + self.request_text(open);
                answer(events_answer(self.battle_, head, self.log_.texts(*viewer, since), requests));
            },
            [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void Session::read_standing(std::string token, rules::Policy policy, std::function<void(std::expected<Standing, Refusal>)> answer) {
    submit({[=](Session& self) {
                if (const auto viewer = self.viewer_for(token); !viewer) return answer(std::unexpected(viewer.error()));
                answer(Standing{self.log_.head(), self.fold_->seats(), odds_subject_of(*self.fold_, policy)});
            },
            [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

void Session::read_past(std::string token, std::function<void(std::expected<Past, Refusal>)> answer) {
    submit({[=](Session& self) {
                if (const auto viewer = self.viewer_for(token); !viewer) return answer(std::unexpected(viewer.error()));
                answer(Past{self.log_.head(), self.fold_->origin(), self.inputs_});
            },
            [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

// The record ends with the battle: talk that comes after it is not part of it, so a finished record never changes.
void Session::read_record(std::string token, std::function<void(std::expected<RecordAnswer, Refusal>)> answer) {
    submit({[=](Session& self) {
                if (const auto viewer = self.viewer_for(token); !viewer) return answer(std::unexpected(viewer.error()));
                const bool over = self.fold_->phase() == protocol::Fold::Phase::over;
                auto events = self.log_.bodies();
                if (over) events.resize(static_cast<std::size_t>(self.ended_at_));
                const auto count = events.size();
                protocol::RecordParts parts{*self.fold_, self.header_.created_at, self.finished_at_, self.inputs_, std::move(events)};
                const auto chain = protocol::to_hex(protocol::bytes_of(self.fold_->chain()));
                const bool open_to_all = self.header_.visibility != "private";
                answer(RecordAnswer{protocol::record_text(parts), chain.substr(0, 32) + "-" + std::to_string(count), over, open_to_all});
            },
            [answer](const Refusal& refusal) { answer(std::unexpected(refusal)); }});
}

}  // namespace muster::server
