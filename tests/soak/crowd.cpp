// A whole server under traffic: battles of every ruleset, some seats played over connections that drop and come back, some by
// the server's bots; spectators that come and go. At the end every battle that ended is read back and verified, every
// acknowledged choice stands in its record, and the server holds no more memory than when the first crowd had gone.
//   crowd_soak [--seconds=600] [--battles=500] [--spectators=2000] [--seed=1]
// Exit code 0: all held. Durations bound the run; nothing is asserted on time.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/bench/wsload.hpp"
#include "tests/support/chance.hpp"
#include "tests/support/server_process.hpp"
#include "tests/support/wire_client.hpp"

using namespace muster;
using bench::Conn;

namespace {

struct Plan {
    double seconds = 600;
    std::size_t battles = 500;
    std::size_t spectators = 2'000;
    std::uint64_t seed = 1;
};

Plan read_plan(int argc, char** argv) {
    Plan plan;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const auto take = [&](std::string_view name, auto& number) {
            if (argument.starts_with(name)) std::from_chars(argument.data() + name.size(), argument.data() + argument.size(), number);
        };
        take("--seconds=", plan.seconds);
        take("--battles=", plan.battles);
        take("--spectators=", plan.spectators);
        take("--seed=", plan.seed);
    }
    return plan;
}

#if __has_feature(thread_sanitizer)
constexpr bool thread_sanitizer = true;
#else
constexpr bool thread_sanitizer = false;
#endif

/// One seat of one battle, played by us over a connection.
struct Seat {
    std::string battle{};
    std::string token{};
    std::int64_t seen = 0;                                ///< the last event it has
    std::map<std::int64_t, std::int64_t> acknowledged{};  ///< seq by decision
};

class Crowd : public bench::Handler {
public:
    Crowd(const Plan& plan, test::ServerProcess& server) : plan_(plan), server_(server), client_(server.port(), *this), random_(plan.seed) {}

    int run() {
        spectators_to_come_ = plan_.spectators;
        const auto after_first_kb = come_and_go(plan_.seconds / 2);
        const auto after_second_kb = come_and_go(plan_.seconds / 2);
        // What an allocator keeps moves a little; a leak of a connection or a battle each would show. The thread sanitizer's own memory
        // grows with what it has seen.
        if (!thread_sanitizer && after_second_kb > after_first_kb + after_first_kb / 10)
            fail("the server holds more after the second crowd than after the first");
        if (ended_.empty()) fail("no battle ended");
        if (server_.stop(SIGTERM) != 0) fail("the server did not end well: " + server_.log());
        for (const auto& each : failures_) std::printf("FAILED: %s\n", each.c_str());
        return failures_.empty() ? 0 : 1;
    }

    void on_open(Conn& conn) override {
        if (&conn == creator_) return;
        const auto seat = seats_.find(conn.id);
        if (seat == seats_.end()) return watch(conn);
        nlohmann::json follow{{"type", "follow"}, {"battle", seat->second->battle}, {"token", seat->second->token}, {"since", seat->second->seen}};
        client_.send(conn, follow.dump());
    }

    void on_close(Conn& conn) override {
        if (const auto seat = seats_.find(conn.id); seat != seats_.end()) {
            if (!ended_.contains(seat->second->battle)) returning_.push_back(seat->second);
            seats_.erase(seat);
        } else if (watchers_.erase(conn.id) > 0) {
            ++spectators_to_come_;
        }
    }

    void on_message(Conn& conn, std::string_view text) override {
        const auto seat = seats_.find(conn.id);
        if (seat == seats_.end() && &conn != creator_) {  // a spectator only counts: most of the traffic is his
            if (text.starts_with(R"({"type":"event")")) ++events_;
            return;
        }
        const auto message = nlohmann::json::parse(text);
        const auto& type = message.at("type").get_ref<const std::string&>();
        if (type == "created") return on_created(message);
        if (seat == seats_.end()) return;
        auto& mine = *seat->second;
        if (type == "event") {
            ++events_;
            const auto seq = message.at("seq").get<std::int64_t>();
            if (seq != mine.seen + 1) fail("event " + std::to_string(seq) + " came after " + std::to_string(mine.seen));
            mine.seen = seq;
            if (message.at("event") == "battle_ended") end(conn, mine.battle);
        } else if (type == "request") {
            answer(conn, mine, message);
        } else if (type == "accepted" && message.contains("decision")) {
            mine.acknowledged[message.at("decision").get<std::int64_t>()] = message.at("seq").get<std::int64_t>();
        } else if (type == "error" || (type == "rejected" && message.at("code") != "battle_over" && message.at("code") != "stale_decision" &&
                                       message.at("code") != "illegal_choice")) {
            fail(std::string(text));
        }
    }

private:
    void fail(std::string why) {
        if (failures_.size() < 20) failures_.push_back(std::move(why));
    }
    bool one_in(int n) { return random_.one_in(n); }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.below(static_cast<int>(n))); }

    // A few of everything, as time goes on.
    void stir(std::uint64_t now) {
        while (creator_->state == Conn::State::open && going_ + asked_for_ < plan_.battles) create();
        if (now < next_stir_ns_) return;
        const auto late = next_stir_ns_ == 0 ? 0 : (now - next_stir_ns_) / stir_every_ns;  // a busy machine's crowd is as restless as any
        next_stir_ns_ = now + stir_every_ns;
        for (const auto id : std::exchange(leaving_, {})) client_.close(client_.at(id));
        for (auto& seat : std::exchange(returning_, {})) sit_down(seat);
        for (; spectators_to_come_ > 0; --spectators_to_come_) come_to_watch();
        for (std::size_t i = 0; i < 3 * (1 + late) && !watchers_.empty(); ++i)
            leave(*std::next(watchers_.begin(), random_.below(static_cast<int>(watchers_.size()))));
        if (!seats_.empty() && one_in(3)) {
            const auto seat = std::next(seats_.begin(), random_.below(static_cast<int>(seats_.size())));
            client_.close(client_.at(seat->first));
        }
    }

    void leave(std::uint32_t watcher) { client_.close(client_.at(watcher)); }

    void create() {
        static const auto all = [] {
            std::vector<const rules::Ruleset*> out;
            for (const auto* each : rules::shipped_rulesets().all())
                if (each->is_contest()) out.push_back(each);  // bots are among its players
            return out;
        }();
        const auto& ruleset = *all[below(all.size())];
        nlohmann::json message{{"type", "create"}, {"ruleset", ruleset.id()}, {"setup", ruleset.catalog().at("example")}};
        message["options"] = {{"title", "Soak"}};
        if (one_in(4)) message["options"]["clock"] = {{"mode", "live"}, {"bank", "PT10M"}, {"increment", "PT5S"}};
        for (const auto& seat : rules::seats_of(ruleset, message["setup"]).value())
            if (one_in(3)) message["seats"][seat] = {{"bot", "random"}};
        ++asked_for_;
        client_.send(*creator_, message.dump());
    }

    void on_created(const nlohmann::json& message) {
        --asked_for_;
        ++going_;
        ++made_;
        const auto battle = message.at("battle").get<std::string>();
        battles_.push_back(battle);
        if (message.at("seats").empty()) bots_only_.insert(battle);
        for (const auto& each : message.at("seats")) {
            auto seat = std::make_shared<Seat>();
            seat->battle = battle;
            seat->token = each.at("token").get<std::string>();
            all_seats_.push_back(seat);
            sit_down(seat);
        }
        if (message.at("seats").empty()) {  // its end is seen by nobody of ours; a new one may begin
            --going_;
            ended_.insert(battle);
        }
    }

    void sit_down(const std::shared_ptr<Seat>& seat) {
        auto& conn = client_.add("/ws");
        seats_[conn.id] = seat;
        client_.open(conn);
    }

    void come_to_watch() {
        auto& conn = client_.add("/ws");
        watchers_.insert(conn.id);
        client_.open(conn);
    }

    void watch(Conn& conn) {
        if (battles_.empty()) return client_.close(conn);
        const auto from = battles_.size() > plan_.battles ? battles_.size() - plan_.battles : 0;
        const auto& battle = battles_[from + below(battles_.size() - from)];
        client_.send(conn, nlohmann::json{{"type", "follow"}, {"battle", battle}, {"snapshot", one_in(2)}}.dump());
    }

    void answer(Conn& conn, const Seat& seat, const nlohmann::json& request) {
        if (request.contains("pending")) return;
        const auto decision = request.at("decision").get<std::int64_t>();
        if (one_in(300)) client_.send(conn, nlohmann::json{{"type", "concede"}, {"battle", seat.battle}}.dump());
        if (one_in(50)) client_.send(conn, nlohmann::json{{"type", "say"}, {"battle", seat.battle}, {"text", "Well fought"}}.dump());
        ++choices_;
        client_.send(
            conn, nlohmann::json{{"type", "choose"}, {"id", std::to_string(decision)}, {"battle", seat.battle}, {"decision", decision}, {"choice", "default"}}
                      .dump());
    }

    void end(Conn& conn, const std::string& battle) {
        if (ended_.insert(battle).second) --going_;
        leaving_.push_back(conn.id);  // closed when its messages have been read
    }

    // Under a sanitizer a server that has just lost thousands of connections may be silent for long: then it counts as not done.
    int in_memory() {
        try {
            const auto page = test::http_get(server_.port(), "/metrics").body;
            constexpr std::string_view name = "\nmuster_battles_in_memory ";
            return std::stoi(page.substr(page.find(name) + name.size()));
        } catch (const std::exception&) {
            return 1;
        }
    }

    // The whole crowd for some time; what the server holds when all have gone, in KB.
    std::int64_t come_and_go(double seconds) {
        creator_ = &client_.add("/ws");
        client_.open(*creator_);
        asked_for_ = 0;
        const auto start = bench::now_ns();
        const auto end = start + bench::to_ns(seconds);
        std::uint64_t next_tell = 1;
        for (auto now = start; now < end; now = bench::now_ns()) {
            client_.poll(5'000'000);
            stir(now);
            if (now - start < (end - start) / 5 * next_tell) continue;
            ++next_tell;
            std::printf("%zu battles begun, %zu ended, %llu events and %llu choices seen, %zu connections made; the server holds %lld KB\n", made_,
                        ended_.size(), static_cast<unsigned long long>(events_), static_cast<unsigned long long>(choices_), client_.size(),
                        static_cast<long long>(server_.resident_kb()));
        }
        for (std::size_t i = 0; i < client_.size(); ++i) client_.close(client_.at(static_cast<std::uint32_t>(i)));
        settle();
        check_records();
        settle();
        // Only now: an allocator gives back what it holds when it is asked for more, not when all is quiet.
        const auto held_kb = server_.resident_kb();
        std::printf("the crowd has gone; %d battles in memory; the server holds %lld KB\n", in_memory(), static_cast<long long>(held_kb));
        return held_kb;
    }

    // Until no battle is in memory: those that nobody looks at leave it.
    void settle() {
        const auto until = bench::now_ns() + bench::to_ns(120);
        while (in_memory() > 0 && bench::now_ns() < until) client_.poll(100'000'000);
        if (in_memory() > 0) fail("battles that nobody looks at stay in memory");
    }

    // Every battle that has ended since the last time: its record holds, and every choice that was acknowledged stands in it. Shared
    // among all processors, since under the thread sanitizer it takes longer than the battles took.
    void check_records() {
        std::map<std::string, std::vector<std::shared_ptr<Seat>>> by_battle;
        for (const auto& seat : all_seats_) by_battle[seat->battle].push_back(seat);
        std::vector<std::string> battles;
        std::ranges::set_difference(ended_, checked_, std::back_inserter(battles));
        checked_ = ended_;
        std::atomic<std::size_t> next = 0, checked = 0;
        std::mutex failing;
        {
            std::vector<std::jthread> workers;
            for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
                workers.emplace_back([&] {
                    for (auto at = next++; at < battles.size(); at = next++) {
                        const auto wrong = why_not(battles[at], by_battle, checked);
                        if (wrong.empty()) continue;
                        const std::lock_guard lock(failing);
                        fail(battles[at] + ": " + wrong);
                    }
                });
        }
        std::printf("%zu records verified\n", checked.load());
    }

    /// Empty: the battle's record holds.
    std::string why_not(const std::string& battle, const std::map<std::string, std::vector<std::shared_ptr<Seat>>>& seats,
                        std::atomic<std::size_t>& checked) const {
        const auto record = protocol::read_record(test::http_get(server_.port(), "/api/v1/battles/" + battle + "/record").body);
        if (!record) return record.error().message;
        if (bots_only_.contains(battle) && !record->server_seed) return {};  // it still goes on
        const auto verdict = protocol::verify(*record, rules::shipped_rulesets());
        if (!verdict.holds) return verdict.path + ": " + verdict.message;
        if (const auto found = seats.find(battle); found != seats.end())
            for (const auto& seat : found->second)
                for (const auto& [decision, seq] : seat->acknowledged)
                    if (seq > static_cast<std::int64_t>(record->events.size())) return "decision " + std::to_string(decision) + " was acknowledged and is gone";
        ++checked;
        return {};
    }

    static constexpr std::uint64_t stir_every_ns = 20'000'000;

    const Plan plan_;
    test::ServerProcess& server_;
    bench::Client client_;
    test::SeededChance random_;
    Conn* creator_ = nullptr;
    std::unordered_map<std::uint32_t, std::shared_ptr<Seat>> seats_{};
    std::set<std::uint32_t> watchers_{};
    std::vector<std::shared_ptr<Seat>> returning_{};
    std::vector<std::uint32_t> leaving_{};
    std::vector<std::shared_ptr<Seat>> all_seats_{};
    std::vector<std::string> battles_{};
    std::set<std::string> ended_{};
    std::set<std::string> checked_{};
    std::set<std::string> bots_only_{};
    std::vector<std::string> failures_{};
    std::size_t made_ = 0, going_ = 0, asked_for_ = 0, spectators_to_come_ = 0;
    std::uint64_t next_stir_ns_ = 0, events_ = 0, choices_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const auto plan = read_plan(argc, argv);
    const test::TempFolder data;
    test::ServerProcess server(data.path(), {"--unload-after-s", "5", "--messages-per-s", "0"});
    return Crowd(plan, server).run();
}
