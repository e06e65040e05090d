#include "storage/postgres/database_reader.hpp"

#include "storage/postgres/health.hpp"
#include "storage/postgres/living.hpp"
#include "storage/postgres/migrations.hpp"
#include "storage/postgres/schema.hpp"

namespace muster::storage::postgres {

namespace {

/// No search is ever cut short here, and none is silent for too long: it is the operator who waits.
constexpr std::chrono::milliseconds search_time_max{3'600'000};

template <typename Read>
auto reading(const Read& read) -> std::expected<decltype(read()), Failure> {
    try {
        return read();
    } catch (const std::exception&) {
        return std::unexpected(failure_of_current_exception());
    }
}

}  // namespace

std::expected<std::unique_ptr<StoreReader>, Failure> DatabaseReader::open(const std::string& address, const std::string& name) {
    try {
        return std::unique_ptr<StoreReader>(new DatabaseReader(address, name));
    } catch (const std::exception&) {
        return std::unexpected(opening_failure(name));
    }
}

DatabaseReader::DatabaseReader(const std::string& address, std::string name) : name_(std::move(name)), reader_(address, search_time_max, {}) {
    Connection& connection = reader_.connection();
    const auto version = schema_version(connection);
    if (!version) throw StoreError(Failure::Kind::refused, name_ + " cannot be read: there is no store " + name_);
    expect_known_version(connection, schema_scripts(), name_);
    if (*version < static_cast<std::int64_t>(schema_scripts().size()))
        throw StoreError(Failure::Kind::refused, name_ + " was written by an older server; start this server on it once to upgrade it");
}

std::expected<std::vector<StoreReader::Entry>, Failure> DatabaseReader::battles_after(std::int64_t number, int limit) {
    return reading([&] { return reader_.battles_after(number, limit); });
}

std::expected<std::optional<StoredBattle>, Failure> DatabaseReader::load(const std::string& id) {
    return reading([&] { return reader_.load(id); });
}

std::expected<std::vector<StoreReader::Memo>, Failure> DatabaseReader::memos() {
    return reading([&] {
        const Rows rows = reader_.connection().run({"SELECT key, value FROM remembered ORDER BY key"});
        std::vector<Memo> found;
        for (int row = 0; row < rows.size(); ++row) found.push_back({rows.text(row, 0), rows.text(row, 1)});
        return found;
    });
}

std::expected<std::vector<Witnessed>, Failure> DatabaseReader::all_witnessed() {
    return reading([&] {
        const Rows rows = reader_.connection().run({"SELECT start, server_key, secret, after, step, head, at FROM witnessed ORDER BY start"});
        std::vector<Witnessed> found;
        for (int row = 0; row < rows.size(); ++row)
            found.push_back({.start = rows.text(row, 0),
                             .server_key = rows.text(row, 1),
                             .secret = rows.text(row, 2),
                             .after = rows.number(row, 3),
                             .step = rows.number(row, 4),
                             .head = rows.text(row, 5),
                             .at_ms = rows.number(row, 6)});
        return found;
    });
}

// A server that lost its connection lives on under another token: of the one before nothing is told that has no battles any more.
std::expected<std::optional<StoreReader::Nodes>, Failure> DatabaseReader::nodes() {
    return reading([&] {
        const std::string nodes = R"sql(
WITH owned AS MATERIALIZED (
    SELECT owner, count(*) AS battles, greatest(0, extract(epoch FROM clock_timestamp()) * 1000 - min(at))::bigint AS late
    FROM heads LEFT JOIN wakes USING (battle) WHERE owner <> 0 GROUP BY owner
), found AS MATERIALIZED (
    SELECT coalesce(n.url, '') AS url, NOT )sql" +
                                  is_gone("owner") + R"sql( AS lives, coalesce(battles, 0) AS battles,
           CASE WHEN n.seen IS NULL THEN -1 ELSE greatest(0, extract(epoch FROM clock_timestamp() - n.seen) * 1000)::bigint END AS seen, coalesce(late, 0) AS late
    FROM nodes n FULL JOIN owned USING (owner)
)
SELECT url, lives, battles, seen, late FROM found f
WHERE lives OR battles > 0 OR NOT EXISTS (SELECT FROM found o WHERE o.url = f.url AND o.lives) ORDER BY battles DESC, url, seen)sql";
        const std::vector<Statement> asked{
            {"SELECT schema, readable_from, (SELECT count(*) FROM heads JOIN battles ON number = battle WHERE owner = 0 AND status <> 'over') FROM meta"},
            {nodes}};
        const auto answers = reader_.connection().run_all(asked);
        Nodes out{.schema = answers[0].number(0, 0), .readable_from = answers[0].number(0, 1)};
        out.nobodys = answers[0].number(0, 2);
        for (int row = 0; row < answers[1].size(); ++row) {
            Node node{.url = answers[1].text(row, 0), .lives = answers[1].truth(row, 1), .battles = answers[1].number(row, 2)};
            if (const auto seen = answers[1].number(row, 3); seen >= 0) node.seen_ms = seen;
            node.late_ms = answers[1].number(row, 4);
            out.nodes.push_back(std::move(node));
        }
        return std::optional(std::move(out));
    });
}

std::expected<std::vector<std::string>, Failure> DatabaseReader::damage() {
    return reading([&] {
        auto problems = damage_in(reader_.connection());
        for (std::string& each : problems) each.insert(0, name_ + ": ");
        return problems;
    });
}

}  // namespace muster::storage::postgres
