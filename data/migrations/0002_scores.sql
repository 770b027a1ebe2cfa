-- Boards: seasons, what each seat did, standings kept up to date by every result.

CREATE TABLE seasons (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    -- The first season, 1, has no row.
    number INTEGER NOT NULL CHECK (number > 1),
    began_at REAL NOT NULL,
    PRIMARY KEY (guild_id, game, number)
) STRICT, WITHOUT ROWID;

ALTER TABLE results ADD COLUMN season INTEGER NOT NULL DEFAULT 1;
-- A digest of who sat down, the same for the same people in any order; no id can be read from it.
ALTER TABLE results ADD COLUMN crew TEXT NOT NULL DEFAULT '';
-- Whether it counts: rated (X2), and not one too many of the same crew. Results from before this migration do not.
ALTER TABLE results ADD COLUMN counts INTEGER NOT NULL DEFAULT 0 CHECK (counts IN (0, 1));
CREATE INDEX results_by_crew ON results (guild_id, game, crew, ended_at) WHERE counts = 1;

-- The game's own facts of the seat (rules/<game>/tally.py), as JSON.
ALTER TABLE result_seats ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';

-- Names as of the last game here: boards look nobody up.
CREATE TABLE names (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- One row for each player of each board; a result that counts changes it in its own transaction.
CREATE TABLE standings (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    -- 0 is all time.
    season INTEGER NOT NULL,
    -- See bot/model/boards.py.
    board TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    -- How many games or voyages stand behind the points.
    games INTEGER NOT NULL,
    -- A sum or a best, as the board has it; of the win rate it is the wins.
    points INTEGER NOT NULL,
    -- What ranks: the points, or the share of games won once there are five of them.
    score REAL GENERATED ALWAYS AS (
        CASE WHEN board <> 'rate' THEN points WHEN games >= 5 THEN 1.0 * points / games END
    ) STORED,
    -- Among equal scores the fewer games stand first, on the board of win rates the more games.
    tie INTEGER GENERATED ALWAYS AS (CASE board WHEN 'rate' THEN -games ELSE games END) STORED,
    PRIMARY KEY (guild_id, game, season, board, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_by_score ON standings (guild_id, game, season, board, score DESC, tie, user_id, points, games)
WHERE score IS NOT NULL;
