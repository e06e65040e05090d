// musterd move: a whole store into another, battle by battle, also those that are not over. Interrupted it goes on where it was.
#include <unistd.h>

#include <algorithm>
#include <future>
#include <iostream>
#include <limits>
#include <tuple>

#include "rules/systems.hpp"
#include "server/base/clock.hpp"
#include "server/base/counted.hpp"
#include "server/base/log.hpp"
#include "server/battle/codec.hpp"
#include "server/battle/server_time.hpp"
#include "server/battle/stored_key.hpp"
#include "server/operator/commands.hpp"
#include "server/operator/fault.hpp"
#include "server/operator/half_moved.hpp"
#include "storage/open.hpp"

namespace muster::server {

namespace {

template <typename T = void>
using OrWhy = std::expected<T, std::string>;

/// Waits until it is stored.
template <typename Write>
OrWhy<> stored(const Write& write) {
    std::promise<storage::Result> promise;
    write([&](storage::Result result) { promise.set_value(std::move(result)); });
    const auto result = promise.get_future().get();
    if (!result) return std::unexpected(result.error().message);
    return {};
}

/// The battle's last step, with all that is kept besides the history.
storage::Step last_step(const storage::StoredBattle& battle) {
    storage::Step last = battle.steps.back();
    last.seal = battle.sealed;
    last.keep = battle.kept;
    last.wake_at = battle.wake_at;
    last.open = battle.open;
    last.status = battle.status;
    if (battle.status != storage::Status::over) return last;
    last.outcome = battle.outcome;
    last.winner = battle.winner;
    last.finished_at = battle.finished_at;
    return last;
}

/// Of a battle that was imported nobody ever held a seat, and its dice are in no sum.
bool was_played_here(const storage::StoredBattle& battle) {
    return std::ranges::any_of(battle.seats, [](const storage::Seat& each) { return !each.token_hash.empty(); });
}

/// Everything but its number.
bool is_the_same(const storage::StoredBattle& one, const storage::StoredBattle& other) {
    const auto header = [](const storage::Header& of) {
        return std::tie(of.id, of.ruleset, of.ruleset_version, of.title, of.visibility, of.setup, of.options, of.created_at, of.commitment, of.server_seed,
                        of.server_key);
    };
    const auto same_seat = [](const storage::Seat& a, const storage::Seat& b) {
        return std::tie(a.seat, a.token_hash, a.name, a.taken) == std::tie(b.seat, b.token_hash, b.name, b.taken);
    };
    const auto same_step = [](const storage::Step& a, const storage::Step& b) {
        return std::tie(a.first_seq, a.last_seq, a.events, a.inputs, a.answers) == std::tie(b.first_seq, b.last_seq, b.events, b.inputs, b.answers);
    };
    const auto rest = [](const storage::StoredBattle& of) {
        return std::tie(of.sealed, of.kept, of.wake_at, of.open, of.status, of.outcome, of.winner, of.finished_at);
    };
    return header(one.header) == header(other.header) && std::ranges::equal(one.seats, other.seats, same_seat) &&
           std::ranges::equal(one.steps, other.steps, same_step) && rest(one) == rest(other);
}

class Move {
public:
    Move(storage::StoreReader& from, storage::Store& to, protocol::P256Key key) : from_(from), to_(to), key_(std::move(key)) {}

    OrWhy<> battle(const std::string& id) {
        const auto battle = from_.load(id);
        if (!battle) return std::unexpected(battle.error().message);
        if (const auto fault = fault_in(**battle)) {
            ++faults_;
            std::cout << "battle " << id << ": " << log::on_one_line(*fault) << "\n";
        } else {
            ++((*battle)->status == storage::Status::over ? verified_ : open_);
        }
        if ((*battle)->steps.empty()) return std::unexpected("it has no history");
        if (const auto written = write(**battle); !written) return written;
        const auto there = to_.load(id);
        if (!there) return std::unexpected(there.error().message);
        if (!*there || !is_the_same(**battle, **there)) return std::unexpected("it is not the same there as here");
        show_progress();
        return {};
    }

    /// The last word; the exit code.
    ExitCode report() const {
        clear_progress();
        std::cout << counted(verified_, "record holds", "records hold") << ", " << counted(open_, "battle is", "battles are") << " not over yet, "
                  << counted(faults_, "battle is", "battles are") << " damaged; all are moved\n";
        return faults_ == 0 ? done : answer_is_no;
    }
    static void clear_progress() {
        if (::isatty(STDERR_FILENO)) std::cerr << "\r\x1b[K";
    }

private:
    /// Its record is verified, or its inputs are run again.
    std::optional<std::string> fault_in(const storage::StoredBattle& battle) const {
        if (battle.status == storage::Status::over) return fault_of(battle);
        const auto read = BattleCodec::read(battle, {.rulesets = rules::shipped_rulesets(), .key = key_}, time_.now());
        return read ? std::nullopt : std::optional("it cannot be read: " + read.error().message);
    }

    // An end that comes as a step of its own is what notes a battle for the sums of dice, which are made anew there.
    OrWhy<> write(const storage::StoredBattle& battle) {
        const auto there = to_.load(battle.header.id);
        if (!there) return std::unexpected(there.error().message);
        std::vector<storage::Step> steps = battle.steps;
        const bool ends_alone = battle.status == storage::Status::over && steps.size() > 1 && was_played_here(battle);
        std::int64_t number = *there ? (*there)->number : 0;
        if (*there) {
            const auto place = to_.claim(battle.header.id);  // of the move that was interrupted
            if (!place) return std::unexpected(place.error().message);
            if (!place->here) return std::unexpected("another server has it");
        } else {
            if (ends_alone) steps.pop_back();
            else steps.back() = last_step(battle);
            if (const auto made = stored([&](auto done) {
                    to_.write_one(storage::Creation{battle.header, battle.seats, std::move(steps)}, [&, done](storage::Result result) {
                        if (result) number = *result;
                        done(std::move(result));
                    });
                });
                !made)
                return made;
        }
        if (ends_alone && !(*there && (*there)->status == storage::Status::over)) {
            if (const auto ended = stored([&](auto done) { to_.write_one(storage::Append{number, last_step(battle)}, done); }); !ended) return ended;
        }
        to_.let_go(number);
        return {};
    }

    void show_progress() const {
        if (::isatty(STDERR_FILENO)) std::cerr << "\rmoved " << verified_ + open_ + faults_ << " battles" << std::flush;
    }

    storage::StoreReader& from_;
    storage::Store& to_;
    const protocol::P256Key key_;
    const SystemClock clock_{};
    const ServerTime time_{clock_};
    std::size_t verified_ = 0, open_ = 0, faults_ = 0;
};

OrWhy<bool> holds_anything(storage::StoreReader& store) {
    const auto battles = store.battles_after(0, 1);
    if (!battles) return std::unexpected(battles.error().message);
    const auto memos = store.memos();
    if (!memos) return std::unexpected(memos.error().message);
    const auto witnessed = store.all_witnessed();
    if (!witnessed) return std::unexpected(witnessed.error().message);
    return !battles->empty() || !memos->empty() || !witnessed->empty();
}

/// Notes in the store where all comes from, unless it is noted already; refuses one that holds anything else.
OrWhy<> begin(storage::Store& to, const storage::Location& place, const std::string& from) {
    const auto begun = to.recall(moving_key);
    if (!begun) return std::unexpected(begun.error().message);
    if (*begun == from) return {};
    if (!begun->empty()) return std::unexpected(place.words + " holds only a part of " + *begun + ", which was moved there first");
    const auto reader = storage::open_reader(place);
    if (!reader) return std::unexpected(reader.error().message);
    const auto holds = holds_anything(**reader);
    if (!holds) return std::unexpected(holds.error());
    if (*holds) return std::unexpected(place.words + " is not empty: a store is moved only to where there is none");
    return stored([&](auto done) { to.remember(moving_key, from, done); });
}

// The keys before the battles that are signed by them.
OrWhy<> move_besides(storage::StoreReader& from, storage::Store& to) {
    const auto memos = from.memos();
    if (!memos) return std::unexpected(memos.error().message);
    for (const auto& each : *memos)
        if (const auto kept = stored([&](auto done) { to.remember(each.key, each.value, done); }); !kept) return kept;
    const auto witnessed = from.all_witnessed();
    if (!witnessed) return std::unexpected(witnessed.error().message);
    const storage::WitnessedLimits all{.max = std::numeric_limits<std::int64_t>::max()};
    for (const auto& each : *witnessed)
        if (const auto kept = stored([&](auto done) { to.keep_witnessed(each, all, done); }); !kept) return kept;
    return {};
}

/// `name`: of the store that is moved.
ExitCode move_into(storage::StoreReader& from, storage::Store& source, storage::Store& to, const storage::Location& place, const std::string& name) {
    if (const auto whole = expect_whole(source); !whole) return complain(whole.error());
    if (const auto begun = begin(to, place, name); !begun) return complain(begun.error());
    if (const auto moved = move_besides(from, to); !moved) return complain(moved.error());
    auto key = stored_proof_key(to);
    if (!key) return complain(key.error().message);
    Move move(from, to, std::move(*key));
    for (std::int64_t last = 0;;) {
        constexpr int page = 1000;
        const auto entries = from.battles_after(last, page);
        if (!entries) return complain(entries.error().message);
        if (entries->empty()) break;
        for (const auto& each : *entries) {
            const auto moved = move.battle(each.id);
            if (moved) continue;
            Move::clear_progress();
            return complain("battle " + each.id + ": " + moved.error() + "; what came before it is moved, and the same command goes on with it");
        }
        last = entries->back().number;
    }
    if (const auto ended = stored([&](auto done) { to.remember(moving_key, "", done); }); !ended) return complain(ended.error());
    return move.report();
}

}  // namespace

ExitCode move_store(const storage::Location& from, const storage::Location& to) {
    if (const auto none = no_folder(from, "--from")) return complain(*none);
    const auto reader = storage::open_reader(from);  // first: to open one to write would make it
    if (!reader) return complain(reader.error().message);
    const auto source = storage::open_store_alone(from);  // so that no server is at it meanwhile
    if (!source) return complain(source.error().message);
    const auto target = storage::open_store_alone(to);
    if (!target) return complain(target.error().message);
    const ExitCode code = move_into(**reader, **source, **target, to, from.words);
    (*target)->close();
    (*source)->close();
    return code;
}

}  // namespace muster::server
