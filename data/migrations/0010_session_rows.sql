-- A session as it is read: what bot/storage/session_rows.py puts together again, in the order of its struct.

CREATE VIEW session_rows AS
SELECT id, record, state, guild_id, channel_id, table_id, ping_id, deadline, warn_at FROM sessions;
