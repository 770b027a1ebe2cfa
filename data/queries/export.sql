-- Everything in one order that does not change: what ended first stands first.

-- name: all_sessions
SELECT session_rows.* FROM session_rows JOIN sessions USING (id) ORDER BY sessions.updated_at, id;

-- name: moves_of_games_over
-- The log of a running game would tell what is hidden in it.
SELECT moves.session_id, moves.revision, moves.at, moves.seat, moves.token, moves.cause
FROM sessions JOIN moves ON moves.session_id = sessions.id
WHERE sessions.status NOT IN ('lobby', 'playing')
ORDER BY sessions.updated_at, sessions.id, moves.revision;

-- name: all_results
-- One row for each seat.
SELECT
    results.session_id, results.game, results.guild_id, results.ended_at, results.ending, results.rated,
    results.options, seats.seat, seats.user_id, seats.name, seats.score, seats.place, seats.has_left
FROM results JOIN result_seats AS seats ON seats.session_id = results.session_id
ORDER BY results.ended_at, results.session_id, seats.seat;
