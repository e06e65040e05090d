#include "clients/cli/keeper.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include "clients/cli/held_seat.hpp"

using namespace muster;
using namespace muster::cli;

namespace {

/// A new $MUSTER_HOME that goes away with its content.
class Home {
public:
    Home() : path_(std::filesystem::temp_directory_path() / ("muster-keeper-" + std::to_string(getpid()))) { setenv("MUSTER_HOME", path_.c_str(), 1); }
    ~Home() {
        unsetenv("MUSTER_HOME");
        std::filesystem::remove_all(path_);
    }
    HeldSeat kept() const { return SeatsFile(path_).read().value().seats.at(0); }

private:
    std::filesystem::path path_;
};

const Link link_of_seat{Server{}, "b7Qk2", "secret"};

Json beginning(const std::string& viewer = "attacker") {
    return {{"viewer", viewer},
            {"head", 1},
            {"server_key", std::string(130, 'a')},
            {"commitment", std::string(64, 'b')},
            {"ruleset", "armies"},
            {"ruleset_version", 1},
            {"title", ""},
            {"setup", Json::object()},
            {"options", Json::object()}};
}

Keeper following() {
    Keeper keeper(SeatsFile::of_user(), link_of_seat.server.url(), link_of_seat.battle, link_of_seat.token);
    keeper.asks();
    CHECK(keeper.follows(beginning()).empty());
    return keeper;
}

Json taken_with(const std::string& nonce) { return {{"seq", 2}, {"event", "seat_taken"}, {"data", {{"seat", "attacker"}, {"nonce", nonce}}}}; }

}  // namespace

TEST_CASE("what was drawn for a seat was brought once the battle shows it; another nonce then is the server's") {
    const Home home;
    const auto nonce = kept_before_asking(link_of_seat).brought();
    auto keeper = following();
    CHECK(home.kept().seat == "attacker");
    CHECK(keeper.happens(taken_with(nonce)).empty());
    CHECK(home.kept().nonce == nonce);
    CHECK(home.kept().drawn.empty());
    CHECK(kept_before_asking(link_of_seat).brought() == nonce);
    const auto told = following().happens(taken_with("11ff11ff11ff11ff"));
    REQUIRE(told.size() == 1);
    CHECK(told.front().contains("another nonce than this device's"));
}

TEST_CASE("a nonce that was only drawn says nothing of a seat that was taken on another device") {
    const Home home;
    const auto nonce = kept_before_asking(link_of_seat).brought();
    CHECK(following().happens(taken_with("11ff11ff11ff11ff")).empty());
    CHECK(home.kept().nonce.empty());
    CHECK(home.kept().drawn == nonce);
}

TEST_CASE("a seat that was asked for and is followed has been given") {
    const Home home;
    const auto asked = seat_to_take({link_of_seat.server, link_of_seat.battle, {}}, "");
    Keeper keeper(SeatsFile::of_user(), asked.server, asked.battle, asked.token);
    keeper.asks();
    keeper.follows(beginning("defender"));
    CHECK(home.kept().seat == "defender");
    CHECK(home.kept().is_given());
}

TEST_CASE("a server that tells nonsense of how a battle began does not make the file of seats unreadable") {
    const Home home;
    const auto nonce = kept_before_asking(link_of_seat).brought();
    Keeper keeper(SeatsFile::of_user(), link_of_seat.server.url(), link_of_seat.battle, link_of_seat.token);
    keeper.asks();
    auto message = beginning();
    message["commitment"] = "short";
    CHECK(keeper.follows(message).size() == 1);
    CHECK(home.kept().drawn == nonce);
    CHECK(!home.kept().start);
}

TEST_CASE("a device hears all of a battle once; where dice are shared, always") {
    const Home home;
    auto keeper = following();
    CHECK_FALSE(keeper.may_skip_history());
    keeper.happens(Json{{"seq", 1}, {"event", "battle_created"}, {"data", Json::object()}});  // as far as it went then
    CHECK(keeper.may_skip_history());
    CHECK(following().may_skip_history());

    auto shared = beginning();
    shared["options"] = {{"dice", "shared"}};
    Keeper other(SeatsFile::of_user(), link_of_seat.server.url(), "c8Rl3", link_of_seat.token);
    other.asks();
    other.follows(shared);
    other.happens(Json{{"seq", 1}, {"event", "battle_created"}, {"data", Json::object()}});
    CHECK_FALSE(other.may_skip_history());
}
