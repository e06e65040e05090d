#include "storage/postgres/battle_reader.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "storage/postgres/list_sql.hpp"
#include "storage/postgres/living.hpp"
#include "storage/status_names.hpp"
#include "storage/steps.hpp"
#include "storage/winner.hpp"

namespace muster::storage::postgres {

namespace {

const std::string number_of_id = "(SELECT number FROM battles WHERE id = $1)";

std::vector<Statement> outline_queries(const std::string& id) {
    return {
        {"SELECT number, id, ruleset, ruleset_version, title, visibility, setup, options, created_at, commitment, server_seed, server_key, status, outcome, "
         "finished_at, open, winner, coalesce((SELECT at FROM wakes WHERE battle = number), 0) FROM battles WHERE id = $1",
         {of(id)}},
        {"SELECT seat, token_hash, name, taken FROM seats WHERE battle = " + number_of_id + " ORDER BY position", {of(id)}},
        {"SELECT seat, decision, choice, how FROM sealed WHERE battle = " + number_of_id + " ORDER BY seat, decision", {of(id)}},
        {"SELECT seat, name, value FROM kept WHERE battle = " + number_of_id + " ORDER BY seat, name", {of(id)}}};
}

/// By the answers to these.
std::optional<StoredBattle> outline_from(const std::vector<Rows>& answers) {
    const auto& [row, seats, sealed, kept] = std::tie(answers[0], answers[1], answers[2], answers[3]);
    if (row.empty()) return {};
    StoredBattle battle;
    battle.number = row.number(0, 0);
    battle.header = {.id = row.text(0, 1),
                     .ruleset = row.text(0, 2),
                     .ruleset_version = static_cast<int>(row.number(0, 3)),
                     .title = row.text(0, 4),
                     .visibility = row.text(0, 5),
                     .setup = row.text(0, 6),
                     .options = row.text(0, 7),
                     .created_at = row.text(0, 8),
                     .commitment = row.text(0, 9),
                     .server_seed = row.text(0, 10),
                     .server_key = row.text(0, 11)};
    battle.status = status_named(row.text(0, 12));
    battle.outcome = row.text(0, 13);
    battle.finished_at = row.text(0, 14);
    battle.open = row.truth(0, 15);
    if (battle.status == Status::over && row.number(0, 16) != nobody) battle.winner = static_cast<int>(row.number(0, 16));
    battle.wake_at = row.number(0, 17);
    for (int i = 0; i < seats.size(); ++i)
        battle.seats.push_back({.seat = seats.text(i, 0), .token_hash = seats.text(i, 1), .name = seats.text(i, 2), .taken = seats.truth(i, 3)});
    for (int i = 0; i < sealed.size(); ++i) battle.sealed.push_back({sealed.text(i, 0), sealed.number(i, 1), sealed.text(i, 2), sealed.text(i, 3)});
    for (int i = 0; i < kept.size(); ++i) battle.kept.push_back({kept.text(i, 0), kept.text(i, 1), kept.text(i, 2)});
    return battle;
}

std::vector<Wake> wakes_from(const Rows& rows) {
    std::vector<Wake> found;
    for (int row = 0; row < rows.size(); ++row) found.push_back({rows.text(row, 0), rows.number(row, 1)});
    return found;
}

/// Of last_seq, events, inputs, answers.
Step step_from(const Rows& rows, int row, std::int64_t& head) {
    Step step{.first_seq = head + 1, .last_seq = rows.number(row, 0), .events = rows.text(row, 1), .inputs = rows.text(row, 2), .answers = rows.text(row, 3)};
    head = step.last_seq;
    return step;
}

}  // namespace

Connection& BattleReader::connection() {
    if (!connection_) connection_.emplace(address_, Access::read).bound_silence(silence_max_);
    return *connection_;
}

std::vector<Rows> BattleReader::ask_all(const std::vector<Statement>& queries, const Patience& patience) {
    for (bool again = connection_.has_value();; again = false) {
        try {
            return connection().run_all(queries, patience);
        } catch (const PgError& error) {
            if (connection_ && connection_->is_lost()) connection_.reset();  // closed at once: so the database sees that nobody waits
            if (error.state() == "57014") throw StoreError(Failure::Kind::refused, "the search took too long; ask for less");
            if (meaning_of(error.state()) != Meaning::lost) throw;
            connection_.reset();
            if (!again) throw;
        }
    }
}

Rows BattleReader::ask(Statement query, const Patience& patience) { return std::move(ask_all({std::move(query)}, patience).front()); }

std::optional<StoredBattle> BattleReader::load(const std::string& id, const std::atomic<bool>* given_up) {
    if (given_up && *given_up) throw StoreError(nobody_waits());
    auto queries = outline_queries(id);
    queries.push_back({"SELECT last_seq, events, inputs, answers FROM steps WHERE battle = " + number_of_id + " ORDER BY last_seq, step", {of(id)}});
    const auto answers = ask_all(queries, {.given_up = given_up});
    auto battle = outline_from(answers);
    if (!battle) return {};
    std::int64_t head = 0;
    for (int row = 0; row < answers[4].size(); ++row) {
        if (given_up && *given_up) throw StoreError(nobody_waits());
        battle->steps.push_back(step_from(answers[4], row, head));
    }
    return battle;
}

std::optional<StoredBattle> BattleReader::outline(const std::string& id) { return outline_from(ask_all(outline_queries(id))); }

// A battle only grows at its end, so several snapshots are as good as one. By few steps at a time: what is beyond the slice is read for nothing.
std::vector<Step> BattleReader::events_after(std::int64_t number, std::int64_t seq, std::size_t bytes_max) {
    constexpr std::int64_t at_once = 32;
    StepSlice slice(bytes_max);
    std::int64_t head = -1, last_step = -1;
    for (std::int64_t after = seq;;) {
        // The last steps of the portion before may have the same last_seq as the next ones, where these have no events.
        const auto answers =
            ask_all({{"SELECT coalesce(max(last_seq), 0) FROM steps WHERE battle = $1 AND last_seq <= $2", {of(number), of(seq)}},
                     {"SELECT last_seq, events, inputs, answers, step FROM steps WHERE battle = $1 AND last_seq >= $2 AND (last_seq, step) > ($2, $3) "
                      "ORDER BY last_seq, step LIMIT $4",
                      {of(number), of(after), of(last_step < 0 ? std::numeric_limits<std::int64_t>::max() : last_step), of(at_once)}}});
        if (head < 0) head = answers[0].number(0, 0);
        const Rows& rows = answers[1];
        for (int row = 0; row < rows.size(); ++row)
            if (!slice.take(step_from(rows, row, head))) return std::move(slice).steps();
        if (rows.size() < at_once) return std::move(slice).steps();
        after = rows.number(rows.size() - 1, 0);
        last_step = rows.number(rows.size() - 1, 4);
    }
}

std::optional<Summary> BattleReader::summary(const std::string& id) {
    const Rows rows = ask(summary_query(id));
    return rows.empty() ? std::nullopt : std::optional(summary_from(rows, 0));
}

std::vector<Summary> BattleReader::list(const storage::Query& query) {
    if (query.given_up && *query.given_up) throw StoreError(nobody_waits());
    std::vector<Statement> asked{list_query(query)};
    if (looks_for_part(query)) asked.insert(asked.begin(), Statement{"SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"});
    const Rows rows = std::move(ask_all(asked, {.time_max = search_time_max_, .given_up = query.given_up}).back());
    std::vector<Summary> found;
    for (int row = 0; row < rows.size(); ++row) found.push_back(summary_from(rows, row));
    return found;
}

Counts BattleReader::counts() {
    const Rows rows = ask({"SELECT what, sum(battles)::bigint FROM tally WHERE what <> 'witnessed' GROUP BY what"});
    Counts out;
    for (int row = 0; row < rows.size(); ++row) {
        const std::string what = rows.text(row, 0);
        (what == "uncounted" ? out.uncounted : counter_of(out, status_named(what))) = rows.number(row, 1);
    }
    return out;
}

std::vector<Wake> BattleReader::wakes(std::size_t count, const Wake& after, std::int64_t own) {
    return wakes_from(
        ask({with_living + "SELECT id, at FROM wakes w JOIN heads USING (battle) JOIN battles ON number = w.battle WHERE at >= $1 AND (at, id) > ($1, $2) "
                           "AND status <> 'over' AND (owner = $4 OR owner NOT IN (SELECT owner FROM living)) ORDER BY at, id LIMIT $3",
             {of(after.at), of(after.battle), of(static_cast<std::int64_t>(count)), of(own)}}));
}

std::vector<Wake> BattleReader::due_wakes(std::int64_t now_ms, std::size_t count) {
    return wakes_from(
        ask({with_living + "SELECT id, at FROM wakes w JOIN heads USING (battle) JOIN battles ON number = w.battle WHERE at <= $1 AND status <> 'over' "
                           "AND owner NOT IN (SELECT owner FROM living) ORDER BY at, id LIMIT $2",
             {of(now_ms), of(static_cast<std::int64_t>(count))}}));
}

bool BattleReader::is_shared(std::int64_t own) { return ask({with_living + "SELECT EXISTS (SELECT FROM living WHERE owner <> $1)", {of(own)}}).truth(0, 0); }

std::vector<std::string> BattleReader::keys_of_unfinished() {
    const Rows rows = ask({"SELECT DISTINCT server_key FROM battles WHERE status <> 'over' AND server_key <> '' ORDER BY server_key"});
    std::vector<std::string> found;
    for (int row = 0; row < rows.size(); ++row) found.push_back(rows.text(row, 0));
    return found;
}

std::string BattleReader::recall(const std::string& key) {
    const Rows rows = ask({"SELECT value FROM remembered WHERE key = $1", {of(key)}});
    return rows.empty() ? "" : rows.text(0, 0);
}

std::vector<Uncounted> BattleReader::uncounted(std::int64_t after, int count) {
    const Rows rows =
        ask({"SELECT note, number, id, ruleset, options, finished_at, (SELECT json_agg(seat ORDER BY position) FROM seats s WHERE s.battle = number)::text "
             "FROM not_counted n JOIN battles ON number = n.battle WHERE note > $1 ORDER BY note LIMIT $2",
             {of(after), of(std::int64_t{count})}});
    std::vector<Uncounted> found;
    for (int row = 0; row < rows.size(); ++row)
        found.push_back({.note = rows.number(row, 0),
                         .number = rows.number(row, 1),
                         .id = rows.text(row, 2),
                         .ruleset = rows.text(row, 3),
                         .options = rows.text(row, 4),
                         .finished_at = rows.text(row, 5),
                         .seats = nlohmann::json::parse(rows.bytes(row, 6)).get<std::vector<std::string>>()});
    return found;
}

std::vector<DiceSum> BattleReader::dice(const std::string& from, const std::string& to) {
    const bool all_days = from.empty() && to.empty();
    const std::string sums =
        "SELECT ruleset, seat, player, sum(battles)::bigint, sum(ones)::bigint, sum(twos)::bigint, sum(threes)::bigint, sum(fours)::bigint, "
        "sum(fives)::bigint, "
        "sum(sixes)::bigint FROM dice WHERE ";
    const std::string grouped = " GROUP BY ruleset, seat, player ORDER BY ruleset, seat, player";
    const Rows rows =
        all_days ? ask({sums + "day = ''" + grouped}) : ask({sums + "day <> '' AND day >= $1 AND ($2 = '' OR day < $2)" + grouped, {of(from), of(to)}});
    std::vector<DiceSum> found;
    for (int row = 0; row < rows.size(); ++row) {
        DiceSum& sum =
            found.emplace_back(DiceSum{.ruleset = rows.text(row, 0), .seat = rows.text(row, 1), .player = rows.text(row, 2), .battles = rows.number(row, 3)});
        for (int face = 0; face < 6; ++face) sum.faces[static_cast<std::size_t>(face)] = rows.number(row, 4 + face);
    }
    return found;
}

std::optional<Witnessed> BattleReader::witnessed(const std::string& start) {
    const Rows rows = ask({"SELECT server_key, secret, after, step, head, at FROM witnessed WHERE start = $1", {blob(start)}});
    if (rows.empty()) return {};
    return Witnessed{.start = start,
                     .server_key = rows.text(0, 0),
                     .secret = rows.text(0, 1),
                     .after = rows.number(0, 2),
                     .step = rows.number(0, 3),
                     .head = rows.text(0, 4),
                     .at_ms = rows.number(0, 5)};
}

std::vector<StoreReader::Entry> BattleReader::battles_after(std::int64_t number, int limit) {
    const Rows rows = ask({"SELECT number, id, status FROM battles WHERE number > $1 ORDER BY number LIMIT $2", {of(number), of(std::int64_t{limit})}});
    std::vector<StoreReader::Entry> found;
    for (int row = 0; row < rows.size(); ++row) found.push_back({rows.number(row, 0), rows.text(row, 1), status_named(rows.text(row, 2))});
    return found;
}

}  // namespace muster::storage::postgres
