#include "storage/sqlite/dice_table.hpp"

namespace muster::storage::sqlite {

namespace {

const std::string all_days;

}  // namespace

DiceWriter::DiceWriter(SQLite::Database& database)
    : insert_note_(database, "INSERT INTO not_counted (battle) VALUES (?)"),
      delete_note_(database, "DELETE FROM not_counted WHERE note = ?"),
      add_(database,
           "INSERT INTO dice (ruleset, seat, player, day, battles, ones, twos, threes, fours, fives, sixes) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?) "
           "ON CONFLICT DO UPDATE SET battles = battles + 1, ones = ones + excluded.ones, twos = twos + excluded.twos, threes = threes + excluded.threes, "
           "fours = fours + excluded.fours, fives = fives + excluded.fives, sixes = sixes + excluded.sixes") {}

void DiceWriter::note(std::int64_t battle) { insert_note_.run(battle); }

void DiceWriter::count(const std::vector<CountedBattle>& battles) {
    for (const CountedBattle& each : battles) {
        if (delete_note_.run(each.note) == 0) continue;
        for (const auto& [seat, player, faces] : each.seats)
            for (const std::string& day : {each.day, all_days})
                add_.run(each.ruleset, seat, player, day, faces[0], faces[1], faces[2], faces[3], faces[4], faces[5]);
    }
}

DiceReader::DiceReader(SQLite::Database& database)
    : select_notes_(database,
                    "SELECT note, number, id, ruleset, options, finished_at FROM not_counted CROSS JOIN battles ON number = battle WHERE note > ? "
                    "ORDER BY note LIMIT ?"),
      select_seats_(database, "SELECT seat FROM seats WHERE battle = ? ORDER BY position"),
      select_tally_(database, "SELECT battles FROM tally WHERE status = 'uncounted'"),
      select_all_(database,
                  "SELECT ruleset, seat, player, battles, ones, twos, threes, fours, fives, sixes FROM dice WHERE day = '' ORDER BY ruleset, seat, player"),
      select_days_(database,
                   "SELECT ruleset, seat, player, sum(battles), sum(ones), sum(twos), sum(threes), sum(fours), sum(fives), sum(sixes) FROM dice "
                   "WHERE day <> '' AND day >= ?1 AND (?2 = '' OR day < ?2) GROUP BY ruleset, seat, player ORDER BY ruleset, seat, player") {}

std::vector<Uncounted> DiceReader::uncounted(std::int64_t after, int count) {
    std::vector<Uncounted> found;
    const auto read = [&](const Row& row) {
        found.push_back({.note = row.number(0),
                         .number = row.number(1),
                         .id = row.text(2),
                         .ruleset = row.text(3),
                         .options = row.text(4),
                         .finished_at = row.text(5),
                         .seats = {}});
        select_seats_.rows([&](const Row& seat) { found.back().seats.push_back(seat.text(0)); }, found.back().number);
    };
    select_notes_.rows(read, after, count);
    return found;
}

std::int64_t DiceReader::uncounted() {
    std::int64_t count = 0;
    select_tally_.rows([&](const Row& row) { count = row.number(0); });
    return count;
}

std::vector<DiceSum> DiceReader::sums(const std::string& from, const std::string& to) {
    std::vector<DiceSum> found;
    const auto read = [&](const Row& row) {
        DiceSum& sum = found.emplace_back(DiceSum{.ruleset = row.text(0), .seat = row.text(1), .player = row.text(2), .battles = row.number(3)});
        for (int face = 0; face < 6; ++face) sum.faces[static_cast<std::size_t>(face)] = row.number(4 + face);
    };
    if (from.empty() && to.empty()) select_all_.rows(read);
    else select_days_.rows(read, from, to);
    return found;
}

}  // namespace muster::storage::sqlite
