// The server is killed with SIGKILL at random moments while battles go on: nothing that anybody was told is lost.
#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <random>
#include <span>
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

constexpr std::size_t played_here = 6, played_by_programs = 6;  // battles of a wave

std::vector<Battle> new_battles(const Target& target) {
    std::vector<Battle> out;
    WireClient client(target.port());
    while (out.size() < played_here + played_by_programs) out.push_back(create_battle(client, siege_setup()));
    return out;
}

/// Both seats of each of these battles, played by `muster play`.
std::vector<std::unique_ptr<BackgroundProgram>> programs_at(const Target& target, std::span<const Battle> battles, const std::filesystem::path& home) {
    std::vector<std::unique_ptr<BackgroundProgram>> out;
    for (const auto& battle : battles)
        for (const auto& token : {battle.attacker, battle.defender}) {
            const std::string link = "http://127.0.0.1:" + std::to_string(target.port()) + "/b/" + battle.id + "#" + token;
            out.push_back(std::make_unique<BackgroundProgram>(std::vector<std::string>{MUSTER, "play", link, "--auto"},
                                                              std::vector<std::string>{"MUSTER_HOME=" + home.string()}));
        }
    return out;
}

/// Kills and restarts at random moments until `end()`; how often.
int kill_until(Target& target, std::mt19937& random, const std::function<bool()>& end) {
    constexpr int most = 20;  // a slow machine must get the chance to end its battles
    int kills = 0;
    for (; kills < most && target.random_moment(random, end); ++kills) target.kill_and_restart();
    return kills;
}

void check_all_kept(const Told& told, const Json& record) {
    CHECK(told.events.size() == record["events"].size());
    for (const auto& [seq, event] : told.events) {
        const Json& kept = record["events"][static_cast<std::size_t>(seq - 1)];
        CHECK(kept["data"] == event["data"]);
        CHECK(kept["at"] == event["at"]);
    }
    for (const auto& [decision, answer] : told.accepted)
        CHECK(std::ranges::any_of(record["inputs"], [&](const Json& kept) {
            const Json& input = kept["input"];
            return input.value("decision", 0) == decision && kept["seq"] == answer.first && input["choice"] == answer.second;
        }));
}

}  // namespace

TEST_CASE("kill -9 at random moments loses nothing that anybody was told, in thirty-six battles") {
    const TempFolder folder;
    Target target(folder.path());
    std::mt19937 random(std::random_device{}());
    int kills = 0;
    for (int wave = 0; wave < 3; ++wave) {
        const auto battles = new_battles(target);
        const auto programs = programs_at(target, std::span(battles).subspan(played_here), folder.path() / "home");
        std::vector<Told> told(2 * played_here);
        std::vector<Finished> finished(programs.size());
        std::atomic<std::size_t> busy{told.size() + finished.size()};
        std::vector<std::jthread> threads;
        const auto begin = [&](const std::function<void()>& work) {
            threads.emplace_back([&, work] {
                work();
                --busy;
                target.wake();
            });
        };
        for (std::size_t i = 0; i < told.size(); ++i)
            begin([&, i] { play_seat(target, battles[i / 2], i % 2 ? battles[i / 2].defender : battles[i / 2].attacker, told[i]); });
        for (std::size_t i = 0; i < finished.size(); ++i) begin([&, i] { finished[i] = programs[i]->wait(); });
        kills += kill_until(target, random, [&] { return busy == 0; });
        threads.clear();

        for (const auto& done : finished) CHECK_MESSAGE(done.exit_code == 0, done.out << done.err);
        std::vector<Json> records;
        for (const auto& battle : battles) records.push_back(verified_record(target.port(), battle.id));
        for (std::size_t i = 0; i < told.size(); ++i) check_all_kept(told[i], records[i / 2]);
    }
    MESSAGE("killed " << kills << " times");
    CHECK(kills > 5);
}
