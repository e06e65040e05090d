// Fills a store with battles that were really played, each from its own dice, through the same operations as a server: what is
// read of them later is replayed, so none may be made up. Prints the ids of some that ended, for bench_store.
//   --file (of the new store) --battles
#include <semaphore>

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "rules/systems.hpp"
#include "server/battle/creation.hpp"
#include "server/battle/history.hpp"
#include "server/battle/lines.hpp"
#include "server/battle/status.hpp"
#include "server/battle/stored_key.hpp"
#include "storage/sqlite/sqlite_store.hpp"
#include "tests/bench/crowd.hpp"
#include "tests/bench/measure.hpp"

namespace {

using namespace muster;
using namespace muster::bench;
using protocol::Fold;

struct Kind {
    std::string ruleset;
    Json setup;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = [] {
        const auto army = [](const char* unit, int count) { return Json{{"army", {{{"unit", unit}, {"count", count}}}}}; };
        const auto tank = [](const char* id, int x, int y) { return Json{{"units", {{{"at", {x, y}}, {"id", id}, {"profile", "medium_tank"}}}}}; };
        return std::vector<Kind>{
            {"advanced-combat", {{"attacker", army("swordsmen", 2)}, {"defender", army("catapults", 1)}}},
            {"phased-combat", {{"attacker", army("dragoons", 2)}, {"defender", army("riflemen", 2)}}},
            {"fleet-combat", {{"attacker", army("galleons", 1)}, {"defender", army("galleys", 2)}}},
            {"simple-combat", {{"grid", "hex"}, {"width", 4}, {"height", 4}, {"turn_limit", 2}, {"north", tank("n", 1, 0)}, {"south", tank("s", 2, 3)}}},
        };
    }();
    return all;
}

/// One battle, played as far as `draw` says.
class Played {
public:
    Played(Draw& draw, const protocol::P256Key& key, std::int64_t at_ms) : draw_(draw), key_(key), at_ms_(at_ms), end_(draw.below(100)), battle_(make()) {
        if (end_ < 3) return;  // nobody came
        for (std::size_t seat = 0; seat < battle_.stored.seats.size(); ++seat) take_seat(static_cast<rules::Seat>(seat));
        if (end_ < 6) leave_running();
        else play();
    }

    const storage::StoredBattle& stored() const { return battle_.stored; }
    bool is_over() const { return fold().phase() == Fold::Phase::over; }

private:
    const Fold& fold() const { return *battle_.fold; }

    void play() {
        for (int choices = draw_.one_in(4) ? 3 : 0; choices > 0 && fold().phase() == Fold::Phase::running; --choices) choose();
        if (fold().phase() != Fold::Phase::over) end();
    }

    server::NewBattle make() {
        const Kind& kind = kinds()[std::min(draw_.below(12), kinds().size() - 1)];  // most are of the last, whose battles are short
        protocol::Create message{.ruleset = kind.ruleset, .setup = kind.setup, .options = {}, .seats = {}};
        message.options.title = title(draw_);
        const auto hidden = draw_.below(20);
        if (hidden < 2) message.options.visibility = hidden == 0 ? protocol::Visibility::closed : protocol::Visibility::unlisted;
        auto made = server::new_battle(message, {rules::shipped_rulesets(), key_}, {.ms = at_ms_});
        if (!made) throw std::runtime_error(made.error().path + ": " + made.error().message);
        if (end_ < 2) made->stored.steps.front().open = true;
        return std::move(*made);
    }

    template <typename Act>
    storage::Step& happen(const Act& act) {
        at_ms_ += 20'000 + static_cast<std::int64_t>(draw_.below(300'000));
        const auto before = server::status_of(fold().phase());
        protocol::Applied applied(protocol::time_text(at_ms_));
        auto& step = battle_.stored.steps.emplace_back();
        step.first_seq = fold().head() + 1;
        act(*battle_.fold, applied);
        step.last_seq = fold().head();
        step.events = server::encode_events(applied.events);
        step.inputs = server::join_lines(applied.inputs);
        server::put_status(fold(), before, applied.at, step);
        return step;
    }

    void take_seat(rules::Seat seat) {
        const std::string name = player(any_player(draw_));
        auto& step = happen([&](Fold& fold, protocol::Applied& out) { fold.take_seat(seat, {name}, out); });
        step.taken.push_back({fold().seats()[static_cast<std::size_t>(seat)], name});
    }
    void choose() {
        std::vector<Fold::Choice> choices;
        for (const auto& open : fold().open()) {
            if (!choices.empty() && !open.sealed) break;
            choices.push_back({open.id, fold().check_choice(open.ask.seat, open.id, Json("default")).value()});
        }
        happen([&](Fold& fold, protocol::Applied& out) { fold.choose(choices, out); });
    }
    void end() {
        if (draw_.one_in(40)) happen([](Fold& fold, protocol::Applied& out) { fold.close(out); });
        else happen([&](Fold& fold, protocol::Applied& out) { fold.concede(draw_.one_in(2) ? 0 : 1, out); });
    }
    // Some of them have a clock that runs out one day.
    void leave_running() {
        if (draw_.one_in(3)) battle_.stored.steps.back().wake_at = 4'000'000'000'000 + static_cast<std::int64_t>(draw_.below(1'000'000'000));
    }

    Draw& draw_;
    const protocol::P256Key& key_;
    std::int64_t at_ms_;
    const std::uint64_t end_;
    server::NewBattle battle_;
};

void fill(const std::string& file, std::int64_t count) {
    constexpr std::ptrdiff_t waiting_max = 800;
    constexpr std::int64_t told = 500;
    auto opened = storage::SqliteStore::open(file);
    if (!opened) throw std::runtime_error(opened.error().message);
    auto& store = **opened;
    const auto key = server::stored_proof_key(store);  // a server does not start without that of the battles that run
    if (!key) throw std::runtime_error(key.error().message);
    std::counting_semaphore<waiting_max> room(waiting_max);
    std::atomic<bool> failed = false;
    Draw draw(1);
    for (std::int64_t i = 0; i < count && !failed; ++i) {
        const Played played(draw, *key, store_begins_ms + (store_ends_ms - store_begins_ms) / count * i);
        const auto& stored = played.stored();
        if (played.is_over() && stored.header.visibility == "public" && i % std::max<std::int64_t>(1, count / told) == 0) puts(stored.header.id.c_str());
        room.acquire();
        store.write_one(storage::Creation{stored.header, stored.seats, stored.steps}, [&](const storage::Result& result) {
            if (!result) failed = true;
            room.release();
        });
    }
    store.close();
    if (failed) throw std::runtime_error("the store took not all of them");
}

}  // namespace

int main(int argc, char** argv) {
    return run_bench(argc, argv, [](const Options& options) { fill(options.text("file"), static_cast<std::int64_t>(options.count("battles", 1'000'000))); });
}
