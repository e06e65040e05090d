// Two servers on one database, each by a line of its own, and a relay before the first; and what may happen to them while battles go on.
#pragma once
#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string_view>

#include "tests/support/bad_proxy.hpp"
#include "tests/support/chance.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/server_process.hpp"

namespace muster::test {

/// What a round's blows are.
enum class Blow {
    kill,            ///< SIGKILL, and started again
    kill_both,       ///< and both started at once
    end_in_order,    ///< SIGTERM, and started again
    stop_shortly,    ///< SIGSTOP for less than what makes others take over
    stop,            ///< SIGSTOP until others have taken over
    cut,             ///< it reaches no database until others have taken over; its clients reach it
    break_lines,     ///< its connections to the database end, whatever is under way there
    crash_database,  ///< and it is started again
    cut_relay        ///< the relay reaches its server no more; its spectators reach it
};
inline constexpr std::array blows{Blow::kill,         Blow::stop,      Blow::break_lines,    Blow::cut,      Blow::end_in_order,
                                  Blow::stop_shortly, Blow::kill_both, Blow::crash_database, Blow::cut_relay};
std::string_view name_of(Blow blow);

class StruckSite {
public:
    const std::string& address() const { return address_; }
    unsigned short port(std::size_t server) const { return servers_[server].process.port(); }
    unsigned short relay_port() const { return relay_.port(); }
    /// Until both servers say that they are ready.
    void wait_until_ready() const;

    /// Waits a random moment, or until `end()`; false at the end.
    bool random_moment(SeededChance& chance, const std::function<bool()>& end);
    /// To be called when what `end()` says may have changed.
    void wake() { changed_.notify_all(); }
    /// One blow at one server, or at what the name says; one that lasts ends early at `end()`. Gives back when everything runs again. noexcept: without its
    /// servers no test goes on.
    void strike(Blow blow, SeededChance& chance, const std::function<bool()>& end) noexcept;

private:
    struct Server {
        explicit Server(const std::string& address);
        TempFolder folder{};
        BadProxy line;
        ServerProcess process;
    };
    /// False: `end()` came first.
    bool wait_for(std::chrono::microseconds time, const std::function<bool()>& end);

    const std::string address_ = Postgres::instance().new_database();
    std::array<Server, 2> servers_{Server(address_), Server(address_)};
    BadProxy relay_line_{servers_[0].process.port(), {}};
    ServerProcess relay_{{}, {"--relay", relay_line_.url(), "--log-level", "error"}};
    std::mutex mutex_{};
    std::condition_variable changed_{};
};

}  // namespace muster::test
