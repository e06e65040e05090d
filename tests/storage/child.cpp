#include "tests/storage/child.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <semaphore>

#include "storage/sqlite/restore.hpp"
#include "tests/storage/stopping_point.hpp"
#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

constexpr std::int64_t battles = 20;

/// Each battle's next step is queued as soon as its last one is stored, on the writer's thread.
struct Appender {
    Store& store;
    std::int64_t battle = 0;
    std::int64_t number = 0;
    std::int64_t seq = 1;
    std::binary_semaphore& failed;

    void stored(const Result& result) {
        const Acknowledged message{battle, seq};
        if (!result || ::write(STDOUT_FILENO, &message, sizeof message) != sizeof message) return failed.release();
        number = *result;
        ++seq;
        store.write_one(Append{number, step(seq, "event " + std::to_string(seq) + '\n')}, [this](Result next) { stored(next); });
    }
};

int append_until_killed(const char* file) {
    // Checkpoints come often, so that the kill meets them too.
    auto store = SqliteStore::open(file, {.checkpoint = {.pass_pages = 20, .restart_pages = 100}});
    if (!store) return 1;
    std::binary_semaphore failed(0);
    std::vector<std::unique_ptr<Appender>> appenders;
    for (std::int64_t battle = 0; battle < battles; ++battle) {
        appenders.push_back(std::make_unique<Appender>(Appender{.store = **store, .battle = battle, .failed = failed}));
        (*store)->write_one(Creation{header("battle-" + std::to_string(battle)), two_seats(), {step(1, "event 1\n")}},
                            [appender = appenders.back().get()](Result result) { appender->stored(result); });
    }
    failed.acquire();
    return 1;
}

/// A few at a time, and says how many whenever they are stored.
int count_until_killed(const char* file) {
    auto store = SqliteStore::open(file);
    if (!store) return 1;
    while (true) {
        std::vector<CountedBattle> group;
        for (const Uncounted& each : (*store)->uncounted(0, 7).value()) group.push_back(counted(each, {0, 0, 0, 0, 0, 2}));
        const auto size = static_cast<std::int64_t>(group.size());
        if (size == 0 || !count(**store, std::move(group)) || ::write(STDOUT_FILENO, &size, sizeof size) != sizeof size) return 1;
    }
}

int restore_until_rename(const char* copy, const char* store, const char* count) {
    kill_after_renames(std::stoi(count));
    return sqlite::restore(copy, store, true) ? 0 : 1;
}

}  // namespace

Child start_child(std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    arguments.insert(arguments.begin(), "storage_tests");
    std::vector<char*> words;
    for (std::string& each : arguments) words.push_back(each.data());
    words.push_back(nullptr);
    const pid_t process = ::fork();
    REQUIRE(process >= 0);
    if (process == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::execv("/proc/self/exe", words.data());
        ::_exit(1);
    }
    ::close(ends[1]);
    return {process, ends[0]};
}

int wait_for(const Child& child) {
    ::close(child.output);
    int status = 0;
    REQUIRE(::waitpid(child.process, &status, 0) == child.process);
    return status;
}

std::optional<int> run_as_child(int argc, char** argv) {
    const std::string flag = argc > 1 ? argv[1] : "";
    if (argc == 3 && flag == append_flag) return append_until_killed(argv[2]);
    if (argc == 3 && flag == count_flag) return count_until_killed(argv[2]);
    if (argc == 5 && flag == restore_flag) return restore_until_rename(argv[2], argv[3], argv[4]);
    return {};
}

}  // namespace muster::storage::tests
