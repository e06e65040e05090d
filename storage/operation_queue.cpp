#include "storage/operation_queue.hpp"

#include <algorithm>

namespace muster::storage {

namespace {

std::size_t bytes_of(const Header& header) { return header.setup.size() + header.options.size(); }

std::size_t bytes_of(const Step& step) {
    std::size_t bytes = sizeof(Step) + step.events.size() + step.inputs.size() + step.answers.size() + step.outcome.size();
    for (const Sealed& each : step.seal) bytes += sizeof(Sealed) + each.choice.size();
    for (const Kept& each : step.keep) bytes += sizeof(Kept) + each.value.size();
    if (step.begins) bytes += bytes_of(step.begins->header) + bytes_of(step.begins->first);
    return bytes;
}

}  // namespace

std::size_t bytes_of(const Operation& operation) {
    return sizeof(Operation) +
           std::visit(ForEachKind{[](const Creation& creation) {
                                      std::size_t bytes = bytes_of(creation.header);
                                      for (const Step& each : creation.steps) bytes += bytes_of(each);
                                      return bytes;
                                  },
                                  [](const Append& append) { return bytes_of(append.step); },
                                  [](const Memo& memo) { return memo.key.size() + memo.value.size() + (memo.instead_of ? memo.instead_of->size() : 0); },
                                  [](const auto&) { return std::size_t{0}; }},
                      operation.what);
}

/// Why an operation of so many bytes cannot wait here; null: it can.
const char* OperationQueue::refusal(std::size_t bytes) const {
    if (closed_) return "the store is closed";
    const bool full = entries_.size() >= limits_.operations_max || (!entries_.empty() && bytes_ + bytes > limits_.bytes_max);
    return full ? "the store is busy" : nullptr;
}

std::size_t OperationQueue::submit(std::vector<Operation> operations) {
    std::vector<std::pair<Operation, const char*>> refused;
    bool was_empty = false;
    {
        const std::scoped_lock lock(mutex_);
        was_empty = entries_.empty();
        for (auto& each : operations) {
            const std::size_t bytes = bytes_of(each);
            if (const char* why = refusal(bytes)) {
                refused.emplace_back(std::move(each), why);
                continue;
            }
            entries_.push_back({std::move(each), bytes});
            bytes_ += bytes;
        }
    }
    if (was_empty) changed_.notify_one();  // whoever takes waits for nothing else
    for (auto& [operation, why] : refused) operation.done(std::unexpected(Failure{Failure::Kind::refused, why}));
    return refused.size();
}

std::vector<Operation> OperationQueue::take(std::size_t count_max) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !entries_.empty(); });
    std::vector<Operation> taken;
    taken.reserve(std::min(count_max, entries_.size()));
    while (!entries_.empty() && taken.size() < count_max) {
        bytes_ -= entries_.front().bytes;
        taken.push_back(std::move(entries_.front().operation));
        entries_.pop_front();
    }
    return taken;
}

bool OperationQueue::comes_within(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, longest, [this] { return closed_ || !entries_.empty(); });
}

void OperationQueue::orphan(const std::set<std::int64_t>& battles) {
    const std::scoped_lock lock(mutex_);
    for (Entry& each : entries_)
        if (const auto battle = each.operation.battle(); battle && battles.contains(*battle)) each.operation.orphaned = true;
}

void OperationQueue::close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    changed_.notify_all();
}

std::size_t OperationQueue::waiting() const {
    const std::scoped_lock lock(mutex_);
    return entries_.size();
}

}  // namespace muster::storage
