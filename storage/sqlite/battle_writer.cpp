#include "storage/sqlite/battle_writer.hpp"

#include "storage/sqlite/dictionary.hpp"
#include "storage/sqlite/errors.hpp"
#include "storage/status_names.hpp"
#include "storage/steps.hpp"
#include "storage/winner.hpp"

namespace muster::storage::sqlite {

namespace {

constexpr std::size_t heads_max = 50'000;  ///< battles whose head is remembered; some 2 MB

[[noreturn]] void refuse(const std::string& sentence) { throw StoreError(Failure::Kind::broken, sentence); }

void check_order(const Step& step, std::int64_t head) {
    if (const auto why = why_out_of_order(step, head)) refuse(*why);
}

}  // namespace

BattleWriter::BattleWriter(SQLite::Database& database)
    : database_(database),
      packer_(dictionary()),
      dice_(database),
      witnessed_(database),
      insert_battle_(database,
                     "INSERT INTO battles (id, ruleset, ruleset_version, title, visibility, status, created_at, "
                     "commitment, server_seed, setup, options, time, server_key) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?7, ?12)"),
      insert_seat_(database, "INSERT INTO seats (battle, position, seat, token_hash, name, taken) VALUES (?, ?, ?, ?, ?, ?)"),
      select_head_(database, "SELECT last_seq FROM steps WHERE battle = ? ORDER BY last_seq DESC LIMIT 1"),
      insert_step_(database, "INSERT INTO steps (battle, last_seq, events, inputs, answers, packed) VALUES (?, ?, '', '', '', ?)"),
      replace_sealed_(database, "INSERT OR REPLACE INTO sealed (battle, seat, decision, choice, how) VALUES (?, ?, ?, ?, ?)"),
      delete_sealed_(database, "DELETE FROM sealed WHERE battle = ? AND seat = ? AND decision = ?"),
      replace_kept_(database, "INSERT OR REPLACE INTO kept (battle, seat, name, value) VALUES (?, ?, ?, ?)"),
      delete_kept_(database, "DELETE FROM kept WHERE battle = ? AND seat = ? AND name = ?"),
      set_wake_(database, "UPDATE battles SET wake_at = ? WHERE number = ?"),
      replace_remembered_(database, "INSERT OR REPLACE INTO remembered (key, value) VALUES (?, ?)"),
      add_remembered_(database, "INSERT OR IGNORE INTO remembered (key, value) VALUES (?, ?)"),
      exchange_remembered_(database, "UPDATE remembered SET value = ? WHERE key = ? AND value = ?"),
      delete_remembered_(database, "DELETE FROM remembered WHERE key = ?"),
      set_generation_(database, "UPDATE identity SET generation = ?"),
      take_seat_(database, "UPDATE seats SET name = ?, taken = 1 WHERE battle = ? AND seat = ?"),
      set_token_(database, "UPDATE seats SET token_hash = ? WHERE battle = ? AND seat = ?"),
      set_visibility_(database, "UPDATE battles SET visibility = ? WHERE number = ?"),
      set_open_(database, "UPDATE battles SET open = ? WHERE number = ?"),
      set_status_(database, "UPDATE battles SET status = ? WHERE number = ?"),
      finish_(database, "UPDATE battles SET outcome = ?1, winner = ?2, finished_at = ?3, time = ?3 WHERE number = ?4"),
      set_archived_(database, "UPDATE battles SET archived = 1 WHERE number = ?"),
      delete_archived_steps_(database, "DELETE FROM steps WHERE battle = ?1 AND id <= ?2 AND id <> (SELECT max(id) FROM steps WHERE battle = ?1)") {}

std::int64_t BattleWriter::write(const Operation& operation) {
    return std::visit(
        ForEachKind{[this](const Creation& creation) { return create(creation.header, creation.seats, creation.steps); },
                    [this](const Append& append) { return this->append(append.number, append.step); }, [this](const Memo& memo) { return remember(memo); },
                    [this](const DiceCount& counted) { return dice_.count(counted.battles), std::int64_t{0}; },
                    [this](const Witnessing& each) { return keep_witnessed(each); },
                    [this](const Renewal& renewal) { return set_generation_.run(renewal.generation), std::int64_t{0}; },
                    [](const EngineTask& task) { return task.write(), std::int64_t{0}; }},
        operation.what);
}

std::int64_t BattleWriter::keep_witnessed(const Witnessing& witnessing) {
    if (!witnessed_.keep(witnessing.battle, witnessing.limits)) throw StoreError(Failure::Kind::refused, "no further battle can be witnessed");
    return 0;
}

std::int64_t BattleWriter::remember(const Memo& memo) {
    if (memo.instead_of && !memo.instead_of->empty()) exchange_remembered_.run(memo.value, memo.key, *memo.instead_of);
    else if (memo.instead_of) add_remembered_.run(memo.key, memo.value);
    else if (memo.value.empty()) delete_remembered_.run(memo.key);
    else replace_remembered_.run(memo.key, memo.value);
    return 0;
}

// The last step stays: the battle's head is read from it, and no id of a step is ever given twice.
void BattleWriter::remove(const std::vector<Archived>& archived) {
    for (const Archived& each : archived) {
        set_archived_.run(each.number);
        delete_archived_steps_.run(each.number, each.last_step);
    }
}

std::int64_t BattleWriter::create(const Header& header, const std::vector<Seat>& seats, std::span<const Step> steps) {
    insert_battle_.run(header.id, header.ruleset, header.ruleset_version, header.title, header.visibility, name_of(Status::waiting), header.created_at,
                       header.commitment, Blob{header.server_seed}, header.setup, header.options, Blob{header.server_key});
    const std::int64_t number = database_.getLastInsertRowid();
    int position = 0;
    for (const Seat& each : seats) insert_seat_.run(number, position++, each.seat, Blob{each.token_hash}, each.name, each.taken ? 1 : 0);
    std::int64_t head = 0;
    for (const Step& each : steps) {
        check_order(each, head);
        insert_step(number, each);
        write_changes(number, each);
        head = each.last_seq;
    }
    // With several it was played elsewhere (Creation), and these are no dice of ours.
    if (steps.size() == 1 && steps.front().status == Status::over) dice_.note(number);
    set_head(number, steps.back());
    return number;
}

std::int64_t BattleWriter::append(std::int64_t number, const Step& step) {
    check_order(step, head(number));
    if (!step.is_silent()) insert_step(number, step);
    write_changes(number, step);
    if (step.status == Status::over) dice_.note(number);
    if (step.begins) create(step.begins->header, step.begins->seats, {&step.begins->first, 1});
    set_head(number, step);
    return number;
}

std::int64_t BattleWriter::head(std::int64_t number) {
    if (const auto known = heads_.find(number); known != heads_.end()) return known->second;
    std::int64_t head = -1;  // a battle has a first step from its creation on
    select_head_.rows([&](const Row& row) { head = row.number(0); }, number);
    if (head < 0) refuse("there is no battle number " + std::to_string(number));
    return head;
}

// After its end hardly anything comes. Beyond the bound all are looked up again.
void BattleWriter::set_head(std::int64_t number, const Step& last) {
    if (last.status == Status::over) {
        heads_.erase(number);
        return;
    }
    if (heads_.size() >= heads_max) heads_.clear();
    heads_[number] = last.last_seq;
}

void BattleWriter::insert_step(std::int64_t number, const Step& step) {
    const std::string packed = packer_.pack(step);
    insert_step_.run(number, step.last_seq, Blob{packed});
}

void BattleWriter::write_changes(std::int64_t number, const Step& step) {
    for (const Sealed& each : step.unseal) delete_sealed_.run(number, each.seat, each.decision);
    for (const Sealed& each : step.seal) replace_sealed_.run(number, each.seat, each.decision, each.choice, each.how);
    for (const Kept& each : step.keep) {
        if (each.value.empty()) delete_kept_.run(number, each.seat, each.name);
        else replace_kept_.run(number, each.seat, each.name, each.value);
    }
    if (step.wake_at) set_wake_.run(*step.wake_at, number);
    for (const Step::Taken& each : step.taken)
        if (take_seat_.run(each.name, number, each.seat) == 0) refuse(no_seat(each.seat));
    for (const Step::Token& each : step.tokens)
        if (set_token_.run(Blob{each.hash}, number, each.seat) == 0) refuse(no_seat(each.seat));
    if (step.visibility) set_visibility_.run(*step.visibility, number);
    if (step.open) set_open_.run(*step.open ? 1 : 0, number);
    if (step.status) set_status_.run(name_of(*step.status), number);
    if (step.status == Status::over) finish_.run(step.outcome, step.winner.value_or(nobody), step.finished_at, number);
}

}  // namespace muster::storage::sqlite
