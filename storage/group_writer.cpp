#include "storage/group_writer.hpp"

#include <algorithm>
#include <set>

namespace muster::storage {

namespace {

Result orphan_result() { return std::unexpected(Failure{Failure::Kind::refused, "an earlier step of this battle failed, so this one was not tried"}); }

bool is_broken(const Result& result) { return !result && result.error().kind == Failure::Kind::broken; }

}  // namespace

GroupWriter::GroupWriter(Transactor& transactor, GroupLimits limits)
    : transactor_(transactor), queue_(limits.queue), group_max_(limits.group_max), rest_after_(limits.rest_after) {
    thread_ = std::thread([this] { run(); });
}

void GroupWriter::submit(Operation operation) {
    std::vector<Operation> one;
    one.push_back(std::move(operation));
    submit_all(std::move(one));
}

void GroupWriter::submit_all(std::vector<Operation> operations) { failed_ += static_cast<std::int64_t>(queue_.submit(std::move(operations))); }

void GroupWriter::run() {
    bool tidy = false;
    while (true) {
        if (!tidy && !queue_.comes_within(rest_after_)) {
            tidy = transactor_.rest();
            continue;
        }
        std::vector<Operation> group = queue_.take(group_max_);  // dropped before the next wait: whoever waits for the end of a `done` sees it
        if (group.empty()) return;
        write_group(group);
        tidy = false;
    }
}

void GroupWriter::write_group(std::vector<Operation>& group) {
    std::vector<Result> results = commit_together(group);
    if (group.size() > 1 && std::ranges::any_of(results, is_broken)) results = commit_each_alone(group);

    std::set<std::int64_t> failed_battles;
    for (std::size_t i = 0; i < group.size(); ++i) {
        ++(results[i] ? operations_ : failed_);
        if (const auto battle = group[i].battle(); battle && !results[i]) failed_battles.insert(*battle);
    }
    if (!failed_battles.empty()) queue_.orphan(failed_battles);
    for (std::size_t i = 0; i < group.size(); ++i) group[i].done(std::move(results[i]));
}

std::vector<Result> GroupWriter::commit_together(std::span<const Operation> group) {
    const auto all_failed = [&](const Failure& failure) { return std::vector<Result>(group.size(), std::unexpected(failure)); };
    if (const auto begun = transactor_.begin(); !begun) return all_failed(begun.error());
    std::vector<Result> results;
    results.reserve(group.size());
    std::vector<std::size_t> written;  // their places in the group
    for (const Operation& each : group) {
        if (!each.orphaned) written.push_back(results.size());
        results.push_back(each.orphaned ? orphan_result() : transactor_.write(each));
        if (!results.back() && !each.orphaned) return all_failed(results.back().error());
    }
    auto committed = transactor_.commit();
    if (!committed) return all_failed(committed.error());
    for (auto& [nth, result] : *committed) results[written.at(nth)] = std::move(result);
    ++commits_;
    return results;
}

std::vector<Result> GroupWriter::commit_each_alone(std::span<Operation> group) {
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

void GroupWriter::close() {
    std::call_once(closed_, [this] {
        queue_.close();
        thread_.join();
    });
}

Statistics GroupWriter::statistics() const {
    return {.operations = operations_, .failed = failed_, .commits = commits_, .waiting = static_cast<std::int64_t>(queue_.waiting())};
}

}  // namespace muster::storage
