// The server is killed with SIGKILL at random moments while battles go on: nothing that anybody was told is lost.
#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "tests/support/table.hpp"

using namespace muster;
using namespace muster::test;

namespace {

// The server, and whether it is up: bots wait for it instead of trying again and again.
class Target {
public:
    explicit Target(const std::filesystem::path& data) : server_(data) {}

    unsigned short port() const { return server_.port(); }
    // noexcept: a server that does not start again ends the program with its words; the bots would wait for it for ever.
    void kill_and_restart() noexcept {
        set(false);
        server_.kill_and_restart();
        set(true);
    }
    void wait_up() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return up_; });
    }
    /// Waits a random moment, or until `end()`; false at the end.
    bool random_moment(std::mt19937& random, const std::function<bool()>& end) {
        std::unique_lock lock(mutex_);
        const auto moment = std::chrono::microseconds(std::uniform_int_distribution(500, 90'000)(random));
        return !changed_.wait_for(lock, moment, end);
    }
    void wake() { changed_.notify_all(); }

private:
    void set(bool up) {
        const std::lock_guard lock(mutex_);
        up_ = up;
        changed_.notify_all();
    }
    ServerProcess server_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool up_ = true;
};

struct Told {
    std::map<std::int64_t, std::pair<std::int64_t, Json>> accepted{};  ///< decision → seq and choice
    std::map<std::int64_t, Json> events{};                             ///< seq → event
};

// One seat's player: answers requests with the default, comes back after every end of the connection, and remembers all
// that it was told.
void play_seat(Target& target, const Battle& battle, const std::string& token, Told& told) {
    std::map<std::string, Json> asked;  // by id: what was asked and not answered yet
    bool over = false;
    while (!over) {
        target.wait_up();
        try {
            WireClient client(target.port());
            client.send(battle.follow(token, told.events.empty() ? 0 : told.events.rbegin()->first));
            for (const auto& [id, message] : asked) client.send(message);
            while (!over) {
                const Json message = client.next();
                if (message["type"] == "event") {
                    told.events[message["seq"]] = message;
                    over = message["event"] == "battle_ended";
                } else if (message["type"] == "request") {
                    const std::string id = "d" + message["decision"].dump();
                    asked[id] = {{"type", "choose"}, {"id", id}, {"battle", battle.id}, {"decision", message["decision"]}, {"choice", message["default"]}};
                    client.send(asked[id]);
                } else if (message["type"] == "accepted" && message.contains("decision")) {
                    const auto found = asked.find(message["id"]);
                    if (found == asked.end()) continue;  // answered twice, since it was asked twice
                    told.accepted[message["decision"]] = {message["seq"], found->second["choice"]};
                    asked.erase(found);
                }
            }
        } catch (const std::exception&) {
            // the connection ended: come back
        }
    }
}

}  // namespace

TEST_CASE("kill -9 at random moments loses nothing that anybody was told, in sixty battles") {
    const TempFolder folder;
    Target target(folder.path());
    std::mt19937 random(std::random_device{}());
    int kills = 0;
    for (int wave = 0; wave < 5; ++wave) {
        constexpr int by_bots = 6, by_programs = 6;
        std::vector<Battle> battles;
        {
            WireClient client(target.port());
            for (int i = 0; i < by_bots + by_programs; ++i) battles.push_back(create_battle(client, siege_setup()));
        }
        std::vector<std::unique_ptr<BackgroundProgram>> programs;
        for (int i = by_bots; i < by_bots + by_programs; ++i)
            for (const auto& token : {battles[static_cast<std::size_t>(i)].attacker, battles[static_cast<std::size_t>(i)].defender})
                programs.push_back(std::make_unique<BackgroundProgram>(
                    std::vector<std::string>{
                        MUSTER, "play", "http://127.0.0.1:" + std::to_string(target.port()) + "/b/" + battles[static_cast<std::size_t>(i)].id + "#" + token,
                        "--auto"},
                    std::vector<std::string>{"MUSTER_HOME=" + (folder.path() / "home").string()}));
        std::vector<Told> told(2 * by_bots);
        std::atomic<int> busy{2 * by_bots + by_programs * 2};
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < told.size(); ++i)
            threads.emplace_back([&, i] {
                play_seat(target, battles[i / 2], i % 2 ? battles[i / 2].defender : battles[i / 2].attacker, told[i]);
                --busy;
                target.wake();
            });
        std::vector<Finished> finished(programs.size());
        for (std::size_t i = 0; i < programs.size(); ++i)
            threads.emplace_back([&, i] {
                finished[i] = programs[i]->wait();
                --busy;
                target.wake();
            });
        constexpr int kills_max = 20;  // a slow machine must get the chance to end its battles
        for (int i = 0; i < kills_max && target.random_moment(random, [&] { return busy == 0; }); ++i) {
            target.kill_and_restart();
            ++kills;
        }
        threads.clear();

        for (const auto& done : finished) CHECK_MESSAGE(done.exit_code == 0, done.out << done.err);
        std::vector<Json> records;
        for (const auto& battle : battles) records.push_back(verified_record(target.port(), battle.id));
        for (std::size_t i = 0; i < told.size(); ++i) {
            const Json& record = records[i / 2];
            CHECK(told[i].events.size() == record["events"].size());
            for (const auto& [seq, event] : told[i].events) {
                const Json& kept = record["events"][static_cast<std::size_t>(seq - 1)];
                CHECK(kept["data"] == event["data"]);
                CHECK(kept["at"] == event["at"]);
            }
            for (const auto& [decision, answer] : told[i].accepted) {
                bool there = false;
                for (const auto& input : record["inputs"])
                    there = there || (input.value("decision", 0) == decision && input["seq"] == answer.first && input["choice"] == answer.second);
                CHECK(there);
            }
        }
    }
    MESSAGE("killed " << kills << " times");
    CHECK(kills > 5);
}
