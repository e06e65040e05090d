// `muster orders` against a real server.
#include <doctest/doctest.h>

#include <fstream>

#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

TEST_CASE("a seat's orders are left from a file, shown with what they would do now, and taken back") {
    const TempFolder folder;
    ServerProcess server(folder.path());
    auto [ada, bob, battle] = Seated(server.port());
    const auto link = server.url() + "/b/" + battle.id + "#" + battle.attacker;
    const auto file = (folder.path() / "orders.json").string();
    std::ofstream(file) << R"([{"for":"wave","if":{"mine":{"at_most":8}},"play":{"prefer":["chariots"]}},{"for":"*","play":"default"}])";

    const auto none = run_program({MUSTER, "orders", link});
    CHECK(none.out.find("No standing orders") != std::string::npos);
    const auto left = run_program({MUSTER, "orders", link, file});
    CHECK_MESSAGE(left.exit_code == 0, left.err);
    CHECK(left.out.find("1. wave: if you have at most 8 pieces, prefer chariots") != std::string::npos);
    CHECK(left.out.find("2. every decision: play the default") != std::string::npos);
    CHECK(left.out.find("(wave) is open: order 1 would play {\"units\":[{\"count\":3,") != std::string::npos);

    std::ofstream(file) << R"([{"for":"waves","play":"default"}])";
    const auto wrong = run_program({MUSTER, "orders", link, file});
    CHECK(wrong.exit_code == 2);
    CHECK(wrong.err.find("/orders/0/for") != std::string::npos);
    const auto cleared = run_program({MUSTER, "orders", link, "--clear", "--json"});
    CHECK(Json::parse(cleared.out)["orders"].empty());
}
