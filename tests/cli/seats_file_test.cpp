#include "clients/cli/seats_file.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "clients/cli/held_seat.hpp"

using namespace muster::cli;

namespace {

// A new folder that goes away with its content.
class Folder {
public:
    Folder() : path_(std::filesystem::temp_directory_path() / ("muster-seats-" + std::to_string(getpid()) + "-" + std::to_string(++count_))) {}
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::filesystem::path& path() const { return path_; }

private:
    static inline int count_ = 0;
    std::filesystem::path path_;
};

/// $MUSTER_HOME, as long as it lasts.
class HomeOf {
public:
    explicit HomeOf(const std::filesystem::path& folder) { setenv("MUSTER_HOME", folder.c_str(), 1); }
    ~HomeOf() { unsetenv("MUSTER_HOME"); }
};

unsigned mode_of(const std::filesystem::path& path) {
    struct stat about{};
    REQUIRE(stat(path.c_str(), &about) == 0);
    return about.st_mode & 0777;
}

const HeldSeat ada{"http://127.0.0.1:8080", "b7Qk2", "attacker", "secret", "Ada"};

}  // namespace

TEST_CASE("a remembered seat is found again, and only its owner can read the file") {
    const Folder folder;
    const SeatsFile file(folder.path() / "deep" / "muster");
    CHECK(file.read().value().seats.empty());
    CHECK(!file.remember(ada));
    CHECK(file.seats_in("http://127.0.0.1:8080", "b7Qk2").value() == std::vector{ada});
    CHECK(file.seats_in("http://127.0.0.1:8081", "b7Qk2").value().empty());
    CHECK(mode_of(file.path()) == 0600);
    CHECK(mode_of(file.path().parent_path()) == 0700);
}

TEST_CASE("a seat is remembered once, and beside others") {
    const Folder folder;
    const SeatsFile file(folder.path());
    auto defender = ada;
    defender.seat = "defender";
    defender.token = "other";
    auto renamed = ada;
    renamed.name = "Ada L.";
    CHECK(!file.remember(ada));
    CHECK(!file.remember(defender));
    CHECK(!file.remember(renamed));
    CHECK(file.read().value().seats == std::vector{defender, renamed});
}

TEST_CASE("seats remembered at the same time are all there afterwards") {
    const Folder folder;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            auto seat = ada;
            seat.token += std::to_string(i);
            CHECK(!SeatsFile(folder.path()).remember(seat));
        });
    for (auto& thread : threads) thread.join();
    CHECK(SeatsFile(folder.path()).read().value().seats.size() == 8);
}

TEST_CASE("the nonce of a link is kept before anybody is asked, and is the same at each attempt") {
    const Folder folder;
    const HomeOf home(folder.path());
    const Link link{Server{}, "b7Qk2", "secret"};
    const auto nonce = kept_before_asking(link).brought();
    CHECK(nonce.size() == 32);
    CHECK(SeatsFile(folder.path()).read().value().seats.at(0).drawn == nonce);
    CHECK(kept_before_asking(link).brought() == nonce);
    CHECK(kept_before_asking({link.server, "b7Qk2", "other"}).brought() != nonce);
    CHECK(SeatsFile(folder.path()).seats_in(link.server.url(), "b7Qk2").value().empty());  // nobody has been let in yet
    remember_seat(link, "attacker", "Ada");
    const auto held = SeatsFile(folder.path()).seats_in(link.server.url(), "b7Qk2").value();
    REQUIRE(held.size() == 1);
    CHECK(held.front().drawn == nonce);
    CHECK(held.front().token == "secret");
}

TEST_CASE("an open seat is asked for with the same token and nonce until it is given") {
    const Folder folder;
    const HomeOf home(folder.path());
    Link link{Server{}, "b7Qk2", ""};
    const auto asked = seat_to_take(link, "defender");
    CHECK(asked.drawn.size() == 32);
    CHECK(seat_to_take(link, "defender") == asked);
    CHECK(seat_to_take(link, "").token != asked.token);
    CHECK(SeatsFile(folder.path()).seats_in(link.server.url(), "b7Qk2").value().empty());
    link.token = asked.token;
    remember_seat(link, "defender", "Eve");
    CHECK(kept_before_asking(link).brought() == asked.drawn);
    CHECK(seat_to_take(link, "defender").token != asked.token);
}

TEST_CASE("a file of the time before nonces were kept is read, and gets one") {
    const Folder folder;
    const HomeOf home(folder.path());
    const Link link{Server{}, "b7Qk2", "secret"};
    std::filesystem::create_directories(folder.path());
    const SeatsFile file(folder.path());
    std::ofstream(file.path()) << R"({"seats":[{"server":")" << link.server.url() << R"(","battle":"b7Qk2","seat":"attacker","token":"secret","name":"Ada"}]})";
    CHECK(file.seats_in(link.server.url(), "b7Qk2").value().at(0).name == "Ada");
    const auto nonce = kept_before_asking(link).brought();
    const auto held = file.seats_in(link.server.url(), "b7Qk2").value();
    REQUIRE(held.size() == 1);
    CHECK(held.front().drawn == nonce);
    CHECK(held.front().seat == "attacker");
    CHECK(held.front().name == "Ada");
}

TEST_CASE("a damaged file is said to be so and left alone") {
    const Folder folder;
    std::filesystem::create_directories(folder.path());
    const SeatsFile file(folder.path());
    std::ofstream(file.path()) << "{\"seats\":[";
    CHECK(!file.read());
    const auto problem = file.remember(ada);
    REQUIRE(problem);
    CHECK(problem->contains("is damaged"));
    CHECK(std::filesystem::file_size(file.path()) == 10);
}

TEST_CASE("MUSTER_HOME says where the file is") {
    setenv("MUSTER_HOME", "/somewhere", 1);
    CHECK(SeatsFile::of_user().path() == "/somewhere/seats.json");
    unsetenv("MUSTER_HOME");
    setenv("XDG_DATA_HOME", "/data", 1);
    CHECK(SeatsFile::of_user().path() == "/data/muster/seats.json");
    unsetenv("XDG_DATA_HOME");
}
