-- name: insert_session!
INSERT INTO sessions (
    id, game, guild_id, channel_id, parent_id, status, revision, deadline, warn_at, stopped_at, updated_at, record, state
)
VALUES (
    :id, :game, :guild_id, :channel_id, :parent_id, :status, :revision, :deadline, :warn_at, :stopped_at, :updated_at,
    :record, :state
);

-- name: update_session
-- The revision is the ticket: nothing is written over a step that someone else committed. No row then comes back.
UPDATE sessions
SET status = :status, revision = :revision, deadline = :deadline, warn_at = :warn_at, stopped_at = :stopped_at,
    updated_at = :updated_at, record = :record, state = :state
WHERE id = :id AND revision = :old_revision
RETURNING revision;

-- name: insert_move!
INSERT INTO moves (session_id, revision, at, seat, token, cause)
VALUES (:session_id, :revision, :at, :seat, :token, :cause);

-- name: session_by_id^
SELECT * FROM session_rows WHERE id = :id;

-- name: session_in_channel^
-- The live session of a channel, else the one that ended last.
-- Each half is one look into an index: a busy channel has thousands of past games.
SELECT * FROM session_rows
WHERE id = coalesce(
    (SELECT id FROM sessions WHERE channel_id = :channel_id AND status IN ('lobby', 'playing')),
    (SELECT id FROM sessions WHERE channel_id = :channel_id ORDER BY updated_at DESC LIMIT 1)
);

-- name: live_session_ids
-- Most recently played first: where time is short, those are looked at now.
SELECT id FROM sessions WHERE status IN ('lobby', 'playing') ORDER BY updated_at DESC;

-- name: live_counts
SELECT status, count(*) FROM sessions WHERE status IN ('lobby', 'playing') GROUP BY status;

-- name: last_ended_session_ids
-- Those that ended so shortly before the last step of all that their end may not have been shown.
SELECT id FROM sessions
WHERE updated_at >= (SELECT max(updated_at) FROM sessions) - :seconds AND status NOT IN ('lobby', 'playing');

-- name: live_session_ids_of
-- Those of one channel and its threads, or of one whole server.
SELECT id FROM sessions
WHERE status IN ('lobby', 'playing')
AND (channel_id = :place_id OR parent_id = :place_id OR guild_id = :place_id);

-- name: next_deadline^
-- Or warning: two looks, each into an index of its own.
SELECT min(at) FROM (
    SELECT min(deadline) AS at FROM sessions WHERE deadline IS NOT NULL AND stopped_at IS NULL
    UNION ALL
    SELECT min(warn_at) FROM sessions WHERE warn_at IS NOT NULL AND stopped_at IS NULL
);

-- name: due_session_ids
SELECT id FROM sessions WHERE deadline <= :now AND stopped_at IS NULL ORDER BY deadline;

-- name: warning_session_ids
SELECT id FROM sessions WHERE warn_at <= :now AND stopped_at IS NULL ORDER BY warn_at;

-- name: clear_warning!
UPDATE sessions SET warn_at = NULL WHERE id = :id;

-- name: clocks
SELECT id, guild_id, stopped_at FROM sessions WHERE deadline IS NOT NULL;

-- name: stop_all_clocks!
-- As of the last sign of life: the heartbeat or, where that came soon after it, the session's own last step.
UPDATE sessions
SET stopped_at = (
    SELECT iif(updated_at BETWEEN beat AND beat + :seconds, updated_at, beat)
    FROM (SELECT coalesce((SELECT CAST(value AS REAL) FROM notes WHERE name = 'heartbeat'), updated_at) AS beat)
)
WHERE deadline IS NOT NULL AND stopped_at IS NULL;

-- name: stop_clock!
-- A step that came after the moment has set its deadline anew.
UPDATE sessions SET stopped_at = max(updated_at, :at) WHERE id = :id AND deadline IS NOT NULL AND stopped_at IS NULL;

-- name: start_clock!
-- Without a warning there is none to move: NULL + a number is NULL.
UPDATE sessions
SET deadline = deadline + (:now - stopped_at), warn_at = warn_at + (:now - stopped_at), stopped_at = NULL
WHERE id = :id AND stopped_at IS NOT NULL;

-- name: postpone!
-- No step of the game, and nothing where a step was made meanwhile.
UPDATE sessions SET deadline = :deadline WHERE id = :id AND revision = :revision AND deadline IS NOT NULL;

-- name: set_table!
UPDATE sessions SET table_id = :message_id WHERE id = :id;

-- name: set_ping!
UPDATE sessions SET ping_id = :message_id WHERE id = :id;

-- name: moves_of
SELECT revision, at, seat, token, cause FROM moves WHERE session_id = :id ORDER BY revision;

-- name: house_rules^
SELECT rules FROM house_rules WHERE guild_id = :guild_id AND game = :game;

-- name: save_house_rules!
INSERT INTO house_rules (guild_id, game, rules) VALUES (:guild_id, :game, :rules)
ON CONFLICT (guild_id, game) DO UPDATE SET rules = excluded.rules;

-- name: note^
SELECT value FROM notes WHERE name = :name;

-- name: save_note!
INSERT INTO notes (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: games_stored
-- By the index of live sessions and that of results: thousands of past games are not looked through.
SELECT DISTINCT game FROM sessions WHERE status IN ('lobby', 'playing') UNION SELECT DISTINCT game FROM results;
