// Which battles are known as attended: what lists look for among them.
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("a battle is attended while somebody follows it and lists may show it") {
    ScriptedStore store;
    House house(store);
    const auto attended = [&] {
        house.settle();
        return house.services.attendance.battles(10);
    };
    for (const char* visibility : {"unlisted", "private"}) {
        const Table hidden = house.create(2, {{"visibility", visibility}});
        house.join(hidden, "red");
        CHECK(attended().empty());
    }
    const Table table = house.create();
    const auto red = house.join(table, "red");
    CHECK(attended() == Ids{table.battle});
    CHECK(house.services.attendance.of(table.battle) == 1);
    house.port(table.battle)->command(server::SetHidden{true}, {});
    CHECK(attended().empty());
    house.port(table.battle)->command(server::SetHidden{false}, {});
    CHECK(attended() == Ids{table.battle});
    red->unfollow("u");
    CHECK(attended().empty());
}

TEST_CASE("where more battles are attended than are looked for, those that go on come first") {
    ScriptedStore store;
    House house(store);
    Ids ended;
    std::vector<ClientPtr> there;
    for (int i = 0; i < 5; ++i) {
        const Party party(house);
        house.port(party.table.battle)->command(server::CloseBattle{}, {});
        there.push_back(party.spectator);
        ended.push_back(party.table.battle);
    }
    const Table goes_on = house.create();
    there.push_back(house.join(goes_on, "red"));
    house.settle();
    CHECK(house.services.attendance.battles(1) == Ids{goes_on.battle});
    auto all = house.services.attendance.battles(10);
    std::ranges::sort(all);
    ended.push_back(goes_on.battle);
    std::ranges::sort(ended);
    CHECK(all == ended);
}
