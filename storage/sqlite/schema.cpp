#include "storage/sqlite/schema.hpp"

#include <array>

#include "storage/sqlite/step_table.hpp"

namespace muster::storage::sqlite {

namespace {

// The long texts come last in `battles`, so that the lobby's lists never read them.
const std::string version_1 = R"sql(
PRAGMA application_id = 0x4d555354;

CREATE TABLE battles (
    number          INTEGER PRIMARY KEY,
    id              TEXT    NOT NULL UNIQUE,
    ruleset         TEXT    NOT NULL,
    ruleset_version INTEGER NOT NULL,
    title           TEXT    NOT NULL,
    visibility      TEXT    NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    status          TEXT    NOT NULL CHECK (status IN ('waiting', 'running', 'over')),
    created_at      TEXT    NOT NULL,
    finished_at     TEXT    NOT NULL DEFAULT '',
    commitment      TEXT    NOT NULL,
    server_seed     BLOB    NOT NULL,
    outcome         TEXT    NOT NULL DEFAULT '',
    setup           TEXT    NOT NULL,
    options         TEXT    NOT NULL
) STRICT;
CREATE INDEX battles_public           ON battles (number) WHERE visibility = 'public';
CREATE INDEX battles_public_by_status ON battles (status) WHERE visibility = 'public';

CREATE TABLE seats (
    battle     INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    seat       TEXT    NOT NULL,
    token_hash BLOB    NOT NULL,
    name       TEXT    NOT NULL,
    taken      INTEGER NOT NULL,
    PRIMARY KEY (battle, position),
    UNIQUE (battle, seat)
) STRICT, WITHOUT ROWID;
)sql" + step_table_1 + R"sql(
CREATE INDEX steps_of_battle ON steps (battle, last_seq);

CREATE TABLE sealed (
    battle   INTEGER NOT NULL,
    seat     TEXT    NOT NULL,
    decision INTEGER NOT NULL,
    choice   TEXT    NOT NULL,
    PRIMARY KEY (battle, seat, decision)
) STRICT, WITHOUT ROWID;
)sql";

// What the server keeps besides the record, and when a battle wants its attention.
const std::string version_2 = R"sql(
ALTER TABLE sealed ADD COLUMN how TEXT NOT NULL DEFAULT '';
ALTER TABLE battles ADD COLUMN wake_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX battles_to_wake ON battles (wake_at) WHERE wake_at <> 0;
CREATE INDEX battles_by_status ON battles (status);

CREATE TABLE kept (
    battle INTEGER NOT NULL,
    seat   TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (battle, seat, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE remembered (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// Battles whose steps are in the archive (archive.hpp).
const std::string version_3 = R"sql(
ALTER TABLE battles ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
CREATE INDEX battles_to_archive ON battles (finished_at) WHERE status = 'over' AND archived = 0;
)sql";

// Which history this is (generation.hpp).
const std::string version_4 = R"sql(
CREATE TABLE identity (generation TEXT NOT NULL) STRICT;
INSERT INTO identity (generation) VALUES (lower(hex(randomblob(8))));
)sql";

// What lists are searched by: who has won, by the seat's place (-1: nobody; NULL: it is not over), whether anybody may take a seat, and when
// it ended, or began if it is not over. The time stands in the index of all public battles, so that a search by days reads no rows but those it finds.
const std::string version_5 = R"sql(
ALTER TABLE battles ADD COLUMN winner INTEGER;
ALTER TABLE battles ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
ALTER TABLE battles ADD COLUMN time TEXT NOT NULL DEFAULT '';
UPDATE battles SET time = iif(finished_at = '', created_at, finished_at), winner = iif(status = 'over', coalesce(
    (SELECT position FROM seats WHERE battle = number AND seat = CASE WHEN json_valid(outcome) THEN json_extract(outcome, '$.winner') END), -1), NULL);
DROP INDEX battles_public;
CREATE INDEX battles_public           ON battles (number, time) WHERE visibility = 'public';
CREATE INDEX battles_public_by_winner ON battles (winner) WHERE visibility = 'public' AND winner IS NOT NULL;
CREATE INDEX battles_public_open      ON battles (number) WHERE visibility = 'public' AND open = 1;
)sql";

// The full-text index that lists are searched by (search_index.hpp), which takes the place of the indexes on what battles ended like; and how
// many battles there are, kept instead of counted. What is there already is noted for the index here, and taken up when the store is opened. An
// index of all battles is not made anew: SQLite would sort it in memory.
const std::string version_6 = R"sql(
CREATE VIRTUAL TABLE search USING fts5(words, content = '', columnsize = 0, detail = none, tokenize = 'ascii');

CREATE TABLE not_indexed (battle INTEGER PRIMARY KEY) STRICT;
INSERT INTO not_indexed SELECT number FROM battles WHERE visibility = 'public' ORDER BY number;
CREATE TRIGGER battle_to_index AFTER INSERT ON battles WHEN NEW.visibility = 'public' BEGIN
    INSERT INTO not_indexed VALUES (NEW.number);
END;
CREATE TRIGGER changed_battle_to_index AFTER UPDATE OF title, visibility, winner, time ON battles WHEN NEW.visibility = 'public' BEGIN
    INSERT OR IGNORE INTO not_indexed VALUES (NEW.number);
END;
CREATE TRIGGER named_seat_to_index AFTER UPDATE OF name ON seats WHEN NEW.name <> OLD.name BEGIN
    INSERT OR IGNORE INTO not_indexed SELECT number FROM battles WHERE number = NEW.battle AND visibility = 'public';
END;

CREATE TABLE tally (status TEXT PRIMARY KEY, battles INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO tally SELECT column1, (SELECT count(*) FROM battles WHERE status = column1) FROM (VALUES ('waiting'), ('running'), ('over'));
CREATE TRIGGER battle_counted AFTER INSERT ON battles BEGIN
    UPDATE tally SET battles = battles + 1 WHERE status = NEW.status;
END;
CREATE TRIGGER battle_recounted AFTER UPDATE OF status ON battles WHEN NEW.status <> OLD.status BEGIN
    UPDATE tally SET battles = battles + iif(status = NEW.status, 1, -1) WHERE status IN (NEW.status, OLD.status);
END;

DROP INDEX battles_by_status;
DROP INDEX battles_public_by_status;
DROP INDEX battles_public_by_winner;
DROP INDEX battles_public_open;
DROP INDEX battles_to_wake;
CREATE INDEX battles_public_unfinished ON battles (status, number, ruleset, time) WHERE visibility = 'public' AND status <> 'over';
CREATE INDEX battles_public_open       ON battles (open, number, ruleset, time) WHERE visibility = 'public' AND open = 1;
CREATE INDEX battles_to_wake           ON battles (wake_at, id) WHERE wake_at <> 0 AND status <> 'over';
)sql";

// Steps are packed.
const std::string& version_7 = step_table_2;

// The full-text index has the newest battles first: -number stands for a battle there (list_sql.cpp); other words for days (search_words.cpp); and smaller
// pages: of a common word's battles FTS5 skips whole pages to the next one that a rare word has. All are noted for it anew. It is emptied by a
// command of FTS5: to drop the table SQLite would keep all of it in memory.
const std::string version_8 = R"sql(
INSERT INTO search (search) VALUES ('delete-all');
INSERT INTO search (search, rank) VALUES ('pgsz', 1000);
DELETE FROM not_indexed;
INSERT INTO not_indexed SELECT number FROM battles WHERE visibility = 'public' ORDER BY number;
)sql";

// By which key a battle's heads are signed; empty: it is of the time before muster/2.
const std::string version_9 = R"sql(
ALTER TABLE battles ADD COLUMN server_key BLOB NOT NULL DEFAULT x'';
)sql";

// Dice of battles that are over (dice_table.hpp). Those that ended before are noted here and counted while the server runs; among them are battles
// that were imported, which nothing tells apart.
const std::string version_10 = R"sql(
CREATE TABLE dice (
    ruleset TEXT    NOT NULL,
    seat    TEXT    NOT NULL,
    player  TEXT    NOT NULL,
    day     TEXT    NOT NULL,
    battles INTEGER NOT NULL,
    ones    INTEGER NOT NULL,
    twos    INTEGER NOT NULL,
    threes  INTEGER NOT NULL,
    fours   INTEGER NOT NULL,
    fives   INTEGER NOT NULL,
    sixes   INTEGER NOT NULL,
    PRIMARY KEY (ruleset, seat, player, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX dice_of_all_days ON dice (day) WHERE day = '';

CREATE TABLE not_counted (note INTEGER PRIMARY KEY AUTOINCREMENT, battle INTEGER NOT NULL) STRICT;
INSERT INTO not_counted (battle) SELECT number FROM battles WHERE status = 'over' ORDER BY number;
)sql";

// How many battles are still to be counted is kept as well: each scrape of the metrics asks.
const std::string version_11 = R"sql(
INSERT INTO tally SELECT 'uncounted', count(*) FROM not_counted;
CREATE TRIGGER battle_uncounted AFTER INSERT ON not_counted BEGIN
    UPDATE tally SET battles = battles + 1 WHERE status = 'uncounted';
END;
CREATE TRIGGER battle_dice_counted AFTER DELETE ON not_counted BEGIN
    UPDATE tally SET battles = battles - 1 WHERE status = 'uncounted';
END;
)sql";

// Battles elsewhere whose dice this server feeds as their witness.
const std::string version_12 = R"sql(
CREATE TABLE witnessed (
    start      BLOB    PRIMARY KEY,
    server_key BLOB    NOT NULL,
    secret     BLOB    NOT NULL,
    after      INTEGER NOT NULL,
    step       INTEGER NOT NULL,
    head       BLOB    NOT NULL,
    at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX witnessed_by_time ON witnessed (at);
INSERT INTO tally VALUES ('witnessed', 0);
CREATE TRIGGER battle_witnessed AFTER INSERT ON witnessed BEGIN
    UPDATE tally SET battles = battles + 1 WHERE status = 'witnessed';
END;
CREATE TRIGGER battle_witnessed_no_more AFTER DELETE ON witnessed BEGIN
    UPDATE tally SET battles = battles - 1 WHERE status = 'witnessed';
END;
)sql";

const std::array scripts{version_1, version_2, version_3, version_4, version_5, version_6, version_7, version_8, version_9, version_10, version_11, version_12};

}  // namespace

std::span<const std::string> schema_scripts() { return scripts; }

}  // namespace muster::storage::sqlite
