// Somebody at a battle: plays a seat by hand or by itself, or watches. Hears the server through a Following, tells
// what happens through a Narrator, and asks through the prompt. All of it runs on the thread of Connection::run().
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clients/cli/clocks.hpp"
#include "clients/cli/connection.hpp"
#include "clients/cli/exit_codes.hpp"
#include "clients/cli/following.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/line_editor.hpp"
#include "clients/cli/local_battle.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/prompt.hpp"
#include "clients/cli/sitting_down.hpp"
#include "clients/cli/speaker.hpp"
#include "clients/cli/terminal.hpp"

namespace muster::cli {

class Player : public Connection::Listener {
public:
    struct Settings {
        Following::Who who;
        std::string server_url;
        /// What is brought when the seat is taken, asked for when there is a server; none: somebody watches.
        std::function<std::expected<Following::Brought, NotSeated>()> bring{};
        std::optional<protocol::Bot> automatic{};  ///< how decisions are made without a person
        bool quiet = false;                        ///< tells the outcome only
        bool reads_lines = false;                  ///< takes answers and commands from standard input
        LineEditor* keyboard = nullptr;            ///< ... which somebody types: prompts are shown, and an answer that comes too early is refused
        /// The token that the user holds already for a seat of another battle; empty: none.
        std::function<std::string(const std::string& battle, const std::string& seat)> held{};
    };
    /// `seated` is called once, with the seat that the server let us take.
    Player(Settings settings, Connection& connection, std::function<void(const std::string& seat)> seated);

    /// A line of standard input, and its end.
    void typed(std::string line);
    void input_ended();

    ExitCode exit_code() const { return exit_code_; }
    /// A seat of a rematch, to be played next.
    struct Next {
        std::string battle;
        std::string seat;
        std::string token;
        std::string name;
    };
    const std::optional<Next>& next() const { return next_; }

    void opened() override;
    void received(std::string_view text) override;
    void lost(const std::string& why) override;
    void refused(const std::string& why) override;
    void interrupted() override;

private:
    // What the server says.
    void follow(const Json& message);
    void begin_anew();
    void happen(const Json& event);
    void take_request(Json request);
    void decide();
    void close_request(const Json& message);
    void accepted(const Json& ours);
    void rejected(const Json& message, const Json& ours);
    void turned_away(const Json& message);
    void wait_and_retry();
    void hello();
    bool brings();
    void choose(Json choice);
    void choose_held();

    // Shared dice (player_shares.cpp).
    void give_share(const Json& request);
    void share_accepted(std::int64_t decision);

    // Witnessed dice (player_witness.cpp).
    void hear_of_witness(const Json& awaited);

    // What is typed.
    void work_off_lines();
    bool ready_for(const Command& command) const;
    void obey(const Command& command);
    void answer(const std::string& line);
    void undo();
    void help();
    void confirm_concession(const std::string& line);

    // Orders on a map (player_orders.cpp).
    void follow_rules(const Json& event);
    std::vector<Line> standing(const Json& marked = {}) const;
    std::string draft_with(const std::string& line) const;
    bool drafts(const std::string& line);
    void tell_draft(const Json& choice);
    bool undraft();

    // The same once more (player_rematch.cpp).
    void end();
    void leave();
    void hear_of_rematch(const std::string& name, const Json& data);
    void ask_rematch(bool swap);
    void withdraw_rematch();
    void invited(const Json& message);
    std::string seat_there() const;

    // What is shown.
    void tell(const std::vector<Line>& lines);
    void tell(std::string text, Tone tone = Tone::quiet);
    void warn(const Keeper::Told& told);
    void ask();
    void show_prompt_soon();
    void show_prompt();
    std::string prompt() const;
    void hide_prompt();
    std::string times() const;
    void watch_time();

    void say(Json message);
    void finish(ExitCode code);
    std::int64_t decision() const;
    bool asked_now() const { return !request_.is_null() && !sealed_; }

    Settings settings_;
    Connection& connection_;
    std::function<void(const std::string&)> seated_;
    Following following_;
    Keeper keeper_;
    Speaker speaker_;
    Narrator narrator_{};
    Clocks clocks_{};
    LocalBattle local_;
    rules::Random random_;
    Screen screen_{};
    std::string seat_{};
    Json request_{};                    ///< the open decision of our seat, or null
    Json setup_{};                      ///< of the battle
    bool follows_rules_ = false;        ///< in local_
    std::vector<std::string> draft_{};  ///< orders that have been typed and not sent …
    std::int64_t draft_of_ = 0;         ///< … for this decision
    std::int64_t head_ = 0;             ///< the last event there was when we last followed
    std::int64_t share_asked_ = 0;      ///< the decision in which the shares of the dice are awaited now
    bool share_given_ = false;          ///< ours is there
    std::string witness_{};             ///< of the dice: its address; empty: there is none
    std::string awaited_{};             ///< what is said of it while the battle waits for it; empty: it doesn't
    bool sealed_ = false;               ///< it is answered, and not yet revealed
    std::int64_t asked_ = 0;            ///< the decision whose question stands on the screen
    std::int64_t timed_ = 0;            ///< the decision at which the times were shown last
    std::int64_t warned_ = 0;           ///< the decision for which time was said to run short
    std::int64_t answered_ = 0;         ///< the last decision that we answered ourselves
    bool armies_changed_ = false;       ///< since they were last shown
    bool draw_offered_ = false;         ///< by somebody else
    bool conceding_ = false;            ///< asked whether it is meant
    bool away_told_ = false;
    int busy_ = 0;  ///< times in a row that the server asked for patience
    bool finished_ = false;
    bool was_over_ = false;  ///< when we came
    bool last_head_heard_ = false;
    bool awaits_last_head_ = false;  ///< then we leave
    bool input_ended_ = false;
    bool prompt_shown_ = false;
    bool prompt_due_ = false;
    bool retry_due_ = false;
    bool brought_ = false;
    std::optional<Clocks::Moment> look_due_{};  ///< when the time is looked at again
    std::int64_t openings_ = 0;
    Backoff patience_{};
    std::deque<std::string> lines_{};
    ExitCode exit_code_ = done;

    std::vector<std::string> seats_{};      ///< of the battle
    std::set<std::string> sat_{};           ///< those that somebody has taken
    std::set<std::string> gone_{};          ///< those that have left it to the others
    bool contest_ = true;                   ///< somebody wins it in the end
    bool shared_ = false;                   ///< both seats add to the dice
    std::string name_{};                    ///< ours, as others see it
    bool over_ = false;                     ///< and we stay, for a rematch
    std::map<std::string, bool> wanted_{};  ///< rematches, by seat: whether with the sides changed
    std::string made_{};                    ///< the rematch's battle, once there is one …
    bool made_swapped_ = false;             ///< … with the sides changed
    std::string drawn_{};                   ///< the token of our seat there, since we asked for it
    std::optional<Next> next_{};
};

/// What everybody who connects needs: a prefix for message ids.
std::string random_prefix();

/// The exit code for a battle that the server does not let us follow.
ExitCode code_for(const Json& refusal);
/// "message (path)" of a refusal.
std::string refusal_text(const Json& refusal);

}  // namespace muster::cli
