// muster roll: makes the decision that is anybody's, once, and says what came of it. Whoever else must say yes to it, or add to the dice, is waited for.
#include <cstdio>

#include "clients/cli/awaited.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/player.hpp"
#include "clients/cli/sitting_down.hpp"
#include "clients/cli/speaker.hpp"
#include "protocol/shares.hpp"

namespace muster::cli {

namespace {

class Roller : public Connection::Listener {
public:
    Roller(const Link& link, const std::string& name, Json choice, Connection& connection)
        : link_(link),
          name_(name),
          choice_(std::move(choice)),
          connection_(connection),
          following_({link.battle, link.token, name}, random_prefix()),
          keeper_(SeatsFile::of_user(), link.server.url(), link.battle, link.token),
          speaker_(following_, keeper_, [this](std::string text) { connection_.send(std::move(text)); }, [](const Keeper::Told& told) { warn(told); }) {}

    ExitCode exit_code() const { return exit_code_; }

    void opened() override {
        ++openings_;
        hello();
    }
    void received(std::string_view text) override;
    void lost(const std::string& why) override {
        if (!std::exchange(told_, true)) std::fprintf(stderr, "muster: cannot reach the server (%s); trying again…\n", plain(why).c_str());
    }
    void refused(const std::string& why) override { exit_code_ = complain("the server " + why, server_failed); }
    void interrupted() override {
        end(complain(decision_ == 0 ? "nothing was thrown" : "nobody knows yet what comes of it; the battle goes on", answer_is_no));
    }

private:
    void hello();
    void follow(const Json& message);
    void hear_of_table(const Json& following);
    void happen(const Json& event);
    void take_request(Json request);
    void choose();
    void give_share(const Json& request);
    void share_accepted(std::int64_t decision);
    void hear_of_witness(const Json& awaited);
    void wait_and_retry();
    void end(ExitCode code) {
        exit_code_ = code;
        connection_.stop();
    }
    /// What is pasted where the game is played: whoever opens it sees this throw and can check its dice.
    std::string link_of_throw(std::int64_t number) const { return link_.server.url() + "/b/" + link_.battle + "?throw=" + std::to_string(number); }
    static void warn(const Keeper::Told& told) {
        for (const auto& each : told) complain(plain(each), done);
    }

    const Link& link_;
    std::string name_;
    Json choice_;
    Connection& connection_;
    Following following_;
    Keeper keeper_;
    Speaker speaker_;
    Narrator narrator_{};
    Backoff patience_{};
    Screen screen_{};
    std::string seat_{};
    std::string told_by_{};         ///< the event that tells what came of it
    bool shared_ = false;           ///< both seats add to the dice
    std::string witness_{};         ///< of the dice: its address
    std::string awaited_{};         ///< what was said of it last
    std::int64_t share_asked_ = 0;  ///< the decision in which the shares are awaited now
    Json request_{};                ///< that anybody may answer now, or null
    std::int64_t decision_ = 0;     ///< that we have answered; 0: none
    std::int64_t openings_ = 0;
    bool brought_ = false;
    bool at_end_ = false;  ///< what was thrown before is not asked for: there may be ten thousand
    bool retry_due_ = false;
    bool told_ = false;
    bool chosen_ = false;  ///< what comes now follows from it
    bool rolled_ = false;
    ExitCode exit_code_ = server_failed;  // until the server has said something
};

void Roller::hello() {
    if (!brought_) {
        auto brought = bring(link_);
        if (!brought && brought.error().for_now) return connection_.after(patience_.next(), [this] { hello(); });
        if (!brought) return end(complain(brought.error().why, brought.error().code));
        following_.brings(std::move(*brought));
        brought_ = true;
    }
    keeper_.asks();
    if (following_.since() == 0) following_.begin_at_end(at_end_ = keeper_.may_skip_history());
    connection_.send(following_.hello());
}

void Roller::received(std::string_view text) {
    using What = Following::Heard::What;
    auto heard = following_.hear(text);
    switch (heard.what) {
        case What::follows: return follow(heard.message);
        case What::restored:
        case What::shorter: return end(complain("the server has gone back to an older copy of this battle; look what came of it", server_failed));
        case What::event: return happen(heard.message);
        case What::gap: return connection_.reopen();
        case What::request: return take_request(std::move(heard.message));
        case What::closed:
            if (number_at(heard.message, "decision") == number_at(request_, "decision")) request_ = Json();
            if (number_at(heard.message, "decision") == share_asked_) share_asked_ = 0;
            return;
        case What::previewed: return speaker_.say_previewed(std::move(heard.ours), heard.message, request_);
        case What::accepted:
            patience_.reset();
            warn(keeper_.answered(heard.ours, true));
            warn(keeper_.hears(heard.message));
            if (const auto made = number_at(heard.ours, "decision"); made != 0 && made == share_asked_) share_accepted(made);
            return;
        case What::presence: return hear_of_witness(value_at(heard.message, "witness"));
        case What::refused:
            if (speaker_.says_again(heard.ours, heard.message)) return;
            warn(keeper_.answered(heard.ours, false));
            if (text_at(heard.ours, "type") != "choose" || number_at(heard.ours, "decision") != decision_) return;  // a share, or a ladder
            if (text_at(heard.message, "code") == "stale_decision") {  // somebody else was faster: once more, as soon as we are asked again
                if (number_at(request_, "decision") == std::exchange(decision_, 0)) request_ = Json();
                return choose();
            }
            return end(complain(refusal_text(heard.message), wrong_input));
        case What::no_entry: return end(complain(refusal_text(heard.message), code_for(heard.message)));
        case What::busy: return wait_and_retry();
        default: return;
    }
}

void Roller::follow(const Json& message) {
    connection_.settled();
    patience_.reset();
    if (seat_.empty()) {
        seat_ = text_at(message, "viewer");
        narrator_ = Narrator(seat_);
        if (at_end_) hear_of_table(message);
        remember_seat(link_, seat_, name_);
    }
    shared_ = text_at(value_at(message, "options"), "dice") == "shared";
    witness_ = text_at(value_at(value_at(message, "options"), "witness"), "address");
    warn(keeper_.follows(message));
    const auto status = text_at(message, "status");
    if (status == "over" && decision_ == 0) return end(complain("this battle is over", wrong_input));
    if (status == "waiting") return end(complain("this battle has not begun yet", wrong_input));
    speaker_.send_what_is_due();
}

// What the narrator would have heard at the beginning, which is not sent.
void Roller::hear_of_table(const Json& following) {
    narrator_.tell(Json{{"event", "battle_created"}, {"data", following}});
    for (const auto& seat : value_at(following, "seats"))
        if (value_at(seat, "name").is_string()) narrator_.tell(Json{{"event", "seat_taken"}, {"data", seat}});
}

// Told is what follows from our choice, up to the next time that anybody may choose.
void Roller::happen(const Json& event) {
    warn(keeper_.happens(event));
    const auto name = text_at(event, "event");
    const auto& data = value_at(event, "data");
    const auto lines = narrator_.tell(event);
    if (name == "chosen" && decision_ != 0 && number_at(data, "decision") == decision_) chosen_ = true;
    if (chosen_) screen_.print(lines);
    rolled_ = rolled_ || (chosen_ && name == "rolled");
    if (chosen_ && name == told_by_) screen_.print(link_of_throw(number_at(data, "throw")));
    if (name == "battle_ended") end(rolled_ ? done : complain(closing_text(data, shared_), answer_is_no));
}

void Roller::take_request(Json request) {
    if (text_at(request, "seat") != seat_) return;
    warn(keeper_.pauses());
    if (text_at(request, "kind") == protocol::share_kind) return give_share(request);
    const bool is_anybodys = flag_at(request, "anybody");
    if (chosen_ && is_anybodys) return end(rolled_ ? done : answer_is_no);
    if (!value_at(request, "pending").is_null()) return;
    speaker_.renew_ladder(request);
    if (!is_anybodys && decision_ == 0)
        return end(
            complain("the battle waits for another decision of yours (" + plain(worded(text_at(request, "kind"))) + "); muster play makes it", wrong_input));
    if (!is_anybodys) return;
    request_ = std::move(request);
    choose();
}

void Roller::choose() {
    if (decision_ != 0 || request_.is_null()) return;
    decision_ = number_at(request_, "decision");
    const auto& decisions = narrator_.telling().description().decisions;
    if (const auto found = decisions.find(text_at(request_, "kind")); found != decisions.end()) told_by_ = found->second.told_by;
    if (const auto not_sealed = speaker_.choose(request_, choice_)) end(complain(not_sealed->why, server_failed));
}

void Roller::give_share(const Json& request) {
    const auto decision = share_asked_ = number_at(request, "decision");
    if (!value_at(request, "pending").is_null()) return share_accepted(decision);
    if (following_.waits_for("choose", decision)) return;
    Keeper::Told told;
    auto answer = keeper_.share(request, told);
    warn(told);
    if (answer) speaker_.say(Json{{"type", "choose"}, {"decision", decision}, {"choice", std::move(*answer)}}, request);
}

// Not on standard output, where what was thrown is read by programs.
void Roller::share_accepted(std::int64_t decision) {
    connection_.after(share_patience, [this, decision] {
        if (share_asked_ == decision) complain(share_awaited, done);
    });
}

void Roller::hear_of_witness(const Json& awaited) {
    auto said = witness_awaited(awaited, witness_, false);
    if (said != awaited_ && !said.empty()) complain(said, done);
    awaited_ = std::move(said);
}

// The server asked for patience.
void Roller::wait_and_retry() {
    if (std::exchange(retry_due_, true)) return;
    connection_.after(patience_.next(), [this, opening = openings_] {
        retry_due_ = false;
        if (opening != openings_) return;
        following_.try_again();
        if (following_.follows()) speaker_.send_what_is_due();
        else hello();
    });
}

}  // namespace

ExitCode run_roll(const RollOptions& options) {
    const auto link = find_seat(options.seat);
    if (!link) return link.error();
    Json choice{{"roll", options.roll}};
    if (!options.words.empty()) choice["for"] = options.words;
    Connection connection(link->server);
    Roller roller(*link, options.seat.name, std::move(choice), connection);
    connection.run(roller);
    return roller.exit_code();
}

}  // namespace muster::cli
