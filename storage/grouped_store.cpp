#include "storage/grouped_store.hpp"

#include "storage/generation.hpp"

namespace muster::storage {

void GroupedStore::create(Header header, std::vector<Seat> seats, Step first, Done done) {
    std::vector<Step> steps;
    steps.push_back(std::move(first));
    GroupedStore::adopt(std::move(header), std::move(seats), std::move(steps), std::move(done));
}

void GroupedStore::adopt(Header header, std::vector<Seat> seats, std::vector<Step> steps, Done done) {
    writer().submit({.what = Creation{std::move(header), std::move(seats), std::move(steps)}, .done = std::move(done)});
}

void GroupedStore::append_all(std::vector<Appended> steps) {
    std::vector<Operation> operations;
    operations.reserve(steps.size());
    for (auto& [number, step, done] : steps) operations.push_back({.what = Append{number, std::move(step)}, .done = std::move(done)});
    writer().submit_all(std::move(operations));
}

void GroupedStore::remember(std::string key, std::string value, Done done) {
    writer().submit({.what = Memo{std::move(key), std::move(value)}, .done = std::move(done)});
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
