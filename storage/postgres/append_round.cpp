#include "storage/postgres/append_round.hpp"

#include "storage/status_names.hpp"
#include "storage/winner.hpp"

namespace muster::storage::postgres {

namespace {

// Every part sees the tables as they were before the statement, and only `moved` says whose step is stored. Where a value may be left as it is, '' or -1
// says so.
const std::string sql = R"sql(
WITH moved AS (
    UPDATE heads h SET step = s.step, head = s.last, writer = $1 FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) s (battle, step, last)
    WHERE h.battle = s.battle AND h.step = s.step - 1 AND h.owner = $1 RETURNING h.battle
), stepped AS (
    INSERT INTO steps (battle, step, last_seq, events, inputs, answers)
    SELECT s.* FROM unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[]) s (battle, step, last, events, inputs, answers)
    JOIN moved USING (battle)
), unsealing AS (
    DELETE FROM sealed x USING unnest($11::bigint[], $12::text[], $13::bigint[]) s (battle, seat, decision), moved m
    WHERE x.battle = s.battle AND x.seat = s.seat AND x.decision = s.decision AND m.battle = s.battle
), sealing AS (
    INSERT INTO sealed (battle, seat, decision, choice, how)
    SELECT s.* FROM unnest($14::bigint[], $15::text[], $16::bigint[], $17::text[], $18::text[]) s (battle, seat, decision, choice, how) JOIN moved USING (battle)
    ON CONFLICT (battle, seat, decision) DO UPDATE SET choice = excluded.choice, how = excluded.how
), forgetting AS (
    DELETE FROM kept x USING unnest($19::bigint[], $20::text[], $21::text[]) s (battle, seat, name), moved m
    WHERE x.battle = s.battle AND x.seat = s.seat AND x.name = s.name AND m.battle = s.battle
), keeping AS (
    INSERT INTO kept (battle, seat, name, value)
    SELECT s.* FROM unnest($22::bigint[], $23::text[], $24::text[], $25::text[]) s (battle, seat, name, value) JOIN moved USING (battle)
    ON CONFLICT (battle, seat, name) DO UPDATE SET value = excluded.value
), seating AS (
    UPDATE seats x SET taken = x.taken OR s.taken = 1, name = CASE s.taken WHEN 1 THEN s.name ELSE x.name END,
                       token_hash = CASE s.renewed WHEN 1 THEN s.token_hash ELSE x.token_hash END
    FROM unnest($26::bigint[], $27::text[], $28::bigint[], $29::text[], $30::bigint[], $31::bytea[]) s (battle, seat, taken, name, renewed, token_hash), moved m
    WHERE x.battle = s.battle AND x.seat = s.seat AND m.battle = s.battle
), resting AS (
    DELETE FROM wakes x USING unnest($32::bigint[]) s (battle), moved m WHERE x.battle = s.battle AND m.battle = s.battle
), waking AS (
    INSERT INTO wakes (battle, at) SELECT s.* FROM unnest($33::bigint[], $34::bigint[]) s (battle, at) JOIN moved USING (battle)
    ON CONFLICT (battle) DO UPDATE SET at = excluded.at
), changing AS (
    UPDATE battles b SET open = CASE s.open WHEN -1 THEN b.open ELSE s.open = 1 END,
                         visibility = CASE s.visibility WHEN '' THEN b.visibility ELSE s.visibility END,
                         status = CASE s.status WHEN '' THEN b.status ELSE s.status END,
                         outcome = CASE s.status WHEN 'over' THEN s.outcome ELSE b.outcome END,
                         winner = CASE s.status WHEN 'over' THEN s.winner ELSE b.winner END,
                         finished_at = CASE s.status WHEN 'over' THEN s.finished_at ELSE b.finished_at END,
                         time = CASE s.status WHEN 'over' THEN s.finished_at ELSE b.time END
    FROM unnest($35::bigint[], $36::bigint[], $37::text[], $38::text[], $39::text[], $40::bigint[], $41::text[])
         s (battle, open, visibility, status, outcome, winner, finished_at), moved m
    WHERE b.number = s.battle AND m.battle = s.battle
), noting AS (
    INSERT INTO not_counted (battle) SELECT s.battle FROM unnest($42::bigint[]) WITH ORDINALITY s (battle, place) JOIN moved USING (battle) ORDER BY s.place
)
SELECT battle FROM moved)sql";

}  // namespace

void AppendRound::add(std::int64_t battle, std::int64_t number, const Step& step) {
    moved_.battle.add(battle);
    moved_.number.add(number);
    moved_.last.add(step.last_seq);
    if (!step.is_silent()) {
        steps_.battle.add(battle);
        steps_.number.add(number);
        steps_.last.add(step.last_seq);
        steps_.events.add(step.events);
        steps_.inputs.add(step.inputs);
        steps_.answers.add(step.answers);
    }
    NetChanges changes;
    changes.apply(step);
    add_changes(battle, changes);
}

void AppendRound::add_changes(std::int64_t battle, const NetChanges& changes) {
    for (const auto& [of, choice] : changes.sealed) {
        auto& [battles, decisions, seats] = unsealed_;
        if (!choice) {
            battles.add(battle);
            decisions.add(of.second);
            seats.add(of.first);
            continue;
        }
        sealed_.battle.add(battle);
        sealed_.seat.add(of.first);
        sealed_.decision.add(of.second);
        sealed_.choice.add(choice->choice);
        sealed_.how.add(choice->how);
    }
    for (const auto& [of, value] : changes.kept) {
        if (value.empty()) {
            forgotten_.battle.add(battle);
            forgotten_.seat.add(of.first);
            forgotten_.name.add(of.second);
            continue;
        }
        kept_.battle.add(battle);
        kept_.seat.add(of.first);
        kept_.name.add(of.second);
        kept_.value.add(value);
    }
    for (const auto& [seat, change] : changes.seats) {
        seats_.battle.add(battle);
        seats_.seat.add(seat);
        seats_.taken.add(change.name ? 1 : 0);
        seats_.name.add(change.name.value_or(""));
        seats_.renewed.add(change.token_hash ? 1 : 0);
        seats_.token_hash.add(change.token_hash.value_or(""));
    }
    if (changes.wake_at == 0) {
        unwoken_.add(battle);
    } else if (changes.wake_at) {
        woken_.battle.add(battle);
        woken_.at.add(*changes.wake_at);
    }
    if (changes.of_battle()) {
        battles_.battle.add(battle);
        battles_.open.add(changes.open ? (*changes.open ? 1 : 0) : -1);
        battles_.visibility.add(changes.visibility.value_or(""));
        battles_.status.add(changes.status ? name_of(*changes.status) : "");
        battles_.outcome.add(changes.outcome);
        battles_.winner.add(changes.winner.value_or(nobody));
        battles_.finished_at.add(changes.finished_at);
    }
    if (changes.ended) ended_.add(battle);
}

Statement AppendRound::query(std::int64_t token) const {
    return {sql,
            {of(token),
             moved_.battle.value(),
             moved_.number.value(),
             moved_.last.value(),
             steps_.battle.value(),
             steps_.number.value(),
             steps_.last.value(),
             steps_.events.value(),
             steps_.inputs.value(),
             steps_.answers.value(),
             unsealed_.battle.value(),
             unsealed_.seat.value(),
             unsealed_.decision.value(),
             sealed_.battle.value(),
             sealed_.seat.value(),
             sealed_.decision.value(),
             sealed_.choice.value(),
             sealed_.how.value(),
             forgotten_.battle.value(),
             forgotten_.seat.value(),
             forgotten_.name.value(),
             kept_.battle.value(),
             kept_.seat.value(),
             kept_.name.value(),
             kept_.value.value(),
             seats_.battle.value(),
             seats_.seat.value(),
             seats_.taken.value(),
             seats_.name.value(),
             seats_.renewed.value(),
             seats_.token_hash.as_blobs(),
             unwoken_.value(),
             woken_.battle.value(),
             woken_.at.value(),
             battles_.battle.value(),
             battles_.open.value(),
             battles_.visibility.value(),
             battles_.status.value(),
             battles_.outcome.value(),
             battles_.winner.value(),
             battles_.finished_at.value(),
             ended_.value()}};
}

}  // namespace muster::storage::postgres
