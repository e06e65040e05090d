#include "storage/postgres/heads.hpp"

#include <algorithm>

#include "storage/steps.hpp"

namespace muster::storage::postgres {

namespace {

constexpr std::size_t known_max = 50'000;  ///< battles; some 10 MB. Beyond it all are claimed again, which is no more than to look them up

void expect_seat(const std::vector<std::string>& seats, const std::string& seat) {
    if (std::ranges::find(seats, seat) == seats.end()) throw StoreError(Failure::Kind::broken, no_seat(seat));
}

}  // namespace

std::int64_t Heads::plan(Tenure& tenure, std::int64_t battle, const Step& step) {
    Head& head = of_battle(tenure, battle);
    if (const auto why = why_out_of_order(step, head.head)) throw StoreError(Failure::Kind::broken, *why);
    for (const auto& each : step.taken) expect_seat(head.seats, each.seat);
    for (const auto& each : step.tokens) expect_seat(head.seats, each.seat);
    head.head = step.last_seq;
    return ++head.step;
}

// That it was claimed need not be durable: if it is lost, so is what the fence compares, and the battle is claimed once more.
Heads::Head& Heads::of_battle(Tenure& tenure, std::int64_t battle) {
    if (const auto known = known_.find(battle); known != known_.end()) return known->second;
    const std::vector<Statement> claim{{"SELECT set_config('synchronous_commit', 'off', true)"},
                                       {"UPDATE heads SET owner = $1 WHERE battle = $2 RETURNING step, head", {of(tenure.token()), of(battle)}},
                                       {"SELECT seat FROM seats WHERE battle = $1", {of(battle)}}};
    const auto answers = tenure.connection().run_all(claim);
    if (answers[1].empty()) throw StoreError(Failure::Kind::broken, "there is no battle number " + std::to_string(battle));
    Head head{.step = answers[1].number(0, 0), .head = answers[1].number(0, 1)};
    for (int row = 0; row < answers[2].size(); ++row) head.seats.push_back(answers[2].text(row, 0));
    return known_[battle] = std::move(head);
}

void Heads::make_room() {
    if (known_.size() >= known_max) known_.clear();
}

void Heads::add(std::int64_t battle, std::int64_t step, std::int64_t head, const std::vector<Seat>& seats) {
    Head& added = known_[battle] = {.step = step, .head = head};
    for (const Seat& each : seats) added.seats.push_back(each.seat);
}

}  // namespace muster::storage::postgres
