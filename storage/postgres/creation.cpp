#include "storage/postgres/creation.hpp"

#include <algorithm>

#include "storage/status_names.hpp"
#include "storage/steps.hpp"
#include "storage/winner.hpp"

namespace muster::storage::postgres {

namespace {

const std::string sql = R"sql(
WITH made AS (
    INSERT INTO battles (id, ruleset, ruleset_version, title, visibility, status, open, winner, time, created_at, finished_at, commitment, server_seed, server_key,
                         outcome, setup, options)
    SELECT $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
    WHERE $19 = 0::bigint OR EXISTS (SELECT FROM heads WHERE battle = $19 AND step = $20::bigint AND writer = $1) RETURNING number
), headed AS (
    INSERT INTO heads (battle, owner, step, head, writer) SELECT number, CASE WHEN $7 = 'over' THEN 0 ELSE $1 END, $21::bigint, $22::bigint, $1 FROM made
), seated AS (
    INSERT INTO seats (battle, position, seat, token_hash, name, taken)
    SELECT number, s.place - 1, s.seat, s.token_hash, s.name, s.taken = 1
    FROM made, unnest($23::text[], $24::bytea[], $25::text[], $26::bigint[]) WITH ORDINALITY s (seat, token_hash, name, taken, place)
), stepped AS (
    INSERT INTO steps (battle, step, last_seq, events, inputs, answers)
    SELECT number, s.place, s.last, s.events, s.inputs, s.answers
    FROM made, unnest($27::bigint[], $28::text[], $29::text[], $30::text[]) WITH ORDINALITY s (last, events, inputs, answers, place)
), sealing AS (
    INSERT INTO sealed (battle, seat, decision, choice, how)
    SELECT number, s.* FROM made, unnest($31::text[], $32::bigint[], $33::text[], $34::text[]) s (seat, decision, choice, how)
), keeping AS (
    INSERT INTO kept (battle, seat, name, value) SELECT number, s.* FROM made, unnest($35::text[], $36::text[], $37::text[]) s (seat, name, value)
), waking AS (
    INSERT INTO wakes (battle, at) SELECT number, $38::bigint FROM made WHERE $38 <> 0
), noting AS (
    INSERT INTO not_counted (battle) SELECT number FROM made WHERE $39
)
SELECT number FROM made)sql";

}  // namespace

void check_creation(std::span<const Seat> seats, std::span<const Step> steps) {
    std::int64_t head = 0;
    for (const Step& each : steps) {
        if (const auto why = why_out_of_order(each, head)) throw StoreError(Failure::Kind::broken, *why);
        head = each.last_seq;
        const auto expect = [&](const std::string& seat) {
            if (std::ranges::find(seats, seat, &Seat::seat) == seats.end()) throw StoreError(Failure::Kind::broken, no_seat(seat));
        };
        for (const auto& taken : each.taken) expect(taken.seat);
        for (const auto& token : each.tokens) expect(token.seat);
    }
}

Statement creation_query(const Header& header, std::span<const Seat> seats, std::span<const Step> steps, std::int64_t token, const std::optional<BegunBy>& by) {
    NetChanges net;
    for (const Step& each : steps) net.apply(each);
    const bool over = net.status == Status::over;

    Texts seat_names, hashes, names;
    Numbers taken;
    for (const Seat& each : seats) {
        const auto changed = net.seats.find(each.seat);
        const NetChanges::OfSeat change = changed == net.seats.end() ? NetChanges::OfSeat{} : changed->second;
        seat_names.add(each.seat);
        hashes.add(change.token_hash.value_or(each.token_hash));
        names.add(change.name.value_or(each.name));
        taken.add(each.taken || change.name ? 1 : 0);
    }
    Numbers lasts;
    Texts events, inputs, answers;
    for (const Step& each : steps) {
        lasts.add(each.last_seq);
        events.add(each.events);
        inputs.add(each.inputs);
        answers.add(each.answers);
    }
    Texts sealed_seats, choices, hows;
    Numbers decisions;
    for (const auto& [of_choice, choice] : net.sealed) {
        if (!choice) continue;
        sealed_seats.add(of_choice.first);
        decisions.add(of_choice.second);
        choices.add(choice->choice);
        hows.add(choice->how);
    }
    Texts kept_seats, kept_names, kept_values;
    for (const auto& [of_value, value] : net.kept) {
        if (value.empty()) continue;
        kept_seats.add(of_value.first);
        kept_names.add(of_value.second);
        kept_values.add(value);
    }
    // With several steps it was played elsewhere (Creation), and its dice are none of ours.
    const bool counts = steps.size() == 1 && over;
    const std::int64_t winner = net.ended ? net.winner.value_or(nobody) : not_over;
    return {sql,
            {of(token),
             of(header.id),
             of(header.ruleset),
             of(std::int64_t{header.ruleset_version}),
             of(header.title),
             of(net.visibility.value_or(header.visibility)),
             of(name_of(net.status.value_or(Status::waiting))),
             of(net.open.value_or(false)),
             of(winner),
             of(net.ended ? net.finished_at : header.created_at),
             of(header.created_at),
             of(net.finished_at),
             of(header.commitment),
             blob(header.server_seed),
             blob(header.server_key),
             of(net.outcome),
             of(header.setup),
             of(header.options),
             of(by ? by->battle : 0),
             of(by ? by->step : 0),
             of(static_cast<std::int64_t>(steps.size())),
             of(steps.back().last_seq),
             seat_names.value(),
             hashes.as_blobs(),
             names.value(),
             taken.value(),
             lasts.value(),
             events.value(),
             inputs.value(),
             answers.value(),
             sealed_seats.value(),
             decisions.value(),
             choices.value(),
             hows.value(),
             kept_seats.value(),
             kept_names.value(),
             kept_values.value(),
             of(net.wake_at.value_or(0)),
             of(counts)}};
}

}  // namespace muster::storage::postgres
