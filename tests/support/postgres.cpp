#include "tests/support/postgres.hpp"

#include <fcntl.h>
#include <libpq-fe.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace muster::test {

namespace {

std::string temporary_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "muster-postgres-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no folder for a PostgreSQL");
    std::filesystem::permissions(pattern, std::filesystem::perms::others_read | std::filesystem::perms::others_exec, std::filesystem::perm_options::add);
    return pattern;
}

/// The database in an address.
std::string name_in(const std::string& address) {
    const auto slash = address.find('/', std::string("postgres://").size());
    return address.substr(slash + 1, address.find('?') - slash - 1);
}

}  // namespace

Postgres::Postgres() : folder_(temporary_folder()) { start_script(); }

Postgres::Postgres(const GuardedPort& guarded) : folder_(temporary_folder()), port_(guarded.port) {
    ::setenv("GUARDED_PORT", std::to_string(guarded.port).c_str(), 1);
    ::setenv("GUARDED_CERTIFICATE", guarded.certificate.c_str(), 1);
    ::setenv("GUARDED_KEY", guarded.key.c_str(), 1);
    start_script();
    for (const auto* each : {"GUARDED_PORT", "GUARDED_CERTIFICATE", "GUARDED_KEY"}) ::unsetenv(each);
}

// The script sees that nothing more comes, and then ends the server.
Postgres::~Postgres() {
    ::close(input_);
    heard();
    ::close(output_);
}

Postgres& Postgres::instance() {
    static Postgres one;
    return one;
}

// The script's ends of the pipes are its alone, and this program's are closed in all that it starts: so the script sees the end of this program.
void Postgres::start_script() {
    std::array<int, 2> in{}, out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe to a PostgreSQL");
    if (::fork() == 0) {
        ::dup2(in[0], 0);
        ::dup2(out[1], 1);
        ::execl(POSTGRES_SCRIPT, POSTGRES_SCRIPT, folder_.c_str(), nullptr);
        ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    input_ = in[1];
    output_ = out[0];
    const std::string word = heard();
    has_small_place_ = word == "ready small";
    if (!word.starts_with("ready")) throw std::runtime_error("PostgreSQL does not start; is postgresql-15 installed (deploy/install.sh test)?");
}

std::string Postgres::heard() {
    std::string line;
    for (char each = 0; ::read(output_, &each, 1) == 1 && each != '\n';) line += each;
    return line;
}

void Postgres::tell(const std::string& word) {
    const std::string line = word + "\n";
    if (::write(input_, line.data(), line.size()) != static_cast<ssize_t>(line.size()) || heard() != "done")
        throw std::runtime_error("PostgreSQL could not be told to " + word);
}

std::string Postgres::address(const std::string& database) const {
    return "postgres://muster@/" + database + "?host=" + folder_ + "/run&port=" + std::to_string(port_);
}

std::string Postgres::make_database(const std::string& more) {
    const std::string name = "test_" + std::to_string(++databases_);
    run(address("postgres"), "CREATE DATABASE " + name + more);
    return address(name);
}

std::string Postgres::new_database() { return make_database(""); }

std::string Postgres::new_small_database() {
    if (!has_small_place_) return {};
    if (run(address("postgres"), "SELECT count(*) FROM pg_tablespace WHERE spcname = 'small'") == "0")
        run(address("postgres"), "CREATE TABLESPACE small LOCATION '" + folder_ + "/small'");
    return make_database(" TABLESPACE small STRATEGY file_copy");
}

std::string Postgres::address_at(const std::string& address, unsigned short port) const {
    return "postgres://muster@127.0.0.1:" + std::to_string(port) + "/" + name_in(address) + "?sslmode=disable&gssencmode=disable";
}

void Postgres::drop(const std::string& database) const { run(address("postgres"), "DROP DATABASE " + name_in(database) + " WITH (FORCE)"); }

std::string Postgres::run(const std::string& database, const std::string& sql) const {
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdb(database.c_str()), &PQfinish);
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection.get(), sql.c_str()), &PQclear);
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw std::runtime_error(PQerrorMessage(connection.get()));
    return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
}

}  // namespace muster::test
