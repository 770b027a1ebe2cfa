-- Sessions, their logs and results; a server's house rules; what the process remembers about itself.

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'closed')),
    revision INTEGER NOT NULL,
    deadline REAL,
    updated_at REAL NOT NULL,
    -- The public message and the last ping are no steps of the game: they are written on their own.
    table_id INTEGER,
    ping_id INTEGER,
    -- Everything else about the session (bot/model/records.py) and the game's own state, as JSON.
    record TEXT NOT NULL,
    state TEXT
) STRICT;

-- One game per channel (X4).
CREATE UNIQUE INDEX one_live_session_per_channel ON sessions (channel_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX sessions_by_deadline ON sessions (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX sessions_by_channel ON sessions (channel_id, updated_at);
CREATE INDEX sessions_by_guild ON sessions (guild_id);

-- With the session's secret and start id: enough to play any game again.
CREATE TABLE moves (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    at REAL NOT NULL,
    seat INTEGER NOT NULL,
    token TEXT NOT NULL,
    cause TEXT NOT NULL CHECK (cause IN ('player', 'clock', 'vote', 'moderator')),
    PRIMARY KEY (session_id, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    ended_at REAL NOT NULL,
    ending TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    options TEXT NOT NULL
) STRICT;
CREATE INDEX results_by_guild ON results (guild_id, game, ended_at);

CREATE TABLE result_seats (
    session_id TEXT NOT NULL REFERENCES results (session_id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL,
    -- 1 is the best, equal places are shared, 0 is unplaced.
    place INTEGER NOT NULL,
    has_left INTEGER NOT NULL CHECK (has_left IN (0, 1)),
    PRIMARY KEY (session_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_seats_by_user ON result_seats (user_id);

CREATE TABLE house_rules (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (guild_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
