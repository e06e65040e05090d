// muster join: takes a seat and leaves again.
#include <cstdio>

#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"
#include "clients/cli/sitting_down.hpp"

namespace muster::cli {

namespace {

class Joiner : public Connection::Listener {
public:
    Joiner(const Link& link, const std::string& name, Connection& connection)
        : link_(link),
          connection_(connection),
          following_({link.battle, link.token, name}, random_prefix()),
          keeper_(SeatsFile::of_user(), link.server.url(), link.battle, link.token) {}

    const std::string& seat() const { return seat_; }
    ExitCode exit_code() const { return exit_code_; }

    void opened() override { hello(); }
    void received(std::string_view text) override {
        using What = Following::Heard::What;
        const auto heard = following_.hear(text);
        if (heard.what == What::follows) {
            seat_ = text_at(heard.message, "viewer");
            exit_code_ = done;
            for (const auto& each : keeper_.follows(heard.message)) complain(each, done);
            connection_.stop();
        } else if (heard.what == What::no_entry) {
            exit_code_ = complain(refusal_text(heard.message), code_for(heard.message));
            connection_.stop();
        } else if (heard.what == What::busy) {
            connection_.after(patience_.next(), [this] { hello(); });
        }
    }
    void lost(const std::string& why) override {
        if (!std::exchange(told_, true)) std::fprintf(stderr, "muster: cannot reach the server (%s); trying again…\n", why.c_str());
    }
    void refused(const std::string& why) override { exit_code_ = complain("the server " + why, server_failed); }
    void interrupted() override { connection_.stop(); }

private:
    void hello() {
        auto brought = bring(link_);
        if (!brought && brought.error().for_now) return connection_.after(patience_.next(), [this] { hello(); });
        if (!brought) {
            exit_code_ = complain(brought.error().why, brought.error().code);
            return connection_.stop();
        }
        following_.brings(std::move(*brought));
        keeper_.asks();
        connection_.send(following_.hello());
    }

    const Link& link_;
    Connection& connection_;
    Following following_;
    Keeper keeper_;
    Backoff patience_{};
    std::string seat_{};
    bool told_ = false;
    ExitCode exit_code_ = server_failed;  // until the server has said something
};

}  // namespace

ExitCode run_join(const SeatOptions& options) {
    const auto link = find_seat(options);
    if (!link) return link.error();
    Connection connection(link->server);
    Joiner joiner(*link, options.name, connection);
    connection.run(joiner);
    if (joiner.exit_code() != done) return joiner.exit_code();
    remember_seat(*link, joiner.seat(), options.name);
    const Screen screen;
    screen.print("You are the " + joiner.seat() + ". Your seat is remembered in " + SeatsFile::of_user().path().string() + ".");
    screen.print("To play:  muster play '" + link_text(link->server, link->battle) + "'" + (options.seat.empty() ? "" : " --seat " + joiner.seat()));
    return done;
}

}  // namespace muster::cli
