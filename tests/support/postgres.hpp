// A real PostgreSQL of the test program's own: unprivileged, in a temporary folder, on a socket there. It ends with the program, whatever ends that.
#pragma once
#include <filesystem>
#include <string>

namespace muster::test {

/// A port of this machine that wants TLS, by this certificate, and a password (of the role `muster`, for whom the socket is open as ever).
struct GuardedPort {
    unsigned short port = 0;
    std::filesystem::path certificate{}, key{};
};

class Postgres {
public:
    /// One more, which is gone with this.
    explicit Postgres(const GuardedPort& guarded);
    ~Postgres();
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    /// Started when it is first asked for, once for the program. Throws where PostgreSQL is not installed.
    static Postgres& instance();

    /// The address of a new, empty database.
    std::string new_database();
    /// The address of the database of this name.
    std::string address(const std::string& database) const;
    /// A new, empty database that has some 20 MB of room and no more; empty where this system lets nobody make such a place.
    std::string new_small_database();
    /// The same database by way of a port of this machine, where a proxy listens before socket().
    std::string address_at(const std::string& address, unsigned short port) const;
    std::string socket() const { return folder_ + "/run/.s.PGSQL." + std::to_string(port_); }
    /// Runs a command on a database and returns the first column of its first row, empty if there is none. Throws with PostgreSQL's own sentence.
    std::string run(const std::string& address, const std::string& sql) const;
    void drop(const std::string& address) const;

    void restart() { tell("restart"); }  ///< in order, as for an upgrade
    void crash() { tell("crash"); }      ///< without a word to anybody; recovers when it starts again
    void stop() { tell("stop"); }
    void start() { tell("start"); }
    void freeze() { tell("freeze"); }  ///< all its processes: it neither does nor says anything
    void thaw() { tell("thaw"); }

private:
    Postgres();
    std::string make_database(const std::string& more);
    void tell(const std::string& word);
    std::string heard();

    void start_script();

    std::string folder_;
    unsigned short port_ = 5432;  ///< in the socket's name, too
    int input_ = -1;              ///< of the script that keeps it
    int output_ = -1;
    int databases_ = 0;
    bool has_small_place_ = false;
};

}  // namespace muster::test
