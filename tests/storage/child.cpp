#include "tests/storage/child.hpp"

#include <unistd.h>

#include <latch>
#include <semaphore>

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
        store.append(number, step(seq, "event " + std::to_string(seq) + '\n'), [this](Result next) { stored(next); });
    }
};

}  // namespace

int append_until_killed(const char* file) {
    // Checkpoints come often, so that the kill meets them too.
    auto store = SqliteStore::open(file, {.checkpoint = {.pass_pages = 20, .restart_pages = 100}});
    if (!store) return 1;
    std::binary_semaphore failed(0);
    std::vector<std::unique_ptr<Appender>> appenders;
    for (std::int64_t battle = 0; battle < battles; ++battle) {
        appenders.push_back(std::make_unique<Appender>(Appender{.store = **store, .battle = battle, .failed = failed}));
        (*store)->create(header("battle-" + std::to_string(battle)), two_seats(), step(1, "event 1\n"),
                         [appender = appenders.back().get()](Result result) { appender->stored(result); });
    }
    failed.acquire();
    return 1;
}

}  // namespace muster::storage::tests
