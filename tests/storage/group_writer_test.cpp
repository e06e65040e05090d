// What the group writer makes of each kind of failure, over a transactor that does what a test says.
#include "storage/group_writer.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <set>
#include <utility>

#include "tests/storage/support.hpp"

namespace muster::storage::tests {

namespace {

using Kind = Failure::Kind;

Failure failure(Kind kind) { return {kind, "says the test"}; }

class Script final : public Transactor {
public:
    std::optional<Kind> begin_fails{};
    std::set<std::int64_t> broken_battles{};
    std::optional<Kind> write_fails{};
    std::deque<std::optional<Kind>> commits{};  ///< how the next ones fail, or not; those beyond do not
    std::vector<Outcome> outcomes{};            ///< what the next commit that does not fail tells besides
    std::vector<std::string> calls{};

    std::expected<void, Failure> begin() override {
        calls.push_back("begin");
        return said(begin_fails);
    }
    Result write(const Operation& operation) override {
        const std::int64_t battle = operation.battle().value_or(0);
        calls.push_back("write " + std::to_string(battle));
        if (broken_battles.contains(battle)) return std::unexpected(failure(Kind::broken));
        if (write_fails) return std::unexpected(failure(*write_fails));
        return battle;
    }
    std::expected<std::vector<Outcome>, Failure> commit() override {
        calls.push_back("commit");
        if (commits.empty()) return std::exchange(outcomes, {});
        const auto next = commits.front();
        commits.pop_front();
        if (next) return std::unexpected(failure(*next));
        return std::exchange(outcomes, {});
    }

private:
    static std::expected<void, Failure> said(std::optional<Kind> kind) {
        if (kind) return std::unexpected(failure(*kind));
        return {};
    }
};

/// A group writer whose thread is kept busy while a test queues what is to be one group.
class Desk {
public:
    explicit Desk(std::size_t group_max = 100) : writer_(script, {.group_max = group_max}) {
        writer_.submit({.what = Memo{}, .done = [this](const Result&) {
                            entered_.count_down();
                            released_.wait();
                        }});
        entered_.wait();
        script.calls.clear();
    }
    ~Desk() { writer_.close(); }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    std::future<Result> append(std::int64_t battle) {
        const auto promise = std::make_shared<std::promise<Result>>();
        writer_.submit({.what = Append{battle, step(2)}, .done = fulfil(promise)});
        return promise->get_future();
    }
    /// Writes what is queued to its end.
    void go() {
        released_.count_down();
        writer_.close();
    }
    Statistics statistics() const { return writer_.statistics(); }

    Script script{};

private:
    std::latch entered_{1};
    std::latch released_{1};
    GroupWriter writer_;
};

bool stored(std::future<Result>& result) { return result.get().has_value(); }

/// How it failed; a sentence of the test's own if it did not.
std::string kind_of(std::future<Result>& result) {
    const Result got = result.get();
    if (got) return "stored";
    return got.error().kind == Kind::refused ? "refused" : got.error().kind == Kind::unknown ? "unknown" : "broken";
}

using Calls = std::vector<std::string>;

}  // namespace

TEST_CASE("what waits is one transaction, in order, and each hears the number of its battle") {
    Desk desk;
    auto first = desk.append(7);
    auto second = desk.append(8);
    desk.go();
    CHECK(first.get() == 7);
    CHECK(second.get() == 8);
    CHECK(desk.script.calls == Calls{"begin", "write 7", "write 8", "commit"});
}

TEST_CASE("when a commit's outcome is unknown the whole group is answered unknown, and none of it is tried again") {
    Desk desk(2);
    desk.script.commits = {Kind::unknown};
    auto first = desk.append(7);
    auto second = desk.append(8);
    auto behind = desk.append(7);
    auto other = desk.append(9);
    desk.go();
    CHECK(kind_of(first) == "unknown");
    CHECK(kind_of(second) == "unknown");
    CHECK(kind_of(behind) == "refused");
    CHECK(stored(other));
    CHECK(desk.script.calls == Calls{"begin", "write 7", "write 8", "commit", "begin", "write 9", "commit"});
    CHECK(desk.statistics().failed == 3);
}

TEST_CASE("what only the commit tells of one is told to that one, and what waits behind it is refused where it was not stored") {
    Desk desk(3);
    desk.script.broken_battles = {10};
    desk.script.outcomes = {{.nth = 1, .result = std::unexpected(failure(Kind::refused))}, {.nth = 2, .result = 12}};
    auto first = desk.append(7);
    auto gone = desk.append(8);
    auto numbered = desk.append(9);
    auto behind = desk.append(8);
    auto last = desk.append(10);
    desk.go();
    CHECK(first.get() == 7);
    CHECK(kind_of(gone) == "refused");
    CHECK(numbered.get() == 12);
    CHECK(kind_of(behind) == "refused");
    CHECK(kind_of(last) == "broken");
    CHECK(desk.statistics().failed == 3);
}

TEST_CASE("what is refused to one is refused to all of its group, and none is tried again") {
    Desk desk;
    Calls expected{"begin"};
    SUBCASE("at the beginning") { desk.script.begin_fails = Kind::refused; }
    SUBCASE("while writing") {
        desk.script.write_fails = Kind::refused;
        expected = {"begin", "write 7"};
    }
    SUBCASE("at the commit") {
        desk.script.commits = {Kind::refused};
        expected = {"begin", "write 7", "write 8", "commit"};
    }
    auto first = desk.append(7);
    auto second = desk.append(8);
    desk.go();
    CHECK(kind_of(first) == "refused");
    CHECK(kind_of(second) == "refused");
    CHECK(desk.script.calls == expected);
}

TEST_CASE("a broken operation fails alone: the others of its group are tried again, each in a transaction of its own") {
    Desk desk;
    desk.script.broken_battles = {8};
    auto first = desk.append(7);
    auto bad = desk.append(8);
    auto behind = desk.append(8);
    auto last = desk.append(9);
    desk.go();
    CHECK(stored(first));
    CHECK(kind_of(bad) == "broken");
    CHECK(kind_of(behind) == "refused");
    CHECK(stored(last));
    CHECK(desk.script.calls ==
          Calls{"begin", "write 7", "write 8", "begin", "write 7", "commit", "begin", "write 8", "begin", "commit", "begin", "write 9", "commit"});
}

TEST_CASE("a commit that breaks has each of its group tried alone") {
    Desk desk;
    desk.script.commits = {Kind::broken};
    auto first = desk.append(7);
    auto second = desk.append(8);
    desk.go();
    CHECK(stored(first));
    CHECK(stored(second));
}

TEST_CASE("while a group is tried one by one an unknown outcome is that one's alone, and what follows of its battle is refused") {
    Desk desk;
    desk.script.broken_battles = {9};
    desk.script.commits = {Kind::unknown};
    auto first = desk.append(7);
    auto behind = desk.append(7);
    auto other = desk.append(8);
    auto bad = desk.append(9);
    desk.go();
    CHECK(kind_of(first) == "unknown");
    CHECK(kind_of(behind) == "refused");
    CHECK(stored(other));
    CHECK(kind_of(bad) == "broken");
}

}  // namespace muster::storage::tests
