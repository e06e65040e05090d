// Sending again with the same id gets the same answer and does nothing twice.
#include "tests/battle/house.hpp"

using namespace muster;
using namespace muster::test;

namespace {

std::vector<std::int64_t> accepted(const Client& client, const std::string& id) {
    std::vector<std::int64_t> out;
    for (const auto& message : client.all("accepted"))
        if (message["id"] == id) out.push_back(message["seq"].get<std::int64_t>());
    return out;
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a choice that is sent again before it is durable is answered twice and made once") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    store.hold();
    party.red->throws("a", 1, "paper");
    party.red->throws("a", 1, "paper");
    house.settle();
    store.release();
    house.settle();
    CHECK(accepted(*party.red, "a") == Numbers{7, 7});
    CHECK(party.spectator->numbers().back() == 7);
}

TEST_CASE("a choice that is sent again after it was answered gets the same answer, from another connection too") {
    ScriptedStore store;
    House house(store);
    const Party party(house);
    party.red->throws("a", 1, "paper");
    party.red->answer("a");
    const auto again = house.join(party.table, "red");
    again->throws("a", 1, "paper");
    CHECK(again->outcome("a") == "accepted 7");
    CHECK(again->answer("a")["decision"] == 1);
    house.settle();
    CHECK(party.spectator->numbers().back() == 7);
}
