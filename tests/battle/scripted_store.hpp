// A store that does what a test says: commits wait until they are let through, fail, or cannot be read.
#pragma once
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "storage/memory_store.hpp"
#include "tests/support/forwarding_store.hpp"

namespace muster::test {

/// Unless told otherwise it stores at once and reports on the caller's thread, so that a test needs no clock. The methods
/// that steer it are called from the test's thread.
class ScriptedStore final : public storage::ForwardingStore {
public:
    ScriptedStore() : ForwardingStore(kept_) {}

    /// From now on appended steps wait.
    void hold() { holding_ = true; }
    /// Lets through all that waits, and what comes.
    void release();
    std::size_t held() const { return waiting_.size(); }
    /// The next `count` appends fail and change nothing.
    void fail_appends(int count) { appends_to_fail_ = count; }
    /// Of the next append it says that nobody knows what became of it; it was kept, or not.
    void doubt_append(bool kept) { doubt_ = kept; }
    /// The next `count` loads fail.
    void fail_loads(int count);
    /// Changes what is read of every battle, as a damaged file would.
    void damage_loads(std::function<void(storage::StoredBattle&)> damage);

    void write_all(std::vector<Write> writes) override;
    void remember(std::string key, std::string value, Done done) override;
    std::expected<std::optional<storage::StoredBattle>, storage::Failure> load(const std::string& id, const std::atomic<bool>* given_up = nullptr) override;

private:
    void append(storage::Append step, const Done& done);

    storage::MemoryStore kept_{};
    bool holding_ = false;
    int appends_to_fail_ = 0;
    std::optional<bool> doubt_{};
    std::deque<std::function<void()>> waiting_{};
    std::mutex mutex_{};  // loads come on another thread; guards what follows
    int loads_to_fail_ = 0;
    std::function<void(storage::StoredBattle&)> damage_{};
};

}  // namespace muster::test
