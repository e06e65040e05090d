#include "server/study/ledger_service.hpp"

#include "protocol/ledger/chapter.hpp"
#include "protocol/ledger/ledger_json.hpp"
#include "protocol/worked_time.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/politeness.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

constexpr std::int64_t steps_to_replay = 10'000;  // an input, and what it brings forth

const Refusal too_long{Code::server_busy, "to tell luck from decisions in this battle takes too long here; use the program \"muster replay --ledger\""};

std::size_t size_of(const std::string& battle, const std::expected<std::string, Refusal>& answer) {
    return battle.size() + (answer ? answer->size() : sizeof(Refusal) + answer.error().message.size());
}

/// All events of the battle up to its end, as a record has them; fewer if patience ran out.
Json events_of(const Past& past, rules::Patience& patience) {
    Json out = Json::array();
    const auto fold = protocol::Fold::create(past.origin).value();
    protocol::Applied applied("", [&] { return !patience.spend(steps_to_replay); });
    fold->begin(applied);
    for (const auto& line : past.inputs) {
        if (!patience.spend(steps_to_replay)) return out;
        const auto input = protocol::read_input(parse_flat_json(line).value(), past.origin.proof()).value();
        if (fold->replay(input, applied) || applied.given_up) break;
        for (const auto& event : applied.events) out.push_back(parse_json(event.body).value());
        applied.events.clear();
        applied.notes.clear();
        applied.inputs.clear();
        applied.follows.clear();
    }
    return out;
}

}  // namespace

LedgerService::LedgerService() { asio::post(thread_, yield_to_battles); }

LedgerService::~LedgerService() {
    stop();
    thread_.join();
}

void LedgerService::stop() {
    stop_.request_stop();
    std::map<std::string, std::vector<Done>> open;
    {
        const std::lock_guard lock(mutex_);
        open.swap(open_);
    }
    for (const auto& [battle, asked] : open)
        for (const auto& done : asked) done(std::unexpected(going_down()));
}

std::optional<LedgerService::Answer> LedgerService::kept(const std::string& battle) const {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(battle);
    return found == kept_.end() ? std::nullopt : std::optional(found->second);
}

void LedgerService::ask(Past past, Done done) {
    const auto battle = past.origin.battle;
    std::unique_lock lock(mutex_);
    const auto open = open_.find(battle);
    const bool full = open == open_.end() ? open_.size() >= limits::ledger_queue_max : open->second.size() >= limits::ledger_askers_max;
    if (stop_.stop_requested() || full) {
        const bool stopping = stop_.stop_requested();
        lock.unlock();
        return done(std::unexpected(stopping ? going_down() : Refusal{Code::server_busy, "too many ledgers are asked for; try again in a moment"}));
    }
    if (open != open_.end()) return open->second.push_back(std::move(done));
    if (const auto found = kept_.find(battle); found != kept_.end()) {  // made since the asker looked
        const auto text = found->second;
        lock.unlock();
        return done(text);
    }
    open_[battle].push_back(std::move(done));
    asio::post(thread_, [this, past = std::move(past)] { tell(past.origin.battle, make_guarded(past)); });
}

/// Unless stop() has told them already.
void LedgerService::tell(const std::string& battle, const Answer& answer) {
    std::unique_lock lock(mutex_);
    auto asked = open_.extract(battle);
    keep(battle, answer);
    lock.unlock();
    if (asked)
        for (const auto& done : asked.mapped()) done(answer);
}

// What is refused because of the battle is dearer than most ledgers, and whoever asks again is not to have the same work done: it is kept like one. What is
// refused because of the hour may be told another time.
void LedgerService::keep(const std::string& battle, const Answer& answer) {
    const bool passes = !answer && (answer.error().code == Code::server_busy || answer.error().code == Code::internal);
    if (passes || size_of(battle, answer) > limits::ledger_kept_bytes_max) return;
    kept_.emplace(battle, answer);
    kept_since_.push_back(battle);
    kept_bytes_ += size_of(battle, answer);
    while (kept_bytes_ > limits::ledger_kept_bytes_max) {
        const auto oldest = kept_.extract(kept_since_.front());
        kept_bytes_ -= size_of(oldest.key(), oldest.mapped());
        kept_since_.pop_front();
    }
}

// A bug ends here: whoever asked is told, others know nothing of it.
LedgerService::Answer LedgerService::make_guarded(const Past& past) const {
    try {
        return make(past);
    } catch (const std::exception& error) {
        log::critical("a ledger failed", {{"reason", error.what()}});
        return std::unexpected(our_mistake());
    }
}

LedgerService::Answer LedgerService::make(const Past& past) const {
    const protocol::WorkedTime worked;
    rules::Patience patience([&] { return worked.within(limits::ledger_time_max) && !stop_.stop_requested(); });
    const auto events = events_of(past, patience);
    const auto& origin = past.origin;
    const auto ledger = ledger::make_ledger({*origin.ruleset, origin.setup, origin.battle, events}, {}, patience);
    if (stop_.stop_requested()) return std::unexpected(going_down());
    if (patience.ran_out()) return std::unexpected(too_long);
    if (!ledger) return std::unexpected(ledger.error());
    return ledger::ledger_text(origin.battle, *ledger, ledger::chapter_of(origin.ruleset->id()));
}

}  // namespace muster::server
