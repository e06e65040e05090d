// What the program keeps before it gives a share of shared dice, and that it gives none where it cannot.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "clients/cli/speaker.hpp"
#include "tests/protocol/shared_device.hpp"
#include "tests/support/rock_paper.hpp"

using namespace muster;
using namespace muster::cli;
using muster::test::SharedDevice;

namespace {

/// A battle at its first request for shares, and the program of the attacker's seat.
struct Table {
    explicit Table(const test::Start& start) : game(test::created(start)), device(game, 0) {
        setenv("MUSTER_HOME", home.c_str(), 1);
        device.kept.nonce = "00ff00ff00ff00ff";
        const auto& key = test::seat_key_for_tests(0);
        if (start.signs) device.kept.keys.push_back(protocol::to_hex(key.private_bytes()) + protocol::to_hex(key.public_bytes()));
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
    /// Until something is sealed for the server too.
    void play_until_sealed() {
        while (!game.fold->is_sealed_for_all(game.fold->open().front())) {
            if (game.fold->asks_shares()) game.give_shares();
            else game.choose_best();
        }
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

/// What the program says, as the server hears it.
struct Speaking {
    explicit Speaking(const Table& table) : keeper(table.keeper()), following({table.device.kept.battle, table.device.kept.token, {}}, "id-") {
        following.hello();
        following.hear(R"({"type":"following"})");
    }
    Json said(std::size_t index) const { return Json::parse(sent.at(index)); }
    /// The server's answer to what was said last; it is one that is heard.
    Following::Heard hears(Json answer) {
        answer["id"] = said(sent.size() - 1)["id"];
        return following.hear(answer.dump());
    }
    bool refused(const char* path) {
        const auto heard = hears({{"type", "rejected"}, {"code", "illegal_choice"}, {"path", path}});
        REQUIRE(heard.what == Following::Heard::What::refused);
        return speaker.says_again(heard.ours, heard.message);
    }

    Keeper keeper;
    Following following;
    std::vector<std::string> sent{};
    Speaker speaker{following, keeper, [this](std::string text) { sent.push_back(std::move(text)); }, [](const Keeper::Told& told) { CHECK(told.empty()); }};
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
    table.play_until_sealed();
    keeper = table.keeper();
    const auto request = table.request();
    CHECK(keeper.is_sealed_for_all(request));
    const auto said = keeper.seal(request, "default").value();
    const auto& seal = said["choice"];
    CHECK(seal["seal"].get<std::string>().size() == 64);
    CHECK(!said.contains("ladder"));  // the server has not said that it takes it
    REQUIRE(!table.kept().sent.empty());
    CHECK(table.kept().sent.back().choice == request["default"]);
    const Json choose{{"type", "choose"}, {"decision", request["decision"]}, {"choice", seal}};
    CHECK(keeper.sends(choose, request).empty());
    CHECK(keeper.answered(choose, false).empty());
    CHECK(table.kept().sent.size() == 1);
    CHECK(keeper.seal(request, Json{{"armies", 0}}).error().why.contains("another choice is sealed for this decision already"));
    CHECK(keeper.seal(request, "default").value() == said);
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

TEST_CASE("a seal that is refused, since another program of the seat has put in a ladder, is made again by that, whichever is heard first") {
    for (const bool refusal_first : {true, false}) {
        Table table(test::shared_twins());
        table.play_until_sealed();
        Speaking one(table);
        auto request = table.request();
        request["names_ladder"] = true;
        CHECK(!one.speaker.choose(request, "default"));
        const auto& start = table.game.fold->chain().start();
        CHECK(one.said(0)["ladder"] == protocol::to_hex(protocol::bytes_of(table.game.holders[0].ladder.foot())));

        auto other = table.keeper();
        Keeper::Told told;
        const auto foot = other.fresh_ladder(told);
        table.game.run([&](protocol::Fold& fold, protocol::Applied& out) { fold.new_ladder(0, foot, out); });
        const auto renewed = table.game.event(table.game.events.size() - 1);
        if (!refusal_first) CHECK(one.keeper.happens(renewed).empty());
        CHECK(one.refused("/ladder"));
        CHECK(table.kept().sent.empty());  // nothing lies sealed, and the other program may decide otherwise
        CHECK(one.speaker.holds(request["decision"].get<std::int64_t>()));
        if (refusal_first) {
            CHECK(!one.speaker.take_held(request));  // by which it is sealed is not known yet
            CHECK(one.keeper.happens(renewed).empty());
        }
        auto held = one.speaker.take_held(request);
        REQUIRE(held);
        CHECK(*held == request["default"]);
        CHECK(!one.speaker.choose(request, *held));
        CHECK(one.said(1)["ladder"] == foot);
        const protocol::Ladder ladder(start, "attacker", *protocol::hash_from_hex(table.kept().ladders.back()));
        const auto seal = protocol::seal_of(ladder.rung(1), start, "attacker", request["decision"].get<std::int64_t>(), request["default"].dump());
        CHECK(one.said(1)["choice"]["seal"] == protocol::to_hex(protocol::bytes_of(seal)));
        CHECK(table.kept().sent.size() == 1);
    }
}

TEST_CASE("a choice is signed as it was given; where the rules fill something in, the server is asked once what it is in full") {
    auto start = test::shared_start("advanced-combat");
    start.signs = true;
    Table table(start);
    Speaking one(table);
    const auto request = table.request();
    auto shortened = request["default"];
    std::size_t left_out = 0;
    for (auto& each : shortened["units"])
        if (each["enhanced"] == false) left_out += each.erase("enhanced");
    REQUIRE(left_out > 0);
    CHECK(!one.speaker.choose(request, shortened));
    CHECK(one.said(0)["type"] == "choose");
    CHECK(one.said(0)["choice"] == shortened);
    CHECK(one.said(0).contains("signature"));

    CHECK(one.refused("/signature"));
    CHECK(one.said(1)["type"] == "preview");
    CHECK(!one.said(1).contains("signature"));
    const auto told = one.hears({{"type", "previewed"}, {"choice", request["default"]}});
    REQUIRE(told.what == Following::Heard::What::previewed);
    one.speaker.say_previewed(told.ours, told.message, request);
    CHECK(one.said(2)["choice"] == request["default"]);
    const protocol::Fold::Choice made{request["decision"], request["default"], protocol::How::chosen, one.said(2)["signature"]};
    CHECK(!table.game.fold->check_signature(made));
    CHECK(!one.refused("/signature"));
    CHECK(one.sent.size() == 3);
}

TEST_CASE("when few rungs are left, it is time for a new ladder") {
    test::Start start{.ruleset = &test::rock_paper_duel(), .setup = {{"rounds", protocol::Ladder::rungs}}, .options = {{"dice", "shared"}}};
    Table table(start);
    const auto play = [&](int steps) {
        for (; steps > 0; --steps) {
            table.game.choose(table.game.seal({"default", "default"}));
            table.game.give_shares();
        }
    };
    play(protocol::Ladder::rungs - 64);
    CHECK(!table.keeper().needs_ladder());
    play(1);
    CHECK(table.keeper().needs_ladder());
}
