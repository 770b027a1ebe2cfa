-- name: known_guilds
-- Every server that something is kept of, and that is not known to be gone.
SELECT guild_id FROM (
    SELECT guild_id FROM sessions
    UNION SELECT guild_id FROM results
    UNION SELECT guild_id FROM names
    UNION SELECT guild_id FROM standings
    UNION SELECT guild_id FROM seasons
    UNION SELECT guild_id FROM house_rules
    UNION SELECT guild_id FROM server_settings
    UNION SELECT guild_id FROM home_idols
)
WHERE guild_id NOT IN (SELECT guild_id FROM departed);

-- name: removed_guilds
SELECT guild_id FROM departed WHERE at <= :before ORDER BY at;

-- name: note_removal!
-- Who is gone already has been gone since then.
INSERT INTO departed (guild_id, at) VALUES (:guild_id, :now) ON CONFLICT DO NOTHING;

-- name: clear_removal!
DELETE FROM departed WHERE guild_id = :guild_id;

-- name: is_forfeit^
-- Whether everything of a server may go: gone for long enough, and nobody plays there.
SELECT
    EXISTS (SELECT 1 FROM departed WHERE guild_id = :guild_id AND at <= :before)
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE guild_id = :guild_id AND status IN ('lobby', 'playing'));

-- Everything that is kept of one server, a query for each table with a `guild_id`; all whose names begin with `purge_`
-- are run in one transaction. With a session go its moves, with a result its seats.

-- name: purge_sessions!
DELETE FROM sessions WHERE guild_id = :guild_id;

-- name: purge_results!
DELETE FROM results WHERE guild_id = :guild_id;

-- name: purge_names!
DELETE FROM names WHERE guild_id = :guild_id;

-- name: purge_standings!
DELETE FROM standings WHERE guild_id = :guild_id;

-- name: purge_seasons!
DELETE FROM seasons WHERE guild_id = :guild_id;

-- name: purge_house_rules!
DELETE FROM house_rules WHERE guild_id = :guild_id;

-- name: purge_server_settings!
DELETE FROM server_settings WHERE guild_id = :guild_id;

-- name: purge_home_idols!
DELETE FROM home_idols WHERE guild_id = :guild_id;
