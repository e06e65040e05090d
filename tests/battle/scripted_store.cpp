#include "tests/battle/scripted_store.hpp"

#include <future>

namespace muster::test {

using namespace storage;

namespace {

/// Runs an operation of the inner store to its end.
template <typename Operation>
Result wait(Operation operation) {
    std::promise<Result> promise;
    operation([&](Result result) { promise.set_value(std::move(result)); });
    return promise.get_future().get();
}

const Failure lost{Failure::Kind::unknown, "the connection went, says the test"};
const Failure full{Failure::Kind::refused, "the disk is full, says the test"};

}  // namespace

void ScriptedStore::release() {
    holding_ = false;
    for (auto waiting = std::exchange(waiting_, {}); auto& each : waiting) each();
}

void ScriptedStore::fail_loads(int count) {
    const std::scoped_lock lock(mutex_);
    loads_to_fail_ = count;
}

void ScriptedStore::damage_loads(std::function<void(StoredBattle&)> damage) {
    const std::scoped_lock lock(mutex_);
    damage_ = std::move(damage);
}

void ScriptedStore::remember(std::string key, std::string value, Done done) {
    done(wait([&](Done inner) { kept_.remember(std::move(key), std::move(value), std::move(inner)); }));
}

void ScriptedStore::write_all(std::vector<Write> writes) {
    for (auto& each : writes) {
        auto* step = std::get_if<Append>(&each.what);
        if (!step) each.done(wait([&](Done inner) { kept_.write_one(std::move(each.what), std::move(inner)); }));
        else if (!holding_) append(std::move(*step), each.done);
        else waiting_.push_back([this, step = std::move(*step), done = std::move(each.done)] { append(step, done); });
    }
}

void ScriptedStore::append(Append step, const Done& done) {
    if (appends_to_fail_ > 0) {
        --appends_to_fail_;
        return done(std::unexpected(full));
    }
    const auto doubt = std::exchange(doubt_, {});
    if (doubt == false) return done(std::unexpected(lost));
    auto result = wait([&](Done inner) { kept_.write_one(std::move(step), std::move(inner)); });
    done(doubt ? Result(std::unexpected(lost)) : std::move(result));
}

std::expected<std::optional<StoredBattle>, Failure> ScriptedStore::load(const std::string& id, const std::atomic<bool>* given_up) {
    const std::scoped_lock lock(mutex_);
    if (loads_to_fail_ > 0) {
        --loads_to_fail_;
        return std::unexpected(full);
    }
    auto battle = kept_.load(id, given_up);
    if (battle && *battle && damage_) damage_(**battle);
    return battle;
}

}  // namespace muster::test
