// A store that passes everything on to another one: for tests that change only a part of what a store does.
#pragma once
#include <utility>

#include "storage/store.hpp"

namespace muster::storage {

class ForwardingStore : public Store {
public:
    /// `inner` must live as long as this.
    explicit ForwardingStore(Store& inner) : inner_(inner) {}

    void write_all(std::vector<Write> writes) override { inner_.write_all(std::move(writes)); }
    void remember(std::string key, std::string value, Done done) override { inner_.remember(std::move(key), std::move(value), std::move(done)); }
    void remember_instead(std::string key, std::string before, std::string value, Done done) override {
        inner_.remember_instead(std::move(key), std::move(before), std::move(value), std::move(done));
    }
    void on_remembered(std::string key, std::function<void(const std::string& value)> call) override { inner_.on_remembered(std::move(key), std::move(call)); }
    std::expected<Place, Failure> claim(const std::string& id) override { return inner_.claim(id); }
    void let_go(std::int64_t number) override { inner_.let_go(number); }
    void hand_over() override { inner_.hand_over(); }
    void on_lost(std::function<void(const std::string& id)> call) override { inner_.on_lost(std::move(call)); }
    std::expected<std::vector<Wake>, Failure> due_wakes(std::int64_t now_ms, std::size_t count) override { return inner_.due_wakes(now_ms, count); }
    std::expected<bool, Failure> is_shared() override { return inner_.is_shared(); }
    std::optional<std::int64_t> clock_ms() const override { return inner_.clock_ms(); }
    bool is_near() const override { return inner_.is_near(); }
    void count_dice(std::vector<CountedBattle> battles, Done done) override { inner_.count_dice(std::move(battles), std::move(done)); }
    void keep_witnessed(Witnessed battle, WitnessedLimits limits, Done done) override { inner_.keep_witnessed(std::move(battle), limits, std::move(done)); }
    void renew_generation(Done done) override { inner_.renew_generation(std::move(done)); }
    Result archive(const std::string& finished_before, const std::atomic<bool>* given_up = nullptr) override {
        return inner_.archive(finished_before, given_up);
    }
    void close() override { inner_.close(); }
    std::string generation() const override { return inner_.generation(); }

    std::expected<std::optional<StoredBattle>, Failure> load(const std::string& id, const std::atomic<bool>* given_up = nullptr) override {
        return inner_.load(id, given_up);
    }
    std::expected<std::optional<StoredBattle>, Failure> outline(const std::string& id) override { return inner_.outline(id); }
    std::expected<std::vector<Step>, Failure> events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) override {
        return inner_.events_after(number, seq, bytes_max);
    }
    std::expected<std::optional<Summary>, Failure> summary(const std::string& id) override { return inner_.summary(id); }
    std::expected<std::vector<Summary>, Failure> list(const Query& query) override { return inner_.list(query); }
    std::expected<Counts, Failure> counts() override { return inner_.counts(); }
    std::expected<std::vector<Wake>, Failure> wakes(std::size_t count, const Wake& after) override { return inner_.wakes(count, after); }
    std::expected<std::vector<std::string>, Failure> keys_of_unfinished() override { return inner_.keys_of_unfinished(); }
    std::expected<std::string, Failure> recall(const std::string& key) override { return inner_.recall(key); }
    std::expected<std::vector<Uncounted>, Failure> uncounted(std::int64_t after, int count) override { return inner_.uncounted(after, count); }
    std::expected<std::vector<DiceSum>, Failure> dice(const std::string& from, const std::string& to) override { return inner_.dice(from, to); }
    std::expected<std::optional<Witnessed>, Failure> witnessed(const std::string& start) override { return inner_.witnessed(start); }
    Statistics statistics() const override { return inner_.statistics(); }

private:
    Store& inner_;
};

}  // namespace muster::storage
