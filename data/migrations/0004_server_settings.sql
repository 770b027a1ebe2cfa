-- What a server's admins have settled for all games there. No row: games run everywhere, without limit, with pings.

CREATE TABLE server_settings (
    guild_id INTEGER PRIMARY KEY,
    -- Ids of the channels that games may run in, as a JSON array; empty for everywhere. Threads count as their parent.
    channels TEXT NOT NULL,
    -- NULL for no limit.
    most_games INTEGER CHECK (most_games BETWEEN 1 AND 25),
    pings INTEGER NOT NULL CHECK (pings IN (0, 1))
) STRICT;

CREATE INDEX live_sessions_by_guild ON sessions (guild_id) WHERE status IN ('lobby', 'playing');
