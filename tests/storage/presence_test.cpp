// Under which token a server lives, also where the database refuses one.
#include "storage/postgres/presence.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "storage/postgres/errors.hpp"
#include "storage/postgres/postgres_store.hpp"
#include "tests/support/postgres.hpp"

namespace muster::storage::postgres {

TEST_CASE("a server whose new token is refused lives on under the one before") {
    auto& server = test::Postgres::instance();
    const auto address = server.new_database();
    REQUIRE(PostgresStore::open(address, "the store", {}));  // makes the tables, and is gone
    {
        Presence presence(address, "http://here", std::numeric_limits<std::int64_t>::max(), std::chrono::seconds(10));
        presence.enter(1);
        CHECK(presence.token() == 1);
        server.run(address, "ALTER TABLE heads RENAME TO put_away");
        CHECK_THROWS_AS(presence.enter(2), PgError);
        CHECK(presence.token() == 1);
        server.run(address, "ALTER TABLE put_away RENAME TO heads");
        presence.enter(3);
        CHECK(presence.token() == 3);
    }
    server.drop(address);
}

}  // namespace muster::storage::postgres
