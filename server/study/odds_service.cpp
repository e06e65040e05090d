#include "server/study/odds_service.hpp"

#include "protocol/worked_time.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/politeness.hpp"
#include "server/base/refusals.hpp"

namespace muster::server {

namespace {

std::string seconds_text(std::chrono::milliseconds time) { return std::to_string(time.count() / 1000) + " s"; }

}  // namespace

OddsService::OddsService(int threads, DurationHistogram& durations) : threads_(threads), durations_(durations) {
    for (int i = 0; i < threads; ++i)
        workers_.emplace_back([this](const std::stop_token& stop) {
            yield_to_battles();
            work(stop);
        });
}

void OddsService::stop() {
    std::unique_lock lock(mutex_);
    stopped_ = true;
    queue_.clear();
    std::vector<Done> asked;
    for (auto& [key, job] : std::exchange(open_, {})) std::ranges::move(std::exchange(job->asked, {}), std::back_inserter(asked));
    lock.unlock();
    for (auto& worker : workers_) worker.request_stop();
    for (const auto& done : asked) done(std::unexpected(going_down()));
}

void OddsService::ask(Question question, Done done) {
    std::unique_lock lock(mutex_);
    if (stopped_) {
        lock.unlock();
        return done(std::unexpected(going_down()));
    }
    if (const auto kept = kept_by_key_.find(question.key); kept != kept_by_key_.end()) {
        kept_.splice(kept_.begin(), kept_, kept->second);
        ++statistics_.answered;
        const std::string text = kept->second->second;
        lock.unlock();
        return done(text);
    }
    const auto open = open_.find(question.key);
    const bool full = open == open_.end() ? queue_.size() >= limits::odds_queue_max : open->second->asked.size() >= limits::odds_askers_max;
    if (full) {
        ++statistics_.refused;
        lock.unlock();
        return done(refuse(Code::server_busy, "too many questions about odds are waiting; try again in a few seconds"));
    }
    if (open != open_.end()) return open->second->asked.push_back(std::move(done));
    auto job = std::make_shared<Job>(std::move(question));
    job->asked.push_back(std::move(done));
    open_.emplace(job->question.key, job);
    queue_.push_back(std::move(job));
    lock.unlock();
    wake_.notify_one();
}

void OddsService::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return !queue_.empty(); }) && !stop.stop_requested()) {
        const auto job = std::move(queue_.front());
        queue_.pop_front();
        ++busy_;
        // A question that is alone may have all threads for its simulation; in a crowd each has one.
        const int threads = busy_ == 1 && queue_.empty() ? threads_ : 1;
        lock.unlock();
        const auto begun = std::chrono::steady_clock::now();
        const auto found = answer(job->question, threads, stop);
        durations_.observe(std::chrono::steady_clock::now() - begun);
        lock.lock();
        --busy_;
        open_.erase(job->question.key);
        if (found) keep(job->question.key, *found);
        const auto asked = std::move(job->asked);
        statistics_.answered += static_cast<std::int64_t>(asked.size());
        lock.unlock();
        for (const auto& done : asked) done(found);
        lock.lock();
    }
}

// A bug ends here: whoever asked is told, battles know nothing of it.
OddsService::Answer OddsService::answer(const Question& question, int threads, const std::stop_token& stop) const {
    try {
        const protocol::WorkedTime worked;
        rules::Patience patience([&] { return worked.within(limits::odds_exact_max) && !stop.stop_requested(); });
        const auto subject = question.prepare(patience);
        if (stop.stop_requested()) return std::unexpected(going_down());
        if (patience.ran_out()) return refuse(Code::too_large, "to get to where this battle stood takes longer than " + seconds_text(limits::odds_exact_max));
        if (!subject) return std::unexpected(subject.error());
        if (const auto* ending = std::get_if<rules::Ending>(&*subject))
            return protocol::odds_text(protocol::certain_odds(*ending), question.seats, question.policy);
        const auto& known = std::get<std::shared_ptr<rules::OddsModel>>(*subject);
        if (!known) return refuse(Code::illegal_choice, "nobody wins here, so there are no odds");
        auto& model = *known;
        protocol::OddsLimits limits;
        limits.exact_max = std::chrono::duration_cast<std::chrono::milliseconds>(limits::odds_exact_max - worked.spent());
        limits.simulate_max = limits::odds_simulate_max;
        limits.situations_max = limits::odds_situations_max;
        limits.endings_max = limits::odds_endings_max;
        limits.threads = threads;
        limits.stop = [&stop] { return stop.stop_requested(); };
        if (question.runs > 0) limits.runs_max = question.runs;
        const auto odds = question.runs > 0 ? protocol::simulated_odds(model, limits) : protocol::find_odds(model, limits);
        if (stop.stop_requested()) return std::unexpected(going_down());
        if (!odds)
            return refuse(Code::too_large, "this battle is too large: not one like it can be simulated within " + seconds_text(limits::odds_simulate_max));
        return protocol::odds_text(*odds, question.seats, question.policy);
    } catch (const std::exception& error) {
        log::critical("odds failed", {{"reason", error.what()}});
        return std::unexpected(our_mistake());
    }
}

void OddsService::keep(const std::string& key, const std::string& answer) {
    kept_.emplace_front(key, answer);
    kept_by_key_[key] = kept_.begin();
    kept_bytes_ += key.size() + answer.size();
    while (kept_bytes_ > limits::odds_kept_bytes_max) {
        kept_bytes_ -= kept_.back().first.size() + kept_.back().second.size();
        kept_by_key_.erase(kept_.back().first);
        kept_.pop_back();
    }
}

OddsService::Statistics OddsService::statistics() const {
    const std::lock_guard lock(mutex_);
    Statistics out = statistics_;
    out.waiting = queue_.size();
    return out;
}

}  // namespace muster::server
