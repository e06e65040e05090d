#include "storage/postgres/heads.hpp"

#include <algorithm>

#include "storage/postgres/living.hpp"
#include "storage/steps.hpp"

namespace muster::storage::postgres {

namespace {

void expect_seat(const std::vector<std::string>& seats, const std::string& seat) {
    if (std::ranges::find(seats, seat) == seats.end()) throw StoreError(Failure::Kind::broken, no_seat(seat));
}

// It is taken from exactly whom it was seen to belong to: of several who see that at once, one does. Of what it is this statement knows only its head; who
// reads it does so afterwards, when whatever was under way has been stored.
const std::string claim_sql = R"sql(
WITH place AS MATERIALIZED (
    SELECT h.battle, h.owner, h.owner NOT IN (0, $1) AND b.status <> 'over' AS interrupted, h.owner = $1 AS mine, coalesce(n.url, '') AS url, h.owner <> $1 AND )sql" +
                              is_gone("h.owner") + R"sql( AS gone,
           CASE WHEN n.seen IS NULL THEN -1 ELSE greatest(0, extract(epoch FROM clock_timestamp() - n.seen) * 1000)::bigint END AS away
    FROM battles b JOIN heads h ON h.battle = b.number LEFT JOIN nodes n ON n.owner = h.owner WHERE b.id = $2
), taken AS (
    UPDATE heads h SET owner = $1 FROM place p WHERE h.battle = p.battle AND h.owner = p.owner AND (p.mine OR p.gone)
    RETURNING h.battle, h.step, h.head
)
SELECT p.battle, p.interrupted, p.gone, p.url, p.away, t.battle IS NOT NULL, coalesce(t.step, 0), coalesce(t.head, 0)
FROM place p LEFT JOIN taken t USING (battle))sql";

// That it was claimed need not be durable: if it is lost, so is what the fence compares, and the battle is claimed once more.
const std::string claims_may_be_lost = "SELECT set_config('synchronous_commit', 'off', true)";

}  // namespace

Place Heads::claim(Tenure& tenure, const std::string& id) {
    constexpr int tries_max = 3;  // another was faster, and may have let go of it again
    for (int tries = 1;; ++tries) {
        const std::vector<Statement> asked{{claims_may_be_lost},
                                           {claim_sql, {of(tenure.token()), of(id)}},
                                           {"SELECT seat FROM seats WHERE battle = (SELECT number FROM battles WHERE id = $1)", {of(id)}}};
        const auto answers = tenure.connection().run_all(asked);
        const Rows& row = answers[1];
        if (row.empty()) return {};
        const std::int64_t battle = row.number(0, 0);
        const bool taken = row.truth(0, 5), gone = row.truth(0, 2);
        if (!taken) {
            drop(battle);
            if (gone && tries < tries_max) continue;
            return {.here = false, .url = row.text(0, 3)};
        }
        leaving_.erase(battle);
        owned_[battle] = id;
        if (!known_.contains(battle)) {
            Head& head = known_[battle] = {.step = row.number(0, 6), .head = row.number(0, 7)};
            for (int seat = 0; seat < answers[2].size(); ++seat) head.seats.push_back(answers[2].text(seat, 0));
        }
        Place place{.number = battle};
        const bool interrupted = row.truth(0, 1);
        taken_over_ += interrupted ? 1 : 0;
        if (interrupted && row.number(0, 4) >= 0) place.away_ms = row.number(0, 4);
        return place;
    }
}

void Heads::let_go(std::int64_t battle) {
    drop(battle);
    leaving_.insert(battle);
}

std::optional<Statement> Heads::letting_go(std::int64_t token) const {
    if (all_leave_) return Statement{"UPDATE heads SET owner = 0 WHERE owner = $1", {of(token)}};
    if (leaving_.empty()) return {};
    Numbers battles;
    for (const auto each : leaving_) battles.add(each);
    return Statement{"UPDATE heads SET owner = 0 WHERE owner = $1 AND battle = ANY($2)", {of(token), battles.value()}};
}

void Heads::have_gone() {
    leaving_.clear();
    if (!std::exchange(all_leave_, false)) return;
    known_.clear();
    owned_.clear();
}

std::optional<std::int64_t> Heads::plan(Tenure& tenure, std::int64_t battle, const Step& step) {
    Head* head = of_battle(tenure, battle);
    if (!head) return {};
    if (const auto why = why_out_of_order(step, head->head)) throw StoreError(Failure::Kind::broken, *why);
    for (const auto& each : step.taken) expect_seat(head->seats, each.seat);
    for (const auto& each : step.tokens) expect_seat(head->seats, each.seat);
    head->head = step.last_seq;
    return ++head->step;
}

Heads::Head* Heads::of_battle(Tenure& tenure, std::int64_t battle) {
    if (const auto known = known_.find(battle); known != known_.end()) return &known->second;
    const std::vector<Statement> asked{{"SELECT owner, step, head, id FROM heads JOIN battles ON number = battle WHERE battle = $1", {of(battle)}},
                                       {"SELECT seat FROM seats WHERE battle = $1", {of(battle)}}};
    const auto answers = tenure.connection().run_all(asked);
    if (answers[0].empty()) throw StoreError(Failure::Kind::broken, "there is no battle number " + std::to_string(battle));
    if (answers[0].number(0, 0) != tenure.token()) return nullptr;
    owned_[battle] = answers[0].text(0, 3);
    Head& head = known_[battle] = {.step = answers[0].number(0, 1), .head = answers[0].number(0, 2)};
    for (int row = 0; row < answers[1].size(); ++row) head.seats.push_back(answers[1].text(row, 0));
    return &head;
}

void Heads::add(std::int64_t battle, std::int64_t step, std::int64_t head, const std::vector<Seat>& seats, const std::string& id) {
    owned_[battle] = id;
    Head& added = known_[battle] = {.step = step, .head = head};
    for (const Seat& each : seats) added.seats.push_back(each.seat);
}

void Heads::drop(std::int64_t battle) {
    known_.erase(battle);
    owned_.erase(battle);
}

std::vector<std::string> Heads::recount(Tenure& tenure) {
    const Rows rows = tenure.connection().run({"SELECT battle FROM heads WHERE owner = $1", {of(tenure.token())}});
    std::set<std::int64_t> ours;
    for (int row = 0; row < rows.size(); ++row) ours.insert(rows.number(row, 0));
    std::vector<std::string> lost;
    std::erase_if(owned_, [&](const auto& each) {
        if (ours.contains(each.first)) return false;
        known_.erase(each.first);
        lost.push_back(each.second);
        return true;
    });
    return lost;
}

}  // namespace muster::storage::postgres
