#include "storage/memory_store.hpp"

#include <algorithm>
#include <ranges>

#include "storage/generation.hpp"
#include "storage/memory_battle.hpp"
#include "storage/steps.hpp"

namespace muster::storage {

namespace {

Result refuse(std::string sentence) { return std::unexpected(Failure{Failure::Kind::broken, std::move(sentence)}); }

StoredBattle without_steps(const StoredBattle& battle) {
    return {.number = battle.number,
            .header = battle.header,
            .seats = battle.seats,
            .sealed = battle.sealed,
            .kept = battle.kept,
            .wake_at = battle.wake_at,
            .status = battle.status,
            .outcome = battle.outcome,
            .finished_at = battle.finished_at};
}

}  // namespace

MemoryStore::MemoryStore(GroupLimits limits) : writer_(*this, limits) { set_generation(new_generation()); }

std::expected<void, Failure> MemoryStore::begin() {
    written_.clear();
    heads_.clear();
    ids_.clear();
    starts_.clear();
    return {};
}

Result MemoryStore::write(const Operation& operation) {
    const auto checked = std::visit(ForEachKind{[this](const Creation& creation) { return check(creation.header, creation.seats, creation.steps); },  //
                                                [this](const Append& append) { return check(append); },                                               //
                                                [this](const Witnessing& each) { return check(each); },                                               //
                                                [](const auto&) { return Result(0); }},
                                    operation.what);
    if (!checked) return checked;
    const auto* append = std::get_if<Append>(&operation.what);
    const auto* begins = append ? append->step.begins.get() : nullptr;
    const auto begun = begins ? check(begins->header, begins->seats, {&begins->first, 1}) : Result(0);
    if (!begun) return begun;
    written_.push_back({*checked, *begun, &operation});
    return checked;
}

Result MemoryStore::check(const Header& header, const std::vector<Seat>& seats, std::span<const Step> steps) {
    const std::string& id = header.id;
    if (numbers_.contains(id) || ids_.contains(id)) return refuse("there is a battle with the id " + id);
    const StoredBattle battle{.seats = seats};
    std::int64_t head = 0;
    for (const Step& each : steps) {
        if (auto why = why_not(battle, each, head)) return refuse(std::move(*why));
        head = each.last_seq;
    }
    ids_.insert(id);
    return static_cast<std::int64_t>(battles_.size() + ids_.size());
}

Result MemoryStore::check(const Append& append) {
    const auto found = battles_.find(append.number);
    if (found == battles_.end()) return refuse("there is no battle number " + std::to_string(append.number));
    std::int64_t& head = heads_.try_emplace(append.number, head_of(found->second)).first->second;
    if (auto why = why_not(found->second, append.step, head)) return refuse(std::move(*why));
    head = append.step.last_seq;
    return append.number;
}

// Whoever asked longest ago; null: all have since.
const Witnessed* MemoryStore::idle_witnessed(const WitnessedLimits& limits) const {
    const Witnessed* found = nullptr;
    for (const auto& [start, each] : witnessed_) {
        const bool idle = each.at_ms < limits.idle_since_ms || (each.step == 0 && each.at_ms < limits.unused_since_ms);
        if (idle && (!found || each.at_ms < found->at_ms)) found = &each;
    }
    return found;
}

Result MemoryStore::check(const Witnessing& witnessing) {
    const auto& start = witnessing.battle.start;
    if (witnessed_.contains(start) || starts_.contains(start)) return 0;
    const bool full = witnessed_.size() + starts_.size() >= witnessing.limits.max;
    if (full && !idle_witnessed(witnessing.limits)) return std::unexpected(Failure{Failure::Kind::refused, "no further battle can be witnessed"});
    starts_.insert(start);
    return 0;
}

std::expected<std::vector<Transactor::Outcome>, Failure> MemoryStore::commit() {
    const std::scoped_lock lock(mutex_);
    for (const auto& each : written_) carry_out(each);
    return {};
}

void MemoryStore::put(std::int64_t number, const Header& header, const std::vector<Seat>& seats, std::span<const Step> steps) {
    StoredBattle battle{.number = number, .header = header, .seats = seats};
    for (const Step& each : steps) apply(battle, each);
    numbers_.emplace(battle.header.id, number);
    battles_.emplace(number, std::move(battle));
    if (steps.size() == 1 && steps.front().status == Status::over) dice_.note(number);  // with several it was played elsewhere (Creation)
}

void MemoryStore::carry_out(const Written& written) {
    const auto create = [&](const Creation& creation) { put(written.number, creation.header, creation.seats, creation.steps); };
    const auto append = [&](const Append& each) {
        apply(battles_.at(written.number), each.step);
        if (each.step.status == Status::over) dice_.note(written.number);
        if (const auto& begins = each.step.begins) put(written.begun, begins->header, begins->seats, {&begins->first, 1});
    };
    const auto remember = [&](const Memo& memo) {
        if (const auto found = remembered_.find(memo.key); memo.instead_of && *memo.instead_of != (found == remembered_.end() ? "" : found->second)) return;
        if (memo.value.empty()) remembered_.erase(memo.key);
        else remembered_[memo.key] = memo.value;
    };
    const auto count = [&](const DiceCount& each) { dice_.count(each.battles); };
    const auto witness = [&](const Witnessing& each) {
        const bool is_new = !witnessed_.contains(each.battle.start);
        if (const auto* idle = is_new && witnessed_.size() >= each.limits.max ? idle_witnessed(each.limits) : nullptr)
            witnessed_.erase(std::string(idle->start));
        witnessed_[each.battle.start] = each.battle;
    };
    const auto renew = [](const Renewal&) {};  // the base class keeps it
    const auto run = [](const EngineTask& task) { task.write(); };
    std::visit(ForEachKind{create, append, remember, count, witness, renew, run}, written.operation->what);
}

Result MemoryStore::archive(const std::string& finished_before, const std::atomic<bool>* given_up) {
    const std::scoped_lock lock(mutex_);
    std::int64_t counted = 0;
    for (const auto& [number, battle] : battles_) {
        if (given_up && *given_up) break;
        if (battle.status == Status::over && battle.finished_at < finished_before) counted += archived_.insert(number).second ? 1 : 0;
    }
    return counted;
}

StoredBattle* MemoryStore::find(const std::string& id) {
    const auto found = numbers_.find(id);
    return found == numbers_.end() ? nullptr : &battles_.at(found->second);
}

std::expected<std::optional<StoredBattle>, Failure> MemoryStore::load(const std::string& id, const std::atomic<bool>* given_up) {
    if (given_up && *given_up) return std::unexpected(nobody_waits());
    const std::scoped_lock lock(mutex_);
    const StoredBattle* battle = find(id);
    return battle ? std::optional(*battle) : std::nullopt;
}

std::expected<std::optional<StoredBattle>, Failure> MemoryStore::outline(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const StoredBattle* battle = find(id);
    return battle ? std::optional(without_steps(*battle)) : std::nullopt;
}

std::expected<std::vector<Step>, Failure> MemoryStore::events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) {
    const std::scoped_lock lock(mutex_);
    StepSlice slice(bytes_max);
    const auto found = battles_.find(number);
    if (found == battles_.end()) return {};
    const auto first = std::ranges::upper_bound(found->second.steps, seq, {}, &Step::last_seq);
    for (const Step& each : std::ranges::subrange(first, found->second.steps.end()))
        if (!slice.take(each)) break;
    return std::move(slice).steps();
}

std::expected<std::optional<Summary>, Failure> MemoryStore::summary(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const StoredBattle* battle = find(id);
    return battle ? std::optional(summary_of(*battle)) : std::nullopt;
}

std::expected<std::vector<Summary>, Failure> MemoryStore::list(const Query& query) {
    const auto limit = static_cast<std::size_t>(std::clamp(query.limit, 1, list_limit_max));
    const std::scoped_lock lock(mutex_);
    std::vector<Summary> found;
    for (const auto& [number, battle] : battles_ | std::views::reverse) {
        if (query.given_up && *query.given_up) return std::unexpected(nobody_waits());
        if (found.size() == limit) break;
        if (query.before && number >= *query.before) continue;
        if (matches(battle, query)) found.push_back(summary_of(battle));
    }
    return found;
}

std::expected<Counts, Failure> MemoryStore::counts() {
    const std::scoped_lock lock(mutex_);
    Counts out;
    for (const auto& [number, battle] : battles_) ++counter_of(out, battle.status);
    out.uncounted = dice_.uncounted();
    return out;
}

std::expected<std::vector<Wake>, Failure> MemoryStore::wakes(std::size_t count, const Wake& after) {
    const std::scoped_lock lock(mutex_);
    std::vector<Wake> found;
    for (const auto& [number, battle] : battles_)
        if (battle.wake_at != 0 && battle.status != Status::over) found.push_back({battle.header.id, battle.wake_at});
    const auto place = [](const Wake& each) { return std::tie(each.at, each.battle); };
    std::erase_if(found, [&](const Wake& each) { return place(each) <= place(after); });
    std::ranges::sort(found, {}, place);
    found.resize(std::min(found.size(), count));
    return found;
}

std::expected<std::vector<std::string>, Failure> MemoryStore::keys_of_unfinished() {
    const std::scoped_lock lock(mutex_);
    std::set<std::string> found;
    for (const auto& [number, battle] : battles_)
        if (battle.status != Status::over && !battle.header.server_key.empty()) found.insert(battle.header.server_key);
    return std::vector(found.begin(), found.end());
}

std::expected<std::string, Failure> MemoryStore::recall(const std::string& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = remembered_.find(key);
    return found == remembered_.end() ? std::string() : found->second;
}

std::expected<std::vector<Uncounted>, Failure> MemoryStore::uncounted(std::int64_t after, int count) {
    const std::scoped_lock lock(mutex_);
    std::vector<Uncounted> found;
    for (const auto& [note, number] : dice_.notes(after, count)) {
        const StoredBattle& battle = battles_.at(number);
        found.push_back({.note = note,
                         .number = number,
                         .id = battle.header.id,
                         .ruleset = battle.header.ruleset,
                         .options = battle.header.options,
                         .finished_at = battle.finished_at,
                         .seats = {}});
        for (const Seat& each : battle.seats) found.back().seats.push_back(each.seat);
    }
    return found;
}

std::expected<std::vector<DiceSum>, Failure> MemoryStore::dice(const std::string& from, const std::string& to) {
    const std::scoped_lock lock(mutex_);
    return dice_.sums(from, to);
}

std::expected<std::optional<Witnessed>, Failure> MemoryStore::witnessed(const std::string& start) {
    const std::scoped_lock lock(mutex_);
    const auto found = witnessed_.find(start);
    return found == witnessed_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace muster::storage
