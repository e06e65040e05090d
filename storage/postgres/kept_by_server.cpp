#include "storage/postgres/kept_by_server.hpp"

#include <array>

namespace muster::storage::postgres {

Statement memo_query(const Memo& memo) {
    if (memo.value.empty()) return {"DELETE FROM remembered WHERE key = $1", {of(memo.key)}};
    if (memo.instead_of && memo.instead_of->empty())
        return {"INSERT INTO remembered VALUES ($1, $2, 1) ON CONFLICT (key) DO NOTHING", {of(memo.key), of(memo.value)}};
    if (memo.instead_of)
        return {"UPDATE remembered SET value = $2, version = version + 1 WHERE key = $1 AND value = $3", {of(memo.key), of(memo.value), of(*memo.instead_of)}};
    return {"INSERT INTO remembered VALUES ($1, $2, 1) ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = remembered.version + 1",
            {of(memo.key), of(memo.value)}};
}

Statement dice_query(const CountedBattle& battle) {
    Texts seats, players;
    std::array<Numbers, 6> faces;
    for (const auto& each : battle.seats) {
        seats.add(each.seat);
        players.add(each.player);
        for (std::size_t face = 0; face < faces.size(); ++face) faces[face].add(each.faces[face]);
    }
    return {R"sql(
WITH gone AS (DELETE FROM not_counted WHERE note = $1 RETURNING note)
INSERT INTO dice SELECT $2, s.seat, s.player, d.day, 1, s.ones, s.twos, s.threes, s.fours, s.fives, s.sixes
FROM gone, unnest(ARRAY[$3, '']) d (day),
     unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
     s (seat, player, ones, twos, threes, fours, fives, sixes)
ON CONFLICT (ruleset, seat, player, day) DO UPDATE SET battles = dice.battles + 1, ones = dice.ones + excluded.ones, twos = dice.twos + excluded.twos,
    threes = dice.threes + excluded.threes, fours = dice.fours + excluded.fours, fives = dice.fives + excluded.fives, sixes = dice.sixes + excluded.sixes)sql",
            {of(battle.note), of(battle.ruleset), of(battle.day), seats.value(), players.value(), faces[0].value(), faces[1].value(), faces[2].value(),
             faces[3].value(), faces[4].value(), faces[5].value()}};
}

Statement witness_query(const Witnessing& witnessing) {
    const auto& [battle, limits] = witnessing;
    return {R"sql(
WITH kept AS (
    UPDATE witnessed SET server_key = $2, secret = $3, after = $4, step = $5, head = $6, at = $7 WHERE start = $1 RETURNING start
), full_up AS (
    SELECT WHERE NOT EXISTS (SELECT FROM kept) AND (SELECT coalesce(sum(battles), 0) FROM tally WHERE what = 'witnessed') >= $8
), dropped AS (
    DELETE FROM witnessed WHERE EXISTS (SELECT FROM full_up)
        AND start = (SELECT start FROM witnessed WHERE at < $9 OR (step = 0 AND at < $10) ORDER BY at LIMIT 1) RETURNING start
), added AS (
    INSERT INTO witnessed SELECT $1, $2, $3, $4, $5, $6, $7
    WHERE NOT EXISTS (SELECT FROM kept) AND (NOT EXISTS (SELECT FROM full_up) OR EXISTS (SELECT FROM dropped)) RETURNING start
)
SELECT EXISTS (SELECT FROM kept) OR EXISTS (SELECT FROM added))sql",
            {blob(battle.start), blob(battle.server_key), blob(battle.secret), of(battle.after), of(battle.step), blob(battle.head), of(battle.at_ms),
             of(static_cast<std::int64_t>(limits.max)), of(limits.idle_since_ms), of(limits.unused_since_ms)}};
}

Statement renewal_query(const Renewal& renewal) { return {"UPDATE meta SET generation = $1", {of(renewal.generation)}}; }

}  // namespace muster::storage::postgres
