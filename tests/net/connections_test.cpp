// The table of connections: whoever is in it leaves it by itself.
#include "server/net/connections.hpp"

#include <doctest/doctest.h>

using namespace muster::server;

namespace {

Connections::Ends nothing() {
    return {[] {}, [] {}};
}

}  // namespace

TEST_CASE("a place in the table is given back when it goes, wherever it was moved to before") {
    const auto table = std::make_shared<Connections>();
    {
        auto first = table->add(nothing(), 2);
        auto second = table->add(nothing(), 2);
        CHECK(!table->add(nothing(), 2));
        Connections::Place elsewhere(std::move(first));
        CHECK(table->size() == 2);
        second = std::move(elsewhere);
        CHECK(second);
    }
    CHECK(table->size() == 0);
    CHECK(table->add(nothing(), 1));
}

TEST_CASE("who leaves while something is thrown leaves its place too") {
    const auto table = std::make_shared<Connections>();
    try {
        const auto place = table->add(nothing(), 1);
        throw std::runtime_error("in the middle of something");
    } catch (const std::runtime_error&) {}
    CHECK(table->size() == 0);
}

TEST_CASE("at the end everybody is told once, nobody new comes in, and who changes meanwhile is told at once") {
    const auto table = std::make_shared<Connections>();
    int closed = 0, cut = 0;
    const Connections::Ends ends{[&] { ++closed; }, [&] { ++cut; }};
    const auto first = table->add(ends, 10), second = table->add(ends, 10);
    table->close_all();
    CHECK(closed == 2);
    CHECK(!table->add(ends, 10));
    second.replace(ends);
    CHECK(closed == 3);
    table->cut_all();
    CHECK(cut == 2);
    second.replace(ends);
    CHECK(cut == 3);
}

TEST_CASE("who was refused and is about to go takes nobody's place, and is told of the end too") {
    const auto table = std::make_shared<Connections>();
    int told = 0;
    const Connections::Ends ends{[&] { ++told; }, [&] { ++told; }};
    {
        const auto leaving = table->add_leaving(ends);
        CHECK(table->size() == 1);
        CHECK(table->add(nothing(), 1));
    }
    CHECK(table->size() == 0);
    const auto other = table->add(nothing(), 1);
    CHECK(!table->add(nothing(), 1));
    const auto leaving = table->add_leaving(ends);
    table->close_all();
    table->cut_all();
    CHECK(told == 2);
    CHECK(!table->add_leaving(ends));
}

TEST_CASE("a connection may end while it is told to") {
    const auto table = std::make_shared<Connections>();
    struct Connection {
        Connections::Place place{};
    };
    auto connection = std::make_shared<Connection>();
    const std::weak_ptr<Connection> weak = connection;
    const auto end = [&connection, weak] {
        const auto last = weak.lock();
        connection.reset();
    };
    connection->place = table->add({end, end}, 10);
    table->close_all();
    CHECK(table->size() == 0);
}
