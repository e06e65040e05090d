// muster ladder: from now on this device gives a seat's shares of shared dice.
#include <cstdio>

#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"

namespace muster::cli {

namespace {

/// Hears the battle to its present moment, since which ladders were put in before is told by its events; then puts in one that is not among them.
class Renewer : public Connection::Listener {
public:
    Renewer(const Link& link, Connection& connection)
        : connection_(connection),
          following_({link.battle, link.token, {}}, random_prefix()),
          keeper_(SeatsFile::of_user(), link.server.url(), link.battle, link.token) {}

    const std::string& seat() const { return seat_; }
    ExitCode exit_code() const { return exit_code_; }

    void opened() override { hello(); }
    void received(std::string_view text) override {
        using What = Following::Heard::What;
        auto heard = following_.hear(text);
        if (heard.what == What::follows) {
            seat_ = text_at(heard.message, "viewer");
            head_ = number_at(heard.message, "head");
            warn(keeper_.follows(heard.message));
        } else if (heard.what == What::event) {
            warn(keeper_.happens(heard.message));
            if (number_at(heard.message, "seq") == head_) put_in();
        } else if (heard.what == What::accepted) {
            warn(keeper_.hears(heard.message));
            finish(done);
        } else if (heard.what == What::refused || heard.what == What::no_entry) {
            finish(complain(refusal_text(heard.message), code_for(heard.message)));
        } else if (heard.what == What::busy) {
            connection_.after(patience_.next(), [this] {
                following_.try_again();
                if (following_.follows()) send();
                else hello();
            });
        }
    }
    void lost(const std::string& why) override {
        if (!std::exchange(told_, true)) std::fprintf(stderr, "muster: cannot reach the server (%s); trying again…\n", why.c_str());
    }
    void refused(const std::string& why) override { exit_code_ = complain("the server " + why, server_failed); }
    void interrupted() override { finish(answer_is_no); }

private:
    void hello() {
        keeper_.asks();
        connection_.send(following_.hello());
    }
    void put_in() {
        if (following_.waits_for("new_ladder")) return send();
        Keeper::Told told;
        const auto foot = keeper_.fresh_ladder(told);
        warn(told);
        if (foot.empty()) return finish(told.empty() ? complain("the dice of this battle are not shared", wrong_input) : server_failed);
        Json message{{"type", "new_ladder"}, {"ladder", foot}};
        keeper_.sign(message, {});
        warn(keeper_.sends(message, {}));
        following_.say(std::move(message));
        send();
    }
    void send() {
        for (auto& text : following_.to_send()) connection_.send(std::move(text));
    }
    void warn(const Keeper::Told& told) {
        for (const auto& each : told) complain(plain(each), done);
    }
    void finish(ExitCode code) {
        exit_code_ = code;
        connection_.stop();
    }

    Connection& connection_;
    Following following_;
    Keeper keeper_;
    Backoff patience_{};
    std::string seat_{};
    std::int64_t head_ = 0;
    bool told_ = false;
    ExitCode exit_code_ = server_failed;  // until the server has said something
};

}  // namespace

ExitCode run_ladder(const LadderOptions& options) {
    SeatOptions mine;
    mine.server = options.server;
    mine.battle = options.battle;
    mine.seat = options.seat;
    const auto link = find_seat(mine);
    if (!link) return link.error();
    Connection connection(link->server);
    Renewer renewer(*link, connection);
    connection.run(renewer);
    if (renewer.exit_code() != done) return renewer.exit_code();
    remember_seat(*link, renewer.seat(), {});
    Screen().print("From now on this device gives the shares of the dice of the seat \"" + plain(renewer.seat()) +
                   "\"; whatever gave them before does no longer.");
    return done;
}

}  // namespace muster::cli
