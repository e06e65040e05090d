// What a relay has to know of the server that it passes on: where players find it, that the way there is no circle, and whether it lets an
// address in. All three come with one small question, GET /api/v1/origin, which every relay on the way asks the next. Thread-safe.
//
// An address is asked about at most once in limits::relay_verdict_kept; whoever asks meanwhile waits for the same answer. While upstream cannot be
// reached everybody is let in to what the relay still has: the battles are public there.
#pragma once
#include <chrono>
#include <expected>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/refusal.hpp"
#include "server/base/clock.hpp"

namespace muster::server {

/// The server that is passed on, as those who watch here see it.
class RelayHost {
public:
    virtual ~RelayHost() = default;
    /// Whether this address is let in; at once, or when upstream has answered. `relays`: the way that its request came.
    using Verdict = std::function<void(std::optional<Refusal>)>;
    virtual void admit(const std::string& address, const std::string& relays, Verdict done) = 0;
    /// Where players play: https://HOST.
    virtual std::string url() const = 0;
    /// What a seat, or whatever changes something, is told here.
    virtual Refusal only_watches(const std::string& battle = {}) const = 0;
    /// What whoever waited for a battle in vain is told.
    virtual Refusal away() const = 0;
};

class Origin final : public RelayHost {
public:
    /// How upstream is asked: `relays` is the whole way up to here, `for_address` on whose behalf (empty: the relay's own). `done` gets the status and the
    /// body; else a refusal where it could not be asked here, or nothing where no answer came. Once, on any thread.
    using Answer = std::expected<std::pair<int, std::string>, std::optional<Refusal>>;
    using Answered = std::function<void(Answer)>;
    using Ask = std::function<void(const std::string& relays, const std::string& for_address, Answered done)>;

    /// `url`: upstream's own, where it says no better one. `clock` must outlive it.
    Origin(std::string url, const Clock& clock, Ask ask);

    /// This relay, as the header Muster-Relays names it: drawn when it starts.
    const std::string& name() const { return name_; }

    /// Whether the way that a request came is no circle, and not too long. The refusal is for whoever sent it, and for both operators.
    std::optional<Refusal> refuse_way(std::string_view relays) const;
    /// That way, and this relay.
    std::string way_from(std::string_view relays) const { return relays.empty() ? name_ : std::string(relays) + ", " + name_; }

    void admit(const std::string& address, const std::string& relays, Verdict done) override;
    std::string url() const override;
    /// How many relays stand between here and there.
    int relays() const;
    /// What was wrong with the last answer to the relay's own question, or that none came; empty: nothing.
    std::string trouble() const;

    Refusal only_watches(const std::string& battle = {}) const override;
    Refusal away() const override;

private:
    struct Known {
        std::optional<Refusal> refusal{};
        std::optional<std::int64_t> until_ms{};  ///< not there: upstream is being asked
        std::vector<Verdict> waiting{};
    };
    void answered(const std::string& address, const std::string& question, const Answer& answer);
    void not_asked(const std::string& question, const Refusal& why);

    void hear(const std::string& body);

    const std::string name_;
    const Clock& clock_;
    const Ask ask_;
    mutable std::mutex mutex_{};  // guards what follows
    std::string url_;
    int relays_ = 0;
    std::string trouble_{"the server upstream has not been asked yet"};
    std::unordered_map<std::string, Known> known_{};
};

}  // namespace muster::server
