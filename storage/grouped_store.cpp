#include "storage/grouped_store.hpp"

#include "storage/generation.hpp"

namespace muster::storage {

void GroupedStore::write_all(std::vector<Write> writes) {
    std::vector<Operation> operations;
    operations.reserve(writes.size());
    for (auto& [what, done] : writes) std::visit([&](auto& each) { operations.push_back({.what = std::move(each), .done = std::move(done)}); }, what);
    writer().submit_all(std::move(operations));
}

void GroupedStore::remember(std::string key, std::string value, Done done) {
    writer().submit({.what = Memo{.key = std::move(key), .value = std::move(value)}, .done = std::move(done)});
}

void GroupedStore::remember_instead(std::string key, std::string before, std::string value, Done done) {
    writer().submit({.what = Memo{.key = std::move(key), .value = std::move(value), .instead_of = std::move(before)}, .done = std::move(done)});
}

void GroupedStore::count_dice(std::vector<CountedBattle> battles, Done done) {
    writer().submit({.what = DiceCount{std::move(battles)}, .done = std::move(done)});
}

void GroupedStore::keep_witnessed(Witnessed battle, WitnessedLimits limits, Done done) {
    writer().submit({.what = Witnessing{std::move(battle), limits}, .done = std::move(done)});
}

void GroupedStore::renew_generation(Done done) {
    const std::string drawn = new_generation();
    writer().submit({.what = Renewal{drawn}, .done = [this, drawn, done = std::move(done)](Result result) {
                         if (result) set_generation(drawn);
                         done(std::move(result));
                     }});
}

std::string GroupedStore::generation() const {
    const std::scoped_lock lock(generation_mutex_);
    return generation_;
}

void GroupedStore::set_generation(std::string generation) {
    const std::scoped_lock lock(generation_mutex_);
    generation_ = std::move(generation);
}

}  // namespace muster::storage
