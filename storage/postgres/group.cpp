#include "storage/postgres/group.hpp"

#include <algorithm>
#include <set>

#include "storage/postgres/append_round.hpp"
#include "storage/postgres/creation.hpp"
#include "storage/postgres/kept_by_server.hpp"

namespace muster::storage::postgres {

namespace {

Result elsewhere() { return std::unexpected(Failure{Failure::Kind::elsewhere, "another server writes this battle now"}); }

Failure unknown_of_another() {
    return {Failure::Kind::unknown, "it is not known whether it was stored: the connection went, and another server writes this battle now"};
}

const Append* append_of(const Operation& operation) { return std::get_if<Append>(&operation.what); }

/// What is no step of a battle.
std::vector<Statement> queries_of(const Operation& operation, std::int64_t token) {
    std::vector<Statement> out;
    std::visit(ForEachKind{[&](const Creation& each) { out.push_back(creation_query(each.header, each.seats, each.steps, token, {})); }, [](const Append&) {},
                           [&](const Memo& each) { out.push_back(memo_query(each)); },
                           [&](const DiceCount& each) {
                               for (const auto& battle : each.battles) out.push_back(dice_query(battle));
                           },
                           [&](const Witnessing& each) { out.push_back(witness_query(each)); },
                           [&](const Renewal& each) { out.push_back(renewal_query(each)); }, [](const EngineTask&) {}},
               operation.what);
    return out;
}

}  // namespace

void Group::plan(const Operation& operation, Heads& heads, Tenure& tenure) {
    if (const auto* task = std::get_if<EngineTask>(&operation.what)) task->write();
    Planned planned{.operation = &operation};
    if (const auto* append = append_of(operation)) {
        if (append->step.begins) check_creation(append->step.begins->seats, {&append->step.begins->first, 1});
        const auto step = heads.plan(tenure, append->number, append->step);
        planned.elsewhere = !step;
        planned.step = step.value_or(0);
        planned.round =
            static_cast<std::size_t>(std::ranges::count_if(planned_, [&](const Planned& each) { return each.operation->battle() == append->number; }));
    } else if (const auto* creation = std::get_if<Creation>(&operation.what)) {
        check_creation(creation->seats, creation->steps);
    }
    planned_.push_back(planned);
}

bool Group::has_mark() const {
    return std::ranges::any_of(planned_,
                               [](const Planned& each) { return !each.operation->battle() && !std::holds_alternative<EngineTask>(each.operation->what); });
}

std::vector<std::vector<const Group::Planned*>> Group::rounds() const {
    std::vector<std::vector<const Planned*>> rounds;
    for (const Planned& each : planned_) {
        if (!each.operation->battle() || each.elsewhere) continue;
        if (rounds.size() <= each.round) rounds.resize(each.round + 1);
        rounds[each.round].push_back(&each);
    }
    return rounds;
}

std::vector<Statement> Group::queries(std::int64_t token, std::int64_t number, const Heads& heads) const {
    std::vector<Statement> out;
    for (const auto& steps : rounds()) {
        AppendRound round;
        for (const Planned* each : steps) round.add(append_of(*each->operation)->number, each->step, append_of(*each->operation)->step);
        out.push_back(round.query(token));
        for (const Planned* each : steps) {
            const Append& append = *append_of(*each->operation);
            if (const auto& begins = append.step.begins)
                out.push_back(creation_query(begins->header, begins->seats, {&begins->first, 1}, token, BegunBy{append.number, each->step}));
        }
    }
    for (const Planned& each : planned_)
        for (auto& query : queries_of(*each.operation, token)) out.push_back(std::move(query));
    if (has_mark()) out.push_back({"UPDATE nodes SET last = $2 WHERE owner = $1", {of(token), of(number)}});
    if (auto letting_go = heads.letting_go(token)) out.push_back(std::move(*letting_go));
    return out;
}

// In the order of queries().
std::vector<Transactor::Outcome> Group::outcomes(const std::vector<Rows>& answers, Heads& heads) const {
    std::vector<Transactor::Outcome> out;
    const auto nth = [&](const Planned& planned) { return static_cast<std::size_t>(&planned - planned_.data()); };
    auto answer = answers.begin();
    for (const Planned& each : planned_)
        if (each.elsewhere) out.push_back({.nth = nth(each), .result = elsewhere()});
    for (const auto& steps : rounds()) {
        std::vector<std::int64_t> stored;
        for (int row = 0; row < answer->size(); ++row) stored.push_back(answer->number(row, 0));
        std::ranges::sort(stored);
        ++answer;
        for (const Planned* each : steps) {
            const Append& append = *append_of(*each->operation);
            if (append.step.begins) ++answer;
            if (std::ranges::binary_search(stored, append.number)) continue;
            heads.drop(append.number);
            out.push_back({.nth = nth(*each), .result = elsewhere()});
        }
    }
    for (const Planned& each : planned_) {
        if (const auto* creation = std::get_if<Creation>(&each.operation->what)) {
            const std::int64_t made = (answer++)->number(0, 0);
            out.push_back({.nth = nth(each), .result = made});
            if (creation->steps.back().status != Status::over)
                heads.add(made, static_cast<std::int64_t>(creation->steps.size()), creation->steps.back().last_seq, creation->seats, creation->header.id);
        } else if (std::holds_alternative<Witnessing>(each.operation->what)) {
            if (!(answer++)->truth(0, 0))
                out.push_back({.nth = nth(each), .result = std::unexpected(Failure{Failure::Kind::refused, "no further battle can be witnessed"})});
        } else if (const auto* counted = std::get_if<DiceCount>(&each.operation->what)) {
            answer += static_cast<std::ptrdiff_t>(counted->battles.size());
        } else if (!each.operation->battle() && !std::holds_alternative<EngineTask>(each.operation->what)) {
            ++answer;
        }
    }
    if (answer != answers.end()) heads.have_gone();
    return out;
}

void Group::forget(Heads& heads) const {
    for (const Planned& each : planned_)
        if (const auto battle = each.operation->battle()) heads.forget(*battle);
}

std::optional<std::vector<Transactor::Outcome>> Group::found(Tenure& tenure, std::int64_t token, std::int64_t number) const {
    Numbers battles;
    Texts ids;
    for (const Planned& each : planned_) {
        if (const auto battle = each.operation->battle()) battles.add(*battle);
        if (const auto* creation = std::get_if<Creation>(&each.operation->what)) ids.add(creation->header.id);
    }
    const std::vector<Statement> asked{
        {"SELECT battle, CASE WHEN writer = $1 THEN step ELSE 0 END, owner = $3 OR (owner = 0 AND writer = $1) FROM heads WHERE battle = ANY($2)",
         {of(token), battles.value(), of(tenure.token())}},
        {"SELECT id, number FROM battles WHERE id = ANY($1)", {ids.value()}},
        {"SELECT FROM nodes WHERE owner = $1 AND last = $2", {of(token), of(number)}}};
    const auto answers = tenure.connection().run_all(asked);
    std::map<std::int64_t, std::int64_t> steps;
    std::set<std::int64_t> taken;  // by others, who may have written since
    for (int row = 0; row < answers[0].size(); ++row) {
        steps[answers[0].number(row, 0)] = answers[0].number(row, 1);
        if (!answers[0].truth(row, 2)) taken.insert(answers[0].number(row, 0));
    }
    std::map<std::string, std::int64_t> numbers;
    for (int row = 0; row < answers[1].size(); ++row) numbers[answers[1].text(row, 0)] = answers[1].number(row, 1);

    const auto was_stored = [&](const Planned& each) {
        const auto head = each.operation->battle() && !each.elsewhere ? steps.find(*each.operation->battle()) : steps.end();
        return head != steps.end() && head->second >= each.step;
    };
    const auto is_taken = [&](const Planned& each) { return each.operation->battle() && !each.elsewhere && taken.contains(*each.operation->battle()); };
    const auto tells = [&](const Planned& each) { return each.operation->battle() && !each.elsewhere && !is_taken(each); };
    const bool stored = has_mark() ? !answers[2].empty() : std::ranges::any_of(planned_, was_stored);
    if (!stored && (has_mark() || std::ranges::any_of(planned_, tells) || std::ranges::none_of(planned_, is_taken))) return {};
    std::vector<Transactor::Outcome> out;
    for (std::size_t nth = 0; nth < planned_.size(); ++nth) {
        const Planned& each = planned_[nth];
        if (each.operation->battle()) {
            if (was_stored(each)) continue;
            if (is_taken(each)) out.push_back({.nth = nth, .result = std::unexpected(unknown_of_another())});
            else out.push_back({.nth = nth, .result = elsewhere()});
        } else if (const auto* creation = std::get_if<Creation>(&each.operation->what)) {
            out.push_back({.nth = nth, .result = numbers.at(creation->header.id)});
        } else if (std::holds_alternative<Witnessing>(each.operation->what)) {
            out.push_back({.nth = nth, .result = std::unexpected(Failure{Failure::Kind::unknown, "it is not known whether it was kept: the connection went"})});
        }
    }
    return out;
}

}  // namespace muster::storage::postgres
