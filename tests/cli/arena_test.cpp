// muster arena: what it makes of results, and the program itself with bots of all sorts.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "clients/cli/arena_ratings.hpp"
#include "rules/json.hpp"
#include "tests/cli/process.hpp"

using namespace muster;
using namespace muster::cli;
using namespace muster::cli::test;

namespace {

bool near(double value, double wanted, double margin = 1e-4) { return std::abs(value - wanted) < margin; }

/// Of two players.
std::vector<std::vector<Score>> between(const Score& score) { return {{{}, score}, {score.turned(), {}}}; }

double expected(const Rating& one, const Rating& other) { return 1 / (1 + std::pow(10.0, (other.points - one.points) / 400)); }

Finished arena(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "arena");
    return run_muster(arguments);
}

Json answer(std::vector<std::string> arguments, int status = 0) {
    arguments.emplace_back("--json");
    const auto run = arena(std::move(arguments));
    REQUIRE_MESSAGE(run.status == status, run.err);
    Json out = parse_json(run.out.substr(0, run.out.find('\n'))).value();
    out.erase("milliseconds");
    return out;
}

/// A shell's bot: `answer` is run for each request, with its battle and decision in $b and $d.
std::string bot(const std::string& answer) {
    return R"(while read -r l; do case "$l" in '{"type":"request"'*) b=${l#*\"battle\":\"}; b=${b%%\"*}; d=${l#*\"decision\":}; d=${d%%,*}; )" + answer +
           " ;; esac; done";
}

std::string choose(const std::string& choice) { return R"(printf '{"type":"choose","battle":"%s","decision":%s,"choice":)" + choice + R"(}\n' "$b" "$d")"; }

const std::string takes_defaults = bot(choose(R"("default")"));
const std::string answers_once = bot(choose(R"("default")") + "; exit 3");

/// Whether a process that was told to end is gone, or dead and waited for by nobody, before long.
bool ends(pid_t pid) {
    for (const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30); std::chrono::steady_clock::now() < until; std::this_thread::yield()) {
        std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
        std::string number, name, state;
        if (!(status >> number >> name >> state) || state == "Z" || state == "X") return true;
    }
    return false;
}

/// A folder for what a bot writes.
struct Folder {
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "muster-arena-XXXXXX").string();
        path = mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string text(const char* name) const {
        std::ifstream file(path / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::filesystem::path path{};
};

}  // namespace

TEST_CASE("intervals of a share are Wilson's, and know what no battle has shown") {
    const auto some = wilson({.won = 8, .lost = 2});
    CHECK(near(some.low, 0.49016));
    CHECK(near(some.high, 0.94332));
    const auto all = wilson({.won = 10});
    CHECK(near(all.low, 0.72247));
    CHECK(near(all.high, 1));
    const auto none = wilson({.nobody = 4});
    CHECK(near(none.low + none.high, 1));
}

TEST_CASE("ratings of two are those of Elo's formula, with the error that so many battles leave") {
    const auto ratings = ratings_of(between({.won = 299, .lost = 99, .nobody = 1}));  // with the drawn one more 300 of 400
    CHECK(near(expected(ratings[0], ratings[1]), 0.75));
    CHECK(near(ratings[0].points + ratings[1].points, 3000));
    // The difference has the standard error 1 / sqrt(n p q); each of the two is half of it away from their mean.
    CHECK(near(ratings[0].error, 1.959964 * 400 / std::log(10.0) / std::sqrt(400 * 0.75 * 0.25) / 2, 1e-3));
    CHECK(near(ratings[0].error, ratings[1].error));
}

TEST_CASE("who has always won has a rating, too") {
    const auto ratings = ratings_of(between({.won = 1000}));
    CHECK(std::isfinite(ratings[0].points));
    CHECK(near(expected(ratings[0], ratings[1]), 1000.5 / 1001));
}

TEST_CASE("ratings of several expect the points that each has made") {
    std::vector<std::vector<Score>> scores(3, std::vector<Score>(3));
    const auto played = [&](std::size_t a, std::size_t b, const Score& score) {
        scores[a][b] = score;
        scores[b][a] = score.turned();
    };
    played(0, 1, {.won = 70, .lost = 20, .nobody = 10});
    played(0, 2, {.won = 40, .lost = 10});
    played(1, 2, {.won = 100, .lost = 60, .nobody = 40});
    const auto ratings = ratings_of(scores);
    for (std::size_t a = 0; a < 3; ++a) {
        double made = 0;
        double due = 0;
        for (std::size_t b = 0; b < 3; ++b) {
            if (a == b) continue;
            made += scores[a][b].points() + 0.5;
            due += (static_cast<double>(scores[a][b].battles()) + 1) * expected(ratings[a], ratings[b]);
        }
        CHECK(near(made, due));
        CHECK(ratings[a].error > 0);
    }
}

TEST_CASE("an arena gives the same answer for the same seed, and another one for another") {
    const std::vector<std::string> asked{"best", "random", "default", "--ruleset", "advanced-combat", "--games", "60"};
    auto other = asked;
    other.insert(other.end(), {"--seed", "2"});
    const auto first = answer(asked);
    CHECK(first == answer(asked));
    CHECK(first["pairs"] != answer(other)["pairs"]);
    CHECK(first["pairs"].size() == 3);
    CHECK(first["presets"].size() > 2);
    for (const auto& pair : first["pairs"]) CHECK(pair["won"].get<int>() + pair["lost"].get<int>() + pair["nobody"].get<int>() == 60);
}

TEST_CASE("sides are swapped with the same dice: a bot against itself wins as often as it loses") {
    for (const char* ruleset : {"advanced-combat", "phased-combat", "fleet-combat", "simple-combat", "theatre", "advanced-combat/great_wall"}) {
        const auto found = answer({"best", "best", "--ruleset", ruleset, "--games", "40"});
        CHECK(found["pairs"][0]["won"] == found["pairs"][0]["lost"]);
        CHECK(found["bots"][1]["bot"] == "best #2");
    }
}

TEST_CASE("a command that plays the default plays as the built-in player does, under every ruleset") {
    for (const char* ruleset : {"advanced-combat", "phased-combat", "fleet-combat", "simple-combat", "armies", "theatre"}) {
        const auto own = answer({"default", "best", "--ruleset", ruleset, "--games", "16"});
        const auto of_command = answer({takes_defaults, "best", "--ruleset", ruleset, "--games", "16"});
        for (const char* figure : {"won", "lost", "nobody"}) CHECK(own["pairs"][0][figure] == of_command["pairs"][0][figure]);
        CHECK(of_command["bots"][0]["refused"] == 0);
        CHECK(of_command["bots"][0]["failed"] == 0);
    }
}

TEST_CASE("a command is told how its battles go, each under a name of its own") {
    const Folder folder;
    const auto heard = "tee -a " + (folder.path / "heard").string() + " | { " + takes_defaults + "; }";
    CHECK(arena({heard, "best", "--ruleset", "advanced-combat", "--games", "2"}).status == 0);
    const auto text = folder.text("heard");
    for (const char* part :
         {R"({"type":"event","battle":"arena-1-attacker","seq":1,)", R"({"type":"event","battle":"arena-2-defender","seq":1,)", R"("event":"battle_created")",
          R"("event":"battle_started")", R"("event":"rolled")", R"("event":"chosen")", R"("event":"battle_ended")", R"({"type":"request","battle":"arena-1-)"})
        CHECK_MESSAGE(text.contains(part), part);
}

TEST_CASE("a choice that is illegal or no choice is refused: the default is played, and the battle goes on") {
    const Folder folder;
    for (const auto& say : {choose(R"({"nonsense":1})"), std::string("echo nonsense"), std::string(R"(echo '{"type":"ping"}')")}) {
        const auto heard = "tee -a " + (folder.path / "heard").string() + " | { " + bot(say) + "; }";
        const auto found = answer({heard, "best", "--ruleset", "advanced-combat", "--games", "4"});
        CHECK(found["bots"][0]["refused"] > 3);
        CHECK(found["bots"][0]["failed"] == 0);
        CHECK(found["pairs"][0]["won"] == answer({"default", "best", "--ruleset", "advanced-combat", "--games", "4"})["pairs"][0]["won"]);
    }
    CHECK(folder.text("heard").contains(R"({"type":"rejected","battle":"arena-1-attacker","decision":)"));
}

TEST_CASE("an answer to another decision is none") {
    const auto late = bot(R"(printf '{"type":"choose","battle":"%s","decision":999,"choice":{}}\n' "$b"; )" + choose(R"("default")"));
    CHECK(answer({late, "best", "--ruleset", "armies", "--games", "8"})["bots"][0]["refused"] == 0);
}

TEST_CASE("a command that ends in a battle loses it and is started again for the next one") {
    const auto found = answer({answers_once, "default", "--ruleset", "advanced-combat", "--games", "4", "--patience", "60"}, 1);
    CHECK(found["bots"][0]["failed"] == 4);
    CHECK(found["pairs"][0]["lost"] == 4);
    const auto in_words = arena({answers_once, "default", "--ruleset", "advanced-combat", "--games", "4", "--patience", "60"});
    CHECK(in_words.status == 1);
    CHECK(in_words.out.contains(": 0 choices refused (the default was played), 4 battles lost by failing\n"));
    CHECK(in_words.err == "muster: " + answers_once + " ended with exit code 3; battles lost by failing, which its rating counts: 4\n");
}

TEST_CASE("a command that fails again and again ends the arena, with a sentence that says how it failed") {
    const auto run = arena({answers_once, "best", "--ruleset", "advanced-combat", "--games", "1000000", "--patience", "60"});
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.err == "muster: " + answers_once + " ended with exit code 3; so it has lost 10 battles, which is enough\n", run.err);
}

TEST_CASE("a command that fails before it has answered anything ends the arena at once, and the sentence says how") {
    const Folder folder;
    const auto fails = [](const std::string& command, const char* patience, const char* why) {
        const auto run = arena({command, "best", "--ruleset", "advanced-combat", "--games", "2", "--patience", patience});
        CHECK(run.status == 2);
        CHECK(run.out.empty());
        CHECK_MESSAGE(run.err.ends_with("muster: " + command + " " + why + "; it has not given one answer\n"), run.err);
    };
    fails((folder.path / "typo").string(), "60", "ended with exit code 127 (command not found)");
    fails(folder.path.string(), "60", "ended with exit code 126 (command cannot be run)");
    fails("exit 1", "60", "ended with exit code 1");
    fails("echo 'usage: bot FILE'; exit 2", "60", "ended with exit code 2");
    fails("kill -9 $$", "60", "was ended by signal 9 (Killed)");
    fails("exec sleep 1000", "0.05", "did not answer in time");
    fails("cat >/dev/null", "0.05", "did not answer in time");
    fails("tr '\\0' x </dev/zero", "60", "wrote a line of more than 64 KiB");
    fails("yes '{\"type\":\"choose\",\"battle\":\"x\",\"choice\":\"default\"}'", "0.05", "did not answer in time");
    // On a slow machine it has not come to close it by then.
    const auto closed = arena({"exec >&-; exec sleep 1000", "best", "--ruleset", "advanced-combat", "--games", "2", "--patience", "0.5"});
    CHECK(closed.status == 2);
    CHECK_MESSAGE((closed.err.contains("closed its output; it has not") || closed.err.contains("did not answer in time; it has not")), closed.err);
}

TEST_CASE("a command that writes without end and reads nothing keeps no arena from its end") {
    const auto run = arena({"yes nonsense", "best", "--ruleset", "advanced-combat", "--games", "2"});
    CHECK(run.status == 0);
    CHECK(run.out.contains(" choices refused"));
}

TEST_CASE("nothing that a command has started is left when the arena is over") {
    const Folder folder;
    const auto stays = "sleep 1000 >/dev/null & echo $! >>" + (folder.path / "pids").string() + "; trap '' TERM; " + takes_defaults;
    CHECK(arena({stays, "best", "--ruleset", "advanced-combat", "--games", "2"}).status == 0);
    std::ifstream pids(folder.path / "pids");
    int seen = 0;
    for (pid_t pid = 0; pids >> pid; ++seen) {
        CHECK(ends(pid));
    }
    CHECK(seen > 0);
}

TEST_CASE("an arena that is interrupted ends its commands first") {
    const Folder folder;
    const auto stays =
        "echo $$ >>" + (folder.path / "pids").string() + "; mkdir " + (folder.path / "first").string() + " 2>/dev/null && kill -TERM $PPID; exec sleep 1000";
    const auto run = arena({stays, "best", "--ruleset", "advanced-combat", "--games", "1000000", "--patience", "3"});
    CHECK(run.status == 2);
    CHECK(run.err == "muster: interrupted\n");
    std::ifstream pids(folder.path / "pids");
    int seen = 0;
    for (pid_t pid = 0; pids >> pid; ++seen) CHECK(ends(pid));
    CHECK(seen > 0);
}

TEST_CASE("an arena refuses what cannot be played") {
    CHECK(arena({"best", "default", "--ruleset", "advanced-combat", "--games", "3"}).err ==
          "muster: --games must be even: each setup is played twice, with sides swapped\n");
    CHECK(arena({"best", "default", "--ruleset", "chess"}).err == "muster: there is no ruleset \"chess\"; muster rules lists them\n");
    CHECK(arena({"best", "default", "--ruleset", "armies/phalnx"}).err.contains("did you mean \"phalanx\"?"));
    CHECK(arena({"best", "default", "--ruleset", "dice"}).err == "muster: nobody wins under dice, so nobody can be rated\n");
    CHECK(arena({"best", "--ruleset", "armies"}).status == 2);
    CHECK(arena({"best", "default"}).status == 2);
    CHECK(arena(std::vector<std::string>{"best", "default", "--ruleset", "armies", "--patience", "0"}).status == 2);
}

TEST_CASE("an arena in words has ratings, pairs, and what was refused") {
    const auto run = arena({"best", bot(choose(R"({"x":1})")), "--ruleset", "simple-combat", "--games", "16"});
    CHECK(run.status == 0);
    CHECK(run.out.starts_with("simple-combat, "));
    CHECK(run.out.contains(" setups, seed 1\n"));
    CHECK(run.out.contains(" ± "));
    CHECK(run.out.contains(" choices refused (the default was played), 0 battles lost by failing\n"));
    CHECK(run.out.contains("16 battles in "));
}
