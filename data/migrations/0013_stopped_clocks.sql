-- A clock stands still while its session's players cannot play: since when, in UTC epoch seconds; NULL while it runs.
-- Until it goes on, `deadline - stopped_at` is the time that is left, whatever happens to the host's clock meanwhile.

ALTER TABLE sessions ADD COLUMN stopped_at REAL;

DROP VIEW session_rows;
CREATE VIEW session_rows AS
SELECT id, record, state, guild_id, channel_id, table_id, ping_id, deadline, warn_at, stopped_at FROM sessions;
