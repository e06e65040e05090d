#include "storage/postgres/transactor.hpp"

#include <algorithm>
#include <thread>

#include "storage/postgres/health.hpp"

namespace muster::storage::postgres {

namespace {

constexpr int tries_max = 3;
constexpr std::chrono::milliseconds between_tries{50};

std::unexpected<Failure> failed(Failure::Kind kind, const std::string& message) { return std::unexpected(Failure{kind, message}); }

}  // namespace

DatabaseTransactor::DatabaseTransactor(std::string address, std::string name, Tenure tenure, Presence& presence, Waits waits, Lost lost)
    : address_(std::move(address)),
      name_(std::move(name)),
      use_(tenure.use()),
      presence_(presence),
      waits_(waits),
      lost_(std::move(lost)),
      tenure_(std::move(tenure)) {
    tenure_->connection().bound_silence(waits_.silence_max);
    presence_.enter(tenure_->token());
}

// One try only: while the database is away everything is refused quickly.
std::expected<void, Failure> DatabaseTransactor::begin() {
    group_ = {};
    if (presence_.is_outdated())
        return failed(Failure::Kind::refused, name_ + " is a newer server's now, whose tables this one does not know: start the newer one here, too");
    try {
        if (!tenure_) reconnect();
        return {};
    } catch (const std::exception&) {
        const Failure failure = failure_of_current_exception();
        return failed(Failure::Kind::refused, failure.message);
    }
}

Result DatabaseTransactor::write(const Operation& operation) {
    for (int tries = 1;; ++tries) {
        try {
            group_.plan(operation, heads_, *tenure_);
            return operation.battle().value_or(0);
        } catch (const PgError& error) {
            const auto meaning = meaning_of(error.state());
            if (meaning == Meaning::lost) lose();
            const bool again = tries < tries_max && (meaning == Meaning::passing || (meaning == Meaning::lost && !get_through()));
            if (again) continue;
            group_.forget(heads_);
            return failed(meaning == Meaning::broken ? Failure::Kind::broken : Failure::Kind::refused, error.what());
        } catch (const std::exception&) {
            group_.forget(heads_);
            if (operation.battle()) heads_.forget(*operation.battle());
            return std::unexpected(failure_of_current_exception());
        }
    }
}

std::expected<std::vector<Transactor::Outcome>, Failure> DatabaseTransactor::commit() {
    auto outcomes = try_commit();
    owned_ = static_cast<std::int64_t>(heads_.owned());
    const auto is_fenced = [](const Outcome& each) { return !each.result && each.result.error().kind == Failure::Kind::elsewhere; };
    if (outcomes) fenced_ += std::ranges::count_if(*outcomes, is_fenced);
    return outcomes;
}

std::expected<std::vector<Transactor::Outcome>, Failure> DatabaseTransactor::try_commit() {
    for (int tries = 1;; ++tries) {
        const std::int64_t token = tenure_->token();
        bool sent = false;
        try {
            const auto queries = group_.queries(token, ++groups_, heads_);
            sent = true;
            return group_.outcomes(queries.empty() ? std::vector<Rows>() : tenure_->connection().run_all(queries), heads_);
        } catch (const std::exception& error) {
            // What is no answer of the database's came up here, and says nothing of what became of what was sent.
            const auto* answer = dynamic_cast<const PgError*>(&error);
            if (!sent) {
                group_.forget(heads_);
                return std::unexpected(failure_of_current_exception());
            }
            const auto meaning = answer ? meaning_of(answer->state()) : Meaning::lost;
            if (meaning == Meaning::lost) {
                lose();
                if (auto found = find_out(token)) return std::move(*found);
            }
            if (tries < tries_max && (meaning == Meaning::lost || meaning == Meaning::passing)) continue;
            group_.forget(heads_);
            return failed(meaning == Meaning::broken ? Failure::Kind::broken : Failure::Kind::refused, error.what());
        }
    }
}

std::optional<std::expected<std::vector<Transactor::Outcome>, Failure>> DatabaseTransactor::find_out(std::int64_t token) {
    std::optional<std::vector<Outcome>> found;
    const auto why = get_through([&] { found = group_.found(*tenure_, token, groups_); });
    if (!why) return found ? std::optional(std::expected<std::vector<Outcome>, Failure>(std::move(*found))) : std::nullopt;
    in_doubt_ = true;
    group_.forget(heads_);
    return failed(Failure::Kind::unknown, "it is not known whether it was stored: " + *why);
}

void DatabaseTransactor::lose() {
    if (!tenure_) return;
    former_ = tenure_->backend();
    former_tokens_.push_back(tenure_->token());
    tenure_.reset();
}

void DatabaseTransactor::reconnect() {
    Tenure next(address_, name_, use_, former_);
    std::vector<std::string> lost;
    try {
        Numbers tokens;
        for (const auto each : former_tokens_) tokens.add(each);
        next.connection().bound_silence(waits_.silence_max);
        check_settings(next.connection(), name_);  // the database may have been started anew with others
        presence_.enter(next.token());
        next.connection().run({"UPDATE heads SET owner = $1 WHERE owner = ANY($2)", {of(next.token()), tokens.value()}});
        lost = heads_.recount(next);
    } catch (const std::exception&) {
        former_ = next.backend();
        former_tokens_.push_back(next.token());
        throw;
    }
    former_tokens_.clear();
    presence_.settle();
    tenure_.emplace(std::move(next));
    in_doubt_ = false;
    ++connections_;
    for (const auto& each : lost) lost_(each);
}

Place DatabaseTransactor::claim(const std::string& id) {
    Place place = heads_.claim(*tenure_, id);
    takeovers_ = heads_.taken_over();
    return place;
}

void DatabaseTransactor::recount() {
    for (const auto& each : heads_.recount(*tenure_)) lost_(each);
}

std::optional<std::string> DatabaseTransactor::get_through(const std::function<void()>& what) {
    for (const auto end = std::chrono::steady_clock::now() + waits_.get_through_max;;) {
        try {
            if (!tenure_) reconnect();
            what();
            return {};
        } catch (const std::exception& error) {
            lose();
            if (std::chrono::steady_clock::now() >= end) return error.what();
            std::this_thread::sleep_for(between_tries);
        }
    }
}

bool DatabaseTransactor::rest() {
    try {
        if (!tenure_) reconnect();
        if (auto letting_go = heads_.letting_go(tenure_->token())) {
            tenure_->connection().run(std::move(*letting_go));
            heads_.have_gone();
            owned_ = static_cast<std::int64_t>(heads_.owned());
        }
        return true;
    } catch (const std::exception&) {
        if (tenure_ && tenure_->connection().is_lost()) lose();
        return false;
    }
}

void DatabaseTransactor::leave() {
    try {
        heads_.let_go_of_all();
        if (tenure_) tenure_->connection().run(*heads_.letting_go(tenure_->token()));
    } catch (const std::exception&) {
        // Whoever comes next takes what is left.
    }
    tenure_.reset();
}

}  // namespace muster::storage::postgres
