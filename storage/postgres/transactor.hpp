// The group writer's transactions in the database: a group is planned without asking it, and sent at once when it is committed, mostly as one
// statement. So nobody's locks are held while this server thinks, or when it stops.
//
// Where no answer comes, the outcome is found out before anybody hears of it (tenure.hpp): for a while the writer tries to get through, and what was not stored
// is sent again. When that does not help, the group is unknown, and nothing is read until it is found out.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "storage/group_writer.hpp"
#include "storage/postgres/group.hpp"
#include "storage/postgres/heads.hpp"
#include "storage/postgres/presence.hpp"
#include "storage/postgres/tenure.hpp"

namespace muster::storage::postgres {

class DatabaseTransactor final : public Transactor {
public:
    using Lost = std::function<void(const std::string& id)>;
    struct Waits {
        std::chrono::milliseconds silence_max;      ///< as in Connection::bound_silence
        std::chrono::milliseconds get_through_max;  ///< how long to try when the connection has gone
    };
    /// `tenure` has not been entered yet. `presence` must live as long; `lost` is called for battles that others have taken.
    DatabaseTransactor(std::string address, std::string name, Tenure tenure, Presence& presence, Waits waits, Lost lost);

    std::expected<void, Failure> begin() override;
    Result write(const Operation& operation) override;
    std::expected<std::vector<Outcome>, Failure> commit() override;
    bool rest() override;

    // In an EngineTask.
    Place claim(const std::string& id);
    void let_go(std::int64_t battle) { heads_.let_go(battle); }
    void hand_over() { heads_.let_go_of_all(); }
    /// Finds out which battles others have taken.
    void recount();

    /// Once nobody writes any more.
    void leave();

    // From any thread.
    /// There is a group of which nobody knows whether it is stored: what is read might be contradicted a moment later.
    bool is_in_doubt() const { return in_doubt_; }
    std::int64_t connections() const { return connections_; }
    std::int64_t battles_owned() const { return owned_; }
    /// Battles that were taken from servers that are gone.
    std::int64_t takeovers() const { return takeovers_; }
    /// Steps that were refused because another writes their battle.
    std::int64_t fenced() const { return fenced_; }

private:
    std::expected<std::vector<Outcome>, Failure> try_commit();
    /// Takes over from the tenure that was lost, and from those before it of which that is not known; one try.
    void reconnect();
    /// Reconnects, if it has to, and does what is to be done over the connection (which may throw), until that works or the time is up; why it did not.
    std::optional<std::string> get_through(const std::function<void()>& what = [] {});
    /// What became of the group, which was sent with this token and not answered: stored, unknown, or nothing, if it was not stored.
    std::optional<std::expected<std::vector<Outcome>, Failure>> find_out(std::int64_t token);
    void lose();

    const std::string address_;
    const std::string name_;
    const Use use_;
    Presence& presence_;
    const Waits waits_;
    const Lost lost_;
    std::optional<Tenure> tenure_;
    std::optional<Tenure::Backend> former_{};    // of the last that was lost
    std::vector<std::int64_t> former_tokens_{};  // of those that were lost and not yet taken over from
    Heads heads_{};
    Group group_{};
    std::int64_t groups_ = 0;
    std::atomic<bool> in_doubt_ = false;
    std::atomic<std::int64_t> connections_ = 1;
    std::atomic<std::int64_t> owned_ = 0;
    std::atomic<std::int64_t> takeovers_ = 0;
    std::atomic<std::int64_t> fenced_ = 0;
};

}  // namespace muster::storage::postgres
