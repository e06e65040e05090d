// Which other servers live, and which are called gone, look by look.
#include "storage/postgres/others.hpp"

#include <doctest/doctest.h>

namespace muster::storage::postgres {

namespace {

using std::chrono::milliseconds;
using Urls = std::set<std::string>;

/// Looks as often as it should, from where it is quiet no more.
struct Looking {
    explicit Looking(const std::vector<Others::Seen>& seen) {
        for (milliseconds time{0}; time <= lease; time += beat_every) look(seen);
    }
    Urls look(const std::vector<Others::Seen>& seen, milliseconds pause = beat_every) {
        others.look(seen, now += pause);
        return others.take_gone();
    }
    Others others{};
    Others::Time now{std::chrono::hours(1)};
};

const std::string url = "http://one:8080";

}  // namespace

TEST_CASE("a server is gone when its lease has ended, or when it has no lock and two signs of life are missing, and is called so once") {
    Looking looking({{1, url, milliseconds(0), true}});
    CHECK(looking.others.any());
    CHECK(looking.look({{1, url, lease, true}}).empty());
    CHECK(looking.look({}) == Urls{url});
    CHECK(looking.look({}).empty());
    CHECK(!looking.others.any());

    Looking locked({{1, url, milliseconds(0), true}});
    CHECK(locked.look({{1, url, milliseconds(300), false}}).empty());
    CHECK(locked.look({{1, url, Others::overdue, false}}).empty());
    CHECK(!locked.others.any());
    CHECK(locked.look({{1, url, Others::overdue + milliseconds(1), false}}) == Urls{url});
    CHECK(locked.look({{1, url, Others::overdue + milliseconds(401), false}}).empty());
    CHECK(locked.look({{1, url, milliseconds(0), true}}).empty());
    CHECK(locked.look({}) == Urls{url});
}

TEST_CASE("who lost a connection and has another is not called gone, nor is one that nobody reaches") {
    Looking looking({{1, url, milliseconds(0), true}, {2, "", milliseconds(0), true}});
    CHECK(looking.look({{1, url, milliseconds(500), false}, {3, url, milliseconds(0), true}}).empty());
    CHECK(looking.look({{3, url, milliseconds(0), true}}).empty());
    CHECK(looking.look({}) == Urls{url});
}

TEST_CASE("the next look comes when the lease of one that is late ends, else with the next sign of life") {
    Looking looking({{1, url, milliseconds(0), true}});
    CHECK(looking.others.next_look() == beat_every);
    looking.look({{1, url, lease - milliseconds(100), true}, {2, "", milliseconds(0), true}});
    CHECK(looking.others.next_look() == milliseconds(102));
    looking.look({{1, url, Others::overdue - milliseconds(50), false}});
    CHECK(looking.others.next_look() == milliseconds(52));
    looking.look({{1, url, lease, true}});
    CHECK(looking.others.next_look() == milliseconds(2));
}

TEST_CASE("who was away himself calls nobody gone before the others could have come back, too") {
    Looking looking({{1, url, milliseconds(0), true}, {2, "http://two:8080", milliseconds(0), true}});
    CHECK(looking.look({}, 3 * beat_every).empty());
    CHECK(looking.look({{1, url, milliseconds(0), true}}).empty());
    for (milliseconds time = 2 * beat_every; time < Others::quiet; time += beat_every) CHECK(looking.look({{1, url, milliseconds(0), true}}).empty());
    CHECK(looking.look({{1, url, milliseconds(0), true}}) == Urls{"http://two:8080"});
    CHECK(looking.look({{1, url, milliseconds(0), true}}).empty());
}

}  // namespace muster::storage::postgres
