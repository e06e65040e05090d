// What was reported done is there again: after a close, after kill -9.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "tests/storage/child.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

/// Reads until `count` steps were acknowledged, kills the child, reads what it still said: each battle's last seq.
std::map<std::int64_t, std::int64_t> kill_after(const Child& child, int count) {
    std::map<std::int64_t, std::int64_t> last_seqs;
    Acknowledged message;
    for (int i = 0; ::read(child.output, &message, sizeof message) == sizeof message; ++i) {
        last_seqs[message.battle] = message.last_seq;
        if (i == count) ::kill(child.process, SIGKILL);
    }
    const int status = wait_for(child);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(WTERMSIG(status) == SIGKILL);
    return last_seqs;
}

}  // namespace

TEST_CASE("a battle survives closing and opening the file, and goes on") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    std::int64_t number = 0;
    {
        const auto store = open_store(file);
        number = *create(*store, "b1");
        REQUIRE(append(*store, number, {.first_seq = 2, .last_seq = 3, .events = "2\n3\n", .seal = {{"attacker", 1, "x"}}}));
    }
    const auto store = open_store(file);
    const StoredBattle battle = load(*store, "b1");
    CHECK(battle.number == number);
    CHECK(battle.steps.size() == 2);
    CHECK(battle.steps[1].events == "2\n3\n");
    CHECK(battle.sealed == std::vector<Sealed>{{"attacker", 1, "x"}});
    CHECK(append(*store, number, step(4)));
    CHECK(*create(*store, "b2") == number + 1);
}

TEST_CASE("a closed store leaves no log behind, and the file is for its owner only") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    {
        const auto store = open_store(file);
        REQUIRE(create(*store, "b1"));
    }
    CHECK(!std::filesystem::exists(file.string() + "-wal"));
    using std::filesystem::perms;
    CHECK(std::filesystem::status(file).permissions() == (perms::owner_read | perms::owner_write));
}

TEST_CASE("after kill -9 every step that was reported stored is there, whole and in order") {
    for (const int acknowledged : {50, 700, 3'000}) {
        const TempFolder folder;
        const auto file = folder / "store.db";
        const auto last_seqs = kill_after(start_child({append_flag, file}), acknowledged);
        REQUIRE(!last_seqs.empty());

        const auto store = open_store(file);
        for (const auto& [battle, last_seq] : last_seqs) {
            const auto steps = load(*store, "battle-" + std::to_string(battle)).steps;
            REQUIRE(static_cast<std::int64_t>(steps.size()) >= last_seq);
            std::int64_t seq = 0;
            for (const Step& each : steps) {
                ++seq;
                REQUIRE(each.last_seq == seq);
                REQUIRE(each.events == "event " + std::to_string(seq) + '\n');
            }
        }
    }
}

TEST_CASE("a seat's token is nowhere in the file, only its hash") {
    const TempFolder folder;
    const auto file = folder / "store.db";
    const std::string token = "k3Jp0-a-token-that-was-shown-once";
    const std::string hash = "\x9f\x01 the 32 bytes of its SHA-256 \xc3";
    {
        const auto store = open_store(file);
        auto seats = two_seats();
        seats[0].token_hash = hash;
        const std::int64_t number = *create(*store, header("b1"), seats, step(1));
        Step taking = step(2);
        taking.taken = {{"attacker", "Ada"}};
        REQUIRE(append(*store, number, taking));
        CHECK(load(*store, "b1").seats[0].token_hash == hash);
    }
    const std::string bytes = bytes_of(file);
    CHECK(contains(bytes, hash));
    CHECK(!contains(bytes, token));
}

}  // namespace muster::storage::tests
