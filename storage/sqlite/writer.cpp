#include "storage/sqlite/writer.hpp"

#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>

#include "storage/sqlite/errors.hpp"

namespace muster::storage::sqlite {

namespace {

int on_commit(void* checkpointer, sqlite3* /*database*/, const char* /*name*/, int wal_pages) {
    static_cast<Checkpointer*>(checkpointer)->committed(wal_pages);
    return SQLITE_OK;
}

Result orphan_result() { return std::unexpected(Failure{Failure::Kind::unavailable, "an earlier step of this battle was not stored"}); }

bool is_broken(const Result& result) { return !result && result.error().kind == Failure::Kind::broken; }

}  // namespace

Writer::Writer(SQLite::Database database, Checkpointer& checkpointer, QueueLimits queue, std::size_t group_max)
    : database_(std::move(database)), checkpointer_(checkpointer), queue_(queue), group_max_(group_max), battles_(database_) {
    ::sqlite3_wal_hook(database_.getHandle(), &on_commit, &checkpointer_);
    thread_ = std::thread([this] { run(); });
}

void Writer::submit(Operation operation) {
    if (!queue_.submit(std::move(operation))) ++failed_;
}

void Writer::run() {
    while (true) {
        std::vector<Operation> group = queue_.take(group_max_);
        if (group.empty()) return;
        checkpointer_.restart_if_due(database_);
        write_group(group);
    }
}

void Writer::write_group(std::vector<Operation>& group) {
    std::vector<Result> results = commit_together(group);
    // One bad operation must not hurt the other battles of its group. A full disk hurts all alike: no use in trying again.
    if (group.size() > 1 && std::ranges::any_of(results, is_broken)) results = commit_each_alone(group);

    std::set<std::int64_t> failed_battles;
    for (std::size_t i = 0; i < group.size(); ++i) {
        ++(results[i] ? operations_ : failed_);
        if (const auto battle = group[i].battle(); battle && !results[i]) failed_battles.insert(*battle);
    }
    if (!failed_battles.empty()) queue_.orphan(failed_battles);
    for (std::size_t i = 0; i < group.size(); ++i) group[i].done(std::move(results[i]));
}

std::vector<Result> Writer::commit_together(std::span<const Operation> group) {
    try {
        std::vector<Result> results;
        results.reserve(group.size());
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        for (const Operation& each : group) results.push_back(each.orphaned ? orphan_result() : battles_.write(each));
        transaction.commit();
        ++commits_;
        return results;
    } catch (const std::exception&) {
        // The transaction has rolled back: by SQLite itself after some errors, otherwise by its destructor.
        return std::vector<Result>(group.size(), std::unexpected(failure_of_current_exception()));
    }
}

std::vector<Result> Writer::commit_each_alone(std::span<Operation> group) {
    std::set<std::int64_t> failed_battles;
    std::vector<Result> results;
    results.reserve(group.size());
    for (Operation& each : group) {
        const auto battle = each.battle();
        if (battle && failed_battles.contains(*battle)) each.orphaned = true;
        results.push_back(std::move(commit_together({&each, 1}).front()));
        if (battle && !results.back()) failed_battles.insert(*battle);
    }
    return results;
}

void Writer::close() {
    queue_.close();
    if (thread_.joinable()) thread_.join();
}

Statistics Writer::statistics() const {
    return {.operations = operations_, .failed = failed_, .commits = commits_, .waiting = static_cast<std::int64_t>(queue_.waiting())};
}

}  // namespace muster::storage::sqlite
