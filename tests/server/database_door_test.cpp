// The way to a database that wants TLS and a password, as an operator has it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/certificate.hpp"
#include "tests/support/postgres.hpp"
#include "tests/support/seated.hpp"

using namespace muster;
using namespace muster::test;

namespace {

/// In the environment of all that is started meanwhile.
class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
    ~Variable() { ::unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
};

const std::string password = "geheim-7", wrong_password = "falsch-8";

/// A database behind such a door.
struct Guarded {
    Guarded() {
        write_certificate(certificate, key);
        write_certificate(another, folder.path() / "another.key");
        server.emplace(GuardedPort{port.number(), certificate, key});
        database = server->new_database();
        server->run(database, "ALTER ROLE muster PASSWORD '" + password + "'");
    }
    /// As a server is told of it.
    std::string address(const std::filesystem::path& authority) const {
        return "postgres://muster@127.0.0.1:" + std::to_string(port.number()) + "/test_1?sslmode=verify-full&sslrootcert=" + authority.string();
    }
    Finished nodes(const std::filesystem::path& authority) const { return run_program({MUSTERD, "nodes", "--store", address(authority)}); }

    const TempFolder folder{};
    const OwnPort port{};
    const std::filesystem::path certificate = folder.path() / "database.pem", key = folder.path() / "database.key", another = folder.path() / "another.pem";
    std::optional<Postgres> server{};
    std::string database{};
};

void check_refused(const Finished& finished, const std::string& words) {
    CHECK(finished.exit_code != 0);
    CHECK_MESSAGE(finished.err.contains(words), finished.err);
    for (const auto& secret : {password, wrong_password}) CHECK(!(finished.out + finished.err).contains(secret));
}

}  // namespace

TEST_CASE(
    "a database that wants TLS and a password is reached with its certificate, and the password from a file or the environment; else it is said what is "
    "wrong") {
    const Guarded guarded;
    const auto file = guarded.folder.path() / "pgpass";
    std::ofstream(file) << "127.0.0.1:*:*:muster:" << password << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    {
        const Variable from_file("PGPASSFILE", file.string());
        const TempFolder folder;
        const ServerProcess server(folder.path(), {"--store", guarded.address(guarded.certificate)});
        CHECK(http_get(server.port(), "/readyz").status == 200);
        WireClient ada(server.port());
        CHECK(!create_battle(ada).id.empty());
        CHECK(guarded.server->run(guarded.database,
                                  "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'musterd'") == "t");
        check_refused(guarded.nodes(guarded.another), "certificate verify failed");
        CHECK(!server.log().contains(password));
    }
    {
        const Variable from_environment("PGPASSWORD", password);
        const Finished told = guarded.nodes(guarded.certificate);
        CHECK_MESSAGE(told.exit_code == 0, told.err);
    }
    {
        const Variable wrong("PGPASSWORD", wrong_password);
        check_refused(guarded.nodes(guarded.certificate), "password authentication failed");
    }
    check_refused(guarded.nodes(guarded.certificate), "no password supplied");
    std::filesystem::permissions(file, std::filesystem::perms::group_read, std::filesystem::perm_options::add);
    const Variable too_open("PGPASSFILE", file.string());
    check_refused(guarded.nodes(guarded.certificate), "no password supplied");  // libpq leaves a file alone that others may read, too
}
