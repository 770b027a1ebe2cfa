-- What the bot keeps about one person, on whatever server. `:user_id` is theirs.

-- name: is_hidden^
SELECT EXISTS (SELECT 1 FROM hidden WHERE user_id = :user_id);

-- name: hide!
INSERT OR IGNORE INTO hidden (user_id) VALUES (:user_id);

-- name: unhide!
DELETE FROM hidden WHERE user_id = :user_id;

-- name: sessions_mentioning
-- Whose record holds the number, which may also be a part of another one.
SELECT record, guild_id, channel_id FROM sessions
WHERE instr(record, cast(:user_id AS TEXT)) > 0
ORDER BY updated_at, id;

-- name: names_of
-- Under which names someone was stored, and where.
SELECT guild_id, name FROM names WHERE user_id = :user_id
UNION
SELECT results.guild_id, seats.name
FROM result_seats AS seats JOIN results ON results.session_id = seats.session_id
WHERE seats.user_id = :user_id
ORDER BY 1, 2;

-- name: standings_of
SELECT guild_id, game, season, board, games, points FROM standings
WHERE user_id = :user_id
ORDER BY guild_id, game, season, board;

-- name: results_of
SELECT
    results.session_id, results.ended_at, results.ending, results.rated, seats.counts, results.season, results.options,
    seats.name, seats.score, seats.place, seats.has_left, seats.facts
FROM result_seats AS seats JOIN results ON results.session_id = seats.session_id
WHERE seats.user_id = :user_id;

-- name: moves_in
-- `sessions` is a JSON array of ids.
SELECT session_id, seat, at, token, cause FROM moves
WHERE session_id IN (SELECT value FROM json_each(:sessions))
ORDER BY session_id, revision;

-- name: rewrite_record!
UPDATE sessions SET record = :record WHERE id = :id;

-- name: guilds_of
SELECT guild_id FROM standings WHERE user_id = :user_id
UNION
SELECT guild_id FROM names WHERE user_id = :user_id
UNION
SELECT results.guild_id
FROM result_seats AS seats JOIN results ON results.session_id = seats.session_id
WHERE seats.user_id = :user_id;

-- name: part_seats!
UPDATE result_seats SET user_id = :alias, name = :departed
WHERE user_id = :user_id AND session_id IN (SELECT session_id FROM results WHERE guild_id = :guild_id);

-- name: part_standings!
UPDATE standings SET user_id = :alias WHERE user_id = :user_id AND guild_id = :guild_id;

-- name: forget_names!
DELETE FROM names WHERE user_id = :user_id;
