// One battle, followed over a connection that comes and goes: how far we have heard, and what we said that nobody has
// answered yet. Pure: texts in, texts out; the Connection carries them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.hpp"

namespace muster::cli {

class Following {
public:
    struct Who {
        std::string battle;
        std::string token;  ///< empty: a spectator
        std::string name;
    };
    /// To the dice, when a seat is taken (sitting_down.hpp). The others: where dice are shared.
    struct Brought {
        std::string nonce{};
        std::string ladder{};
        std::string start{};
        std::string key{};
        void add_to(Json& message) const;
    };
    /// `prefix` makes message ids unique over the starts of the program.
    Following(Who who, std::string prefix) : who_(std::move(who)), prefix_(std::move(prefix)) {}

    /// Nothing of what was is asked for, while nothing was heard: what comes is what happens from now on.
    void begin_at_end(bool at_end) { at_end_ = at_end; }
    void brings(Brought brought) { brought_ = std::move(brought); }

    /// What to say when a connection opens, and again when the server was too busy to let us follow.
    std::string hello();

    /// Gives `message` an id and keeps it until it is answered. What to send now comes from to_send().
    void say(Json message);
    /// The same for a choice of which the server is to say first what it is in full (What::previewed): until then it waits, too.
    void say_when_previewed(Json choice);

    /// Texts to send now, each once per connection; none while we do not follow.
    std::vector<std::string> to_send();

    /// Whether a message of this type (about this decision, if not 0) waits for its answer.
    bool waits_for(std::string_view type, std::int64_t decision = 0) const;

    struct Heard {
        enum class What {
            nothing,   ///< an answer to nothing of ours, an event heard before, something unknown or malformed
            follows,   ///< we follow; `message` is the server's
            restored,  ///< likewise, and its history is not the one we heard: all of it comes, from the first event
            shorter,   ///< its history ends before what we heard: forget that, and send hello() again
            event,     ///< the next event
            gap,       ///< events are missing: open a new connection
            request,
            closed,  ///< request_closed
            notice,
            clock,      ///< how the battle's clocks stand
            presence,   ///< who is there, and whether the witness of the dice is awaited
            last_head,  ///< how it ended, signed
            previewed,  ///< what `ours`, which waits no longer, is in full
            accepted,   ///< `ours` was accepted
            invited,    ///< `ours` was answered with a seat of another battle
            refused,    ///< `ours` was refused; a null `ours`: something the server could not connect to a message
            no_entry,   ///< the server does not let us follow this battle
            busy,       ///< the server asks for patience: wait, then send again what to_send() gives, or hello()
        };
        What what = What::nothing;
        Json message{};
        Json ours{};
    };
    Heard hear(std::string_view text);

    /// After `busy`: what was refused may be sent again.
    void try_again();
    bool follows() const { return follows_; }
    std::int64_t since() const { return since_; }

private:
    struct Unanswered {
        std::string id;
        Json message;
        bool sent = false;
        bool is_preview = false;
    };
    Heard answered(Json message, const std::string& type);
    void start_over();

    Who who_;
    Brought brought_{};
    std::string prefix_;
    std::int64_t counter_ = 0;
    std::int64_t since_ = 0;
    std::string generation_{};  ///< of the server's copy that we heard until `since_`
    bool follows_ = false;
    bool at_end_ = false;
    std::string hello_id_{};
    std::vector<Unanswered> unanswered_{};
};

}  // namespace muster::cli
