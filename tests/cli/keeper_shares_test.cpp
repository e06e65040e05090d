// What the program keeps before it gives a share of shared dice, and that it gives none where it cannot.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "clients/cli/keeper.hpp"
#include "tests/protocol/shared_device.hpp"

using namespace muster;
using namespace muster::cli;
using muster::test::SharedDevice;

namespace {

/// A battle at its first request for shares, and the program of the attacker's seat.
struct Table {
    explicit Table(const test::Start& start) : game(test::created(start)), device(game, 0) {
        setenv("MUSTER_HOME", home.c_str(), 1);
        device.kept.nonce = "00ff00ff00ff00ff";
        CHECK(!SeatsFile(home).change([&](protocol::Mine& mine) { mine.seats.push_back(device.kept); }));
        game.take(0, "Ada", "00ff00ff00ff00ff");
        game.take(1, "Bob");
    }
    ~Table() {
        unsetenv("MUSTER_HOME");
        std::filesystem::remove_all(home);
    }

    Keeper keeper() const {
        const auto& kept = device.kept;
        Keeper out(SeatsFile(home), kept.server, kept.battle, kept.token);
        out.asks();
        Json following = to_json_value(*kept.start);
        following["viewer"] = kept.seat;
        following["head"] = game.events.size();
        CHECK(out.follows(following).empty());
        for (std::size_t i = 0; i < game.events.size(); ++i) CHECK(out.happens(game.event(i)).empty());
        return out;
    }
    Json request() const {
        const auto& open = game.fold->open().front();
        Json out{{"seat", "attacker"}, {"decision", open.id}, {"kind", open.ask.kind}, {"options", *open.ask.options}, {"sealed", open.sealed}};
        if (game.fold->asks_shares()) out["signed_head"] = to_json_value(SharedDevice::head(game));
        else out["default"] = *open.ask.preset;
        return out;
    }
    HeldSeat kept() const { return SeatsFile(home).read().value().seats.at(0); }
    /// The seat's choice is sent, and accepted.
    void choose(Keeper& keeper) {
        const Json choose{{"type", "choose"}, {"decision", game.fold->open().front().id}, {"choice", "default"}};
        if (game.fold->open().front().ask.seat == 0) {
            CHECK(keeper.sends(choose, request()).empty());
            CHECK(keeper.answered(choose, true).empty());
        }
        const auto before = game.events.size();
        game.choose_best();
        for (auto i = before; i < game.events.size(); ++i) CHECK(keeper.happens(game.event(i)).empty());
    }

    std::filesystem::path home = std::filesystem::temp_directory_path() / ("muster-shares-" + std::to_string(getpid()));
    test::Game game;
    SharedDevice device;
};

}  // namespace

TEST_CASE("the head that is asked with is in the file before the share is given, and another program gives the same") {
    Table table(test::shared_start("advanced-combat"));
    auto keeper = table.keeper();
    while (!table.game.fold->asks_shares()) table.choose(keeper);
    CHECK(!table.kept().asked);
    Keeper::Told told;
    const auto share = keeper.share(table.request(), told);
    CHECK(told.empty());
    REQUIRE(share);
    CHECK((*share)["share"] == table.game.share_of(0)["share"]);
    CHECK(table.kept().asked.value().step == 1);
    CHECK(table.keeper().share(table.request(), told) == share);

    auto forged = table.request();
    forged["signed_head"]["shown"] = std::string(64, 'a');
    CHECK(!keeper.share(forged, told));
    CHECK(!keeper.share({{"options", Json::array()}}, told));
    CHECK(!keeper.share(Json{{"options", table.request()["options"]}}, told));
    REQUIRE(told.size() == 3);
    CHECK(told[0].starts_with("No share of the dice is given: The server goes against its word: after input "));
    CHECK(told[1].contains("in a way that cannot be read"));
}

TEST_CASE("what cannot be kept is not given") {
    Table table(test::shared_start("advanced-combat"));
    auto keeper = table.keeper();
    while (!table.game.fold->asks_shares()) table.choose(keeper);
    std::filesystem::remove_all(table.home);
    std::ofstream(table.home) << "in the way";
    Keeper::Told told;
    CHECK(!keeper.share(table.request(), told));
    REQUIRE(told.size() == 1);
    CHECK(told[0].starts_with("No share of the dice is given, since what it is given for cannot be kept: "));
    CHECK(keeper.fresh_ladder(told).empty());
}

TEST_CASE("a choice that is sealed for the server too is kept as it was sealed, also when the seal is refused, and no other is") {
    Table table(test::shared_twins());
    auto keeper = table.keeper();
    while (!table.game.fold->is_sealed_for_all(table.game.fold->open().front())) {
        if (table.game.fold->asks_shares()) table.game.give_shares();
        else table.game.choose_best();
    }
    keeper = table.keeper();
    const auto request = table.request();
    CHECK(keeper.is_sealed_for_all(request));
    const auto seal = keeper.seal(request, "default").value();
    CHECK(seal["seal"].get<std::string>().size() == 64);
    REQUIRE(!table.kept().sent.empty());
    CHECK(table.kept().sent.back().choice == request["default"]);
    const Json choose{{"type", "choose"}, {"decision", request["decision"]}, {"choice", seal}};
    CHECK(keeper.sends(choose, request).empty());
    CHECK(keeper.answered(choose, false).empty());
    CHECK(table.kept().sent.size() == 1);
    CHECK(keeper.seal(request, Json{{"armies", 0}}).error().why.contains("another choice is sealed for this decision already"));
    CHECK(keeper.seal(request, "default").value() == seal);
    CHECK(keeper.answered(choose, true).empty());
    CHECK(table.kept().sent.back().accepted);
}

TEST_CASE("a new ladder is drawn once until it has been put in") {
    Table table(test::shared_start("advanced-combat"));
    auto keeper = table.keeper();
    Keeper::Told told;
    const auto foot = keeper.fresh_ladder(told);
    CHECK(foot.size() == 64);
    CHECK(keeper.fresh_ladder(told) == foot);
    CHECK(table.keeper().fresh_ladder(told) == foot);
    CHECK(table.kept().ladders.size() == 2);
    CHECK(keeper.needs_ladder());  // it waits to be put in
    CHECK(told.empty());
}
