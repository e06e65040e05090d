#include "storage/memory_store.hpp"

#include <algorithm>
#include <cctype>
#include <ranges>

namespace muster::storage {

namespace {

constexpr std::size_t group_max = 1'000;

Result refuse(std::string sentence) { return std::unexpected(Failure{Failure::Kind::broken, std::move(sentence)}); }

bool contains_ignoring_case(const std::string& text, const std::string& part) {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return !std::ranges::search(text, part, same).empty() || part.empty();
}

bool matches(const StoredBattle& battle, const Query& query) {
    const auto named = [&](const Seat& seat) { return contains_ignoring_case(seat.name, query.player); };
    return battle.header.visibility == "public" && (!query.status || *query.status == battle.status) &&
           (query.ruleset.empty() || query.ruleset == battle.header.ruleset) && (query.player.empty() || std::ranges::any_of(battle.seats, named)) &&
           contains_ignoring_case(battle.header.title, query.text);
}

Summary summary_of(const StoredBattle& battle) {
    Summary summary{.number = battle.number,
                    .id = battle.header.id,
                    .ruleset = battle.header.ruleset,
                    .ruleset_version = battle.header.ruleset_version,
                    .title = battle.header.title,
                    .visibility = battle.header.visibility,
                    .status = battle.status,
                    .options = battle.header.options,
                    .created_at = battle.header.created_at,
                    .finished_at = battle.finished_at,
                    .outcome = battle.outcome,
                    .head = battle.steps.back().last_seq,
                    .seats = battle.seats};
    for (Seat& each : summary.seats) each.token_hash.clear();
    return summary;
}

void unseal(StoredBattle& battle, const Sealed& gone) {
    std::erase_if(battle.sealed, [&](const Sealed& each) { return each.seat == gone.seat && each.decision == gone.decision; });
}

void keep(StoredBattle& battle, Kept& kept) {
    std::erase_if(battle.kept, [&](const Kept& each) { return each.seat == kept.seat && each.name == kept.name; });
    if (!kept.value.empty()) battle.kept.push_back(std::move(kept));
}

void apply(StoredBattle& battle, Step& step) {
    for (const Sealed& each : step.unseal) unseal(battle, each);
    for (Sealed& each : step.seal) {
        unseal(battle, each);
        battle.sealed.push_back(std::move(each));
    }
    std::ranges::sort(battle.sealed, {}, [](const Sealed& each) { return std::tie(each.seat, each.decision); });
    for (Kept& each : step.keep) keep(battle, each);
    std::ranges::sort(battle.kept, {}, [](const Kept& each) { return std::tie(each.seat, each.name); });
    if (step.wake_at) battle.wake_at = *step.wake_at;
    for (Step::Taken& each : step.taken) {
        Seat& seat = *std::ranges::find(battle.seats, each.seat, &Seat::seat);
        seat.name = std::move(each.name);
        seat.taken = true;
    }
    for (Step::Token& each : step.tokens) std::ranges::find(battle.seats, each.seat, &Seat::seat)->token_hash = std::move(each.hash);
    if (step.visibility) battle.header.visibility = std::move(*step.visibility);
    if (step.status) battle.status = *step.status;
    if (step.status == Status::over) {
        battle.outcome = std::move(step.outcome);
        battle.finished_at = std::move(step.finished_at);
    }
    battle.steps.push_back({.first_seq = step.first_seq,
                            .last_seq = step.last_seq,
                            .events = std::move(step.events),
                            .inputs = std::move(step.inputs),
                            .answers = std::move(step.answers)});
}

std::optional<std::string> why_not(const StoredBattle& battle, const Step& step) {
    const std::int64_t head = battle.steps.empty() ? 0 : battle.steps.back().last_seq;
    if (auto why = why_out_of_order(step, head)) return why;
    const auto unknown = [&](const auto& each) { return std::ranges::find(battle.seats, each.seat, &Seat::seat) == battle.seats.end(); };
    if (const auto found = std::ranges::find_if(step.taken, unknown); found != step.taken.end()) return "there is no seat '" + found->seat + "' in the battle";
    if (const auto found = std::ranges::find_if(step.tokens, unknown); found != step.tokens.end())
        return "there is no seat '" + found->seat + "' in the battle";
    return {};
}

}  // namespace

MemoryStore::MemoryStore(QueueLimits limits) : queue_(limits), thread_([this] { run(); }) {}

MemoryStore::~MemoryStore() { MemoryStore::close(); }

void MemoryStore::create(Header header, std::vector<Seat> seats, Step first, Done done) {
    std::vector<Step> steps;
    steps.push_back(std::move(first));
    MemoryStore::adopt(std::move(header), std::move(seats), std::move(steps), std::move(done));
}

void MemoryStore::adopt(Header header, std::vector<Seat> seats, std::vector<Step> steps, Done done) {
    submit({.what = Creation{std::move(header), std::move(seats), std::move(steps)}, .done = std::move(done)});
}

void MemoryStore::append(std::int64_t number, Step step, Done done) { submit({.what = Append{number, std::move(step)}, .done = std::move(done)}); }

void MemoryStore::remember(std::string key, std::string value, Done done) { submit({.what = Memo{std::move(key), std::move(value)}, .done = std::move(done)}); }

std::expected<std::int64_t, Failure> MemoryStore::archive(const std::string& /*finished_before*/) {
    return std::unexpected(Failure{Failure::Kind::broken, "a store in memory has no archive"});
}

void MemoryStore::submit(Operation operation) {
    if (!queue_.submit(std::move(operation))) ++failed_;
}

void MemoryStore::close() {
    std::call_once(closed_, [this] {
        queue_.close();
        thread_.join();
    });
}

void MemoryStore::run() {
    while (true) {
        auto group = queue_.take(group_max);  // dropped before the next wait: whoever waits for the end of a `done` sees it
        if (group.empty()) return;
        ++groups_;
        for (Operation& each : group) {
            Result result = write(each);
            ++(result ? operations_ : failed_);
            each.done(std::move(result));
        }
    }
}

Result MemoryStore::write(Operation& operation) {
    const std::scoped_lock lock(mutex_);
    if (auto* creation = std::get_if<Creation>(&operation.what)) return create_battle(*creation);
    if (auto* memo = std::get_if<Memo>(&operation.what)) {
        if (memo->value.empty()) remembered_.erase(memo->key);
        else remembered_[memo->key] = std::move(memo->value);
        return 0;
    }
    auto& [number, step] = std::get<Append>(operation.what);
    return append_step(number, step);
}

Result MemoryStore::create_battle(Creation& creation) {
    if (numbers_.contains(creation.header.id)) return refuse("there is a battle with the id " + creation.header.id);
    const auto number = static_cast<std::int64_t>(battles_.size()) + 1;
    StoredBattle battle{.number = number, .header = std::move(creation.header), .seats = std::move(creation.seats)};
    for (Step& each : creation.steps) {
        if (auto why = why_not(battle, each)) return refuse(std::move(*why));
        apply(battle, each);
    }
    numbers_.emplace(battle.header.id, number);
    battles_.emplace(number, std::move(battle));
    return number;
}

Result MemoryStore::append_step(std::int64_t number, Step& step) {
    const auto found = battles_.find(number);
    if (found == battles_.end()) return refuse("there is no battle number " + std::to_string(number));
    if (auto why = why_not(found->second, step)) return refuse(std::move(*why));
    apply(found->second, step);
    return number;
}

StoredBattle* MemoryStore::find(const std::string& id) {
    const auto found = numbers_.find(id);
    return found == numbers_.end() ? nullptr : &battles_.at(found->second);
}

std::expected<std::optional<StoredBattle>, Failure> MemoryStore::load(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const StoredBattle* battle = find(id);
    return battle ? std::optional(*battle) : std::nullopt;
}

std::expected<std::optional<Summary>, Failure> MemoryStore::summary(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const StoredBattle* battle = find(id);
    return battle ? std::optional(summary_of(*battle)) : std::nullopt;
}

std::expected<std::vector<Summary>, Failure> MemoryStore::list(const Query& query) {
    const auto limit = static_cast<std::size_t>(std::clamp(query.limit, 1, 100));
    const std::scoped_lock lock(mutex_);
    std::vector<Summary> found;
    for (const auto& [number, battle] : battles_ | std::views::reverse) {
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
    return out;
}

std::expected<std::vector<Wake>, Failure> MemoryStore::wakes() {
    const std::scoped_lock lock(mutex_);
    std::vector<Wake> found;
    for (const auto& [number, battle] : battles_)
        if (battle.wake_at != 0) found.push_back({battle.header.id, battle.wake_at});
    std::ranges::sort(found, {}, &Wake::at);
    return found;
}

std::expected<std::string, Failure> MemoryStore::recall(const std::string& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = remembered_.find(key);
    return found == remembered_.end() ? std::string() : found->second;
}

Statistics MemoryStore::statistics() const {
    return {.operations = operations_, .failed = failed_, .commits = groups_, .waiting = static_cast<std::int64_t>(queue_.waiting())};
}

}  // namespace muster::storage
