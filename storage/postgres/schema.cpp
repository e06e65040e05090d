#include "storage/postgres/schema.hpp"

#include <array>

namespace muster::storage::postgres {

namespace {

// `winner` is a seat's place, -1 for nobody, -2 while the battle is not over. `time` is what lists go by (Query::from). How many battles there are is kept
// in several rows each (`part`), so that writers do not wait for each other there.
const std::string version_1 = R"sql(
CREATE TABLE meta (
    schema        bigint NOT NULL,
    readable_from bigint NOT NULL,
    generation    text   NOT NULL COLLATE "C"
);
CREATE TABLE nodes (
    owner bigint      PRIMARY KEY,
    url   text        NOT NULL COLLATE "C",
    seen  timestamptz NOT NULL,
    last  bigint      NOT NULL
);

CREATE TABLE battles (
    number          bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id              text    NOT NULL COLLATE "C" UNIQUE,
    ruleset         text    NOT NULL COLLATE "C",
    ruleset_version bigint  NOT NULL,
    title           text    NOT NULL COLLATE "C",
    visibility      text    NOT NULL COLLATE "C" CHECK (visibility IN ('public', 'unlisted', 'private')),
    status          text    NOT NULL COLLATE "C" CHECK (status IN ('waiting', 'running', 'over')),
    open            boolean NOT NULL,
    winner          bigint  NOT NULL,
    time            text    NOT NULL COLLATE "C",
    created_at      text    NOT NULL COLLATE "C",
    finished_at     text    NOT NULL COLLATE "C",
    commitment      text    NOT NULL COLLATE "C",
    server_seed     bytea   NOT NULL,
    server_key      bytea   NOT NULL,
    outcome         text    NOT NULL COLLATE "C",
    setup           text    COMPRESSION lz4 COLLATE "C" NOT NULL,
    options         text    COMPRESSION lz4 COLLATE "C" NOT NULL
);
CREATE INDEX battles_public            ON battles (number)          WHERE visibility = 'public';
CREATE INDEX battles_public_by_ruleset ON battles (ruleset, number) WHERE visibility = 'public';
CREATE INDEX battles_public_by_winner  ON battles (winner, number)  WHERE visibility = 'public' AND winner > -2;
CREATE INDEX battles_public_by_time    ON battles (time, number)    WHERE visibility = 'public';
CREATE INDEX battles_public_unfinished ON battles (status, number)  WHERE visibility = 'public' AND status <> 'over';
CREATE INDEX battles_public_open       ON battles (number)          WHERE visibility = 'public' AND open;
CREATE INDEX battles_unfinished        ON battles (server_key)      WHERE status <> 'over';

CREATE TABLE seats (
    battle     bigint  NOT NULL,
    position   bigint  NOT NULL,
    seat       text    NOT NULL COLLATE "C",
    token_hash bytea   NOT NULL,
    name       text    NOT NULL COLLATE "C",
    taken      boolean NOT NULL,
    PRIMARY KEY (battle, position),
    UNIQUE (battle, seat)
);

CREATE TABLE heads (
    battle bigint PRIMARY KEY,
    owner  bigint NOT NULL,
    step   bigint NOT NULL,
    head   bigint NOT NULL,
    writer bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX heads_owned ON heads (owner) WHERE owner <> 0;

CREATE TABLE steps (
    battle   bigint NOT NULL,
    step     bigint NOT NULL,
    last_seq bigint NOT NULL,
    events   text   COMPRESSION lz4 COLLATE "C" NOT NULL,
    inputs   text   COMPRESSION lz4 COLLATE "C" NOT NULL,
    answers  text   COMPRESSION lz4 COLLATE "C" NOT NULL,
    PRIMARY KEY (battle, last_seq, step)
);

CREATE TABLE sealed (
    battle   bigint NOT NULL,
    seat     text   NOT NULL COLLATE "C",
    decision bigint NOT NULL,
    choice   text   NOT NULL COLLATE "C",
    how      text   NOT NULL COLLATE "C",
    PRIMARY KEY (battle, seat, decision)
);
CREATE TABLE kept (
    battle bigint NOT NULL,
    seat   text   NOT NULL COLLATE "C",
    name   text   NOT NULL COLLATE "C",
    value  text   COMPRESSION lz4 COLLATE "C" NOT NULL,
    PRIMARY KEY (battle, seat, name)
);
CREATE TABLE wakes (
    battle bigint PRIMARY KEY,
    at     bigint NOT NULL
);
CREATE INDEX wakes_by_time ON wakes (at);
CREATE TABLE remembered (
    key     text   PRIMARY KEY COLLATE "C",
    value   text   NOT NULL COLLATE "C",
    version bigint NOT NULL
);

CREATE TABLE tally (
    what    text   NOT NULL COLLATE "C",
    part    bigint NOT NULL,
    battles bigint NOT NULL,
    PRIMARY KEY (what, part)
) WITH (fillfactor = 50);
CREATE FUNCTION change_tally(which text, change bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO tally VALUES (which, pg_backend_pid() % 16, change) ON CONFLICT (what, part) DO UPDATE SET battles = tally.battles + excluded.battles
$$;
CREATE FUNCTION count_battle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' THEN PERFORM change_tally(OLD.status, -1); END IF;
    PERFORM change_tally(NEW.status, 1);
    RETURN NULL;
END $$;
CREATE FUNCTION count_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM change_tally(TG_ARGV[0], CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
    RETURN NULL;
END $$;
CREATE TRIGGER battle_counted AFTER INSERT ON battles FOR EACH ROW EXECUTE FUNCTION count_battle();
CREATE TRIGGER battle_recounted AFTER UPDATE OF status ON battles FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION count_battle();

CREATE TABLE dice (
    ruleset text   NOT NULL COLLATE "C",
    seat    text   NOT NULL COLLATE "C",
    player  text   NOT NULL COLLATE "C",
    day     text   NOT NULL COLLATE "C",
    battles bigint NOT NULL,
    ones    bigint NOT NULL,
    twos    bigint NOT NULL,
    threes  bigint NOT NULL,
    fours   bigint NOT NULL,
    fives   bigint NOT NULL,
    sixes   bigint NOT NULL,
    PRIMARY KEY (ruleset, seat, player, day)
);
CREATE INDEX dice_of_all_days ON dice (day) WHERE day = '';
CREATE TABLE not_counted (
    note   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    battle bigint NOT NULL
);
CREATE TRIGGER battle_uncounted AFTER INSERT OR DELETE ON not_counted FOR EACH ROW EXECUTE FUNCTION count_row('uncounted');

CREATE TABLE witnessed (
    start      bytea  PRIMARY KEY,
    server_key bytea  NOT NULL,
    secret     bytea  NOT NULL,
    after      bigint NOT NULL,
    step       bigint NOT NULL,
    head       bytea  NOT NULL,
    at         bigint NOT NULL
);
CREATE INDEX witnessed_by_time ON witnessed (at);
CREATE TRIGGER battle_witnessed AFTER INSERT OR DELETE ON witnessed FOR EACH ROW EXECUTE FUNCTION count_row('witnessed');
)sql";

// Servers that know of no others take whatever they write to: they are kept out.
const std::string version_2 = R"sql(
DELETE FROM nodes;
UPDATE heads SET owner = 0 WHERE owner <> 0;
)sql";

const std::array scripts{version_1, version_2};

}  // namespace

std::span<const std::string> schema_scripts() { return scripts; }

}  // namespace muster::storage::postgres
