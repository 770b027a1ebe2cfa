-- name: season^
SELECT coalesce(max(number), 1) FROM seasons WHERE guild_id = :guild_id AND game = :game;

-- name: counted_since
-- How many games with others, and how many wins, have counted since a moment for each of these people, a JSON array of
-- ids. CROSS JOIN keeps the order of the tables: a day's results, then their seats.
SELECT seat.user_id, count(*), sum(seat.place = 1)
FROM results CROSS JOIN result_seats AS seat ON seat.session_id = results.session_id
WHERE
    results.guild_id = :guild_id AND results.game = :game AND results.ended_at > :since AND seat.counts = 1
    AND seat.user_id IN (SELECT value FROM json_each(:people))
    AND EXISTS (
        SELECT 1 FROM result_seats AS other WHERE other.session_id = seat.session_id AND other.seat <> seat.seat
    )
GROUP BY seat.user_id;

-- name: bests^
-- A player's best, the server's best and whose that is; NULL where there is none. Who is hidden holds no best.
SELECT
    (
        SELECT points FROM standings
        WHERE guild_id = :guild_id AND game = :game AND season = 0 AND board = :board AND user_id = :user_id
    ),
    best.points,
    best.user_id,
    coalesce(names.name, '')
FROM (SELECT 1)
LEFT JOIN (
    SELECT user_id, points FROM standings
    WHERE guild_id = :guild_id AND game = :game AND season = 0 AND board = :board AND score IS NOT NULL
        AND user_id NOT IN (SELECT user_id FROM hidden)
    ORDER BY score DESC, tie, user_id
    LIMIT 1
) AS best
LEFT JOIN names ON names.guild_id = :guild_id AND names.user_id = best.user_id;

-- name: insert_result!
INSERT INTO results (session_id, game, guild_id, ended_at, ending, rated, options, season, standard, counts)
VALUES (:session_id, :game, :guild_id, :ended_at, :ending, :rated, :options, :season, :standard, :counts);

-- name: insert_result_seat!
INSERT INTO result_seats (session_id, seat, user_id, name, score, place, has_left, facts, counts)
VALUES (:session_id, :seat, :user_id, :name, :score, :place, :has_left, :facts, :counts);

-- name: save_name!
INSERT INTO names (guild_id, user_id, name, looks) VALUES (:guild_id, :user_id, :name, :looks)
ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name, looks = excluded.looks;

-- name: alike
-- Who on a server has a name that looks like this one.
SELECT user_id FROM names WHERE guild_id = :guild_id AND looks = :looks;

-- name: add_points!
-- `entries` is a JSON array of what each player gets on a board, for the season and for all time. The sum of points
-- stops at the largest integer there is.
INSERT INTO standings (guild_id, game, season, board, user_id, games, points)
SELECT
    :guild_id, :game, period.value, json_extract(entry.value, '$.board'), json_extract(entry.value, '$.user_id'), 1,
    json_extract(entry.value, '$.points')
FROM json_each(json_array(0, :season)) AS period, json_each(:entries) AS entry
WHERE true
ON CONFLICT (guild_id, game, season, board, user_id) DO UPDATE
SET games = games + 1, points = min(points + excluded.points, 9223372036854775807);

-- name: keep_best!
-- The same for boards on which only the best counts.
INSERT INTO standings (guild_id, game, season, board, user_id, games, points)
SELECT
    :guild_id, :game, period.value, json_extract(entry.value, '$.board'), json_extract(entry.value, '$.user_id'), 1,
    json_extract(entry.value, '$.points')
FROM json_each(json_array(0, :season)) AS period, json_each(:entries) AS entry
WHERE true
ON CONFLICT (guild_id, game, season, board, user_id) DO UPDATE
SET games = games + 1, points = max(points, excluded.points);

-- name: board_page
-- One page of a board with the reader's own place. `season` NULL is the season under way; a page out of range becomes
-- the nearest. There is always a row: on an empty board its player is NULL.
WITH
    current AS (
        SELECT coalesce(max(number), 1) AS season FROM seasons WHERE guild_id = :guild_id AND game = :game
    ),
    board AS NOT MATERIALIZED (
        SELECT user_id, score, tie, points, games FROM standings
        WHERE
            guild_id = :guild_id AND game = :game AND board = :board AND score IS NOT NULL
            AND season = coalesce(:season, (SELECT season FROM current))
            AND user_id NOT IN (SELECT user_id FROM hidden)
    ),
    size AS (SELECT count(*) AS players FROM board),
    paging AS (
        SELECT players, max(1, min(:page, (players + :page_size - 1) / :page_size)) AS page FROM size
    ),
    shown AS MATERIALIZED (
        SELECT * FROM board
        ORDER BY score DESC, tie, user_id
        LIMIT :page_size OFFSET (SELECT (page - 1) * :page_size FROM paging)
    ),
    own AS MATERIALIZED (SELECT * FROM board WHERE user_id = :reader_id),
    departed AS MATERIALIZED (SELECT json_group_array(user_id) AS ids FROM board WHERE user_id < 0)
SELECT
    current.season,
    paging.players,
    paging.page,
    (SELECT 1 + count(*) FROM board WHERE score > (SELECT max(score) FROM shown)),
    (SELECT 1 + count(*) FROM board WHERE score > (SELECT score FROM own)),
    own.points,
    own.games,
    EXISTS (SELECT 1 FROM hidden WHERE user_id = :reader_id),
    shown.user_id,
    coalesce(names.name, ''),
    -- Who has a name that looks the same, whether or not they are on this page: all who are known on the server, or, of
    -- those who deleted theirs, all on this board.
    CASE WHEN shown.user_id < 0 THEN (SELECT ids FROM departed) ELSE (
        SELECT json_group_array(alike.user_id) FROM names AS alike
        WHERE alike.guild_id = :guild_id AND alike.looks = names.looks
    ) END,
    shown.score,
    shown.points,
    shown.games
FROM current
CROSS JOIN paging
LEFT JOIN own
LEFT JOIN shown
LEFT JOIN names ON names.guild_id = :guild_id AND names.user_id = shown.user_id
ORDER BY shown.score DESC, shown.tie, shown.user_id;

-- name: record_of^
-- What a player did in the games of a season (0: of all time) that count: those with others (`crewed` 1) or the solo
-- voyages (0); all of them, or where `standard` is not NULL those under the rules as written (1), or the others (0).
-- The best of a score and of a fact is an array: under the rules as written, and under house rules.
-- `streaks` has a 1 for each win and a 0 for each other game, in order. What a game counts of its own is added up by
-- name, whatever the game. CROSS JOIN keeps the order of the tables:
-- from the player's games to their results, never from the server's results to the player.
WITH played AS (
    SELECT seat.place = 1 AS won, seat.score, seat.facts, results.standard
    FROM result_seats AS seat
    CROSS JOIN results ON results.session_id = seat.session_id
    WHERE
        seat.user_id = :user_id AND results.guild_id = :guild_id AND results.game = :game AND seat.counts = 1
        AND (:season = 0 OR results.season = :season)
        AND :crewed = EXISTS (
            SELECT 1 FROM result_seats AS other WHERE other.session_id = seat.session_id AND other.seat <> seat.seat
        )
        AND (:standard IS NULL OR results.standard = :standard)
    ORDER BY results.ended_at
),
facts AS (
    SELECT
        fact.key, sum(fact.value) AS total,
        json_array(
            max(fact.value) FILTER (WHERE played.standard = 1), max(fact.value) FILTER (WHERE played.standard = 0)
        ) AS best
    FROM played CROSS JOIN json_each(played.facts) AS fact
    GROUP BY fact.key
)
SELECT
    count(*) AS games,
    coalesce(sum(won), 0) AS wins,
    coalesce(group_concat(won, ''), '') AS streaks,
    coalesce(sum(score), 0) AS total,
    json_array(max(score) FILTER (WHERE standard = 1), max(score) FILTER (WHERE standard = 0)) AS best,
    (SELECT json_group_object(key, total) FROM facts) AS totals,
    (SELECT json_group_object(key, json(best)) FROM facts) AS bests
FROM played;

-- name: opponents_of
-- With whom a player played most, in games that count; among equals the one of the latest game. CROSS JOIN as above.
-- With each of them those whose names look the same, as on a board.
SELECT
    other.user_id,
    coalesce(names.name, ''),
    CASE WHEN other.user_id < 0 THEN json_group_array(other.user_id) FILTER (WHERE other.user_id < 0) OVER () ELSE (
        SELECT json_group_array(alike.user_id) FROM names AS alike
        WHERE alike.guild_id = :guild_id AND alike.looks = names.looks
    ) END,
    count(*) AS games
FROM result_seats AS seat
CROSS JOIN results ON results.session_id = seat.session_id
CROSS JOIN result_seats AS other ON other.session_id = seat.session_id AND other.seat <> seat.seat
LEFT JOIN names ON names.guild_id = results.guild_id AND names.user_id = other.user_id
WHERE
    seat.user_id = :user_id AND results.guild_id = :guild_id AND results.game = :game AND seat.counts = 1
    AND (:season = 0 OR results.season = :season)
GROUP BY other.user_id
ORDER BY games DESC, max(results.ended_at) DESC, other.user_id
LIMIT :most;

-- name: run_of
-- The last games of a player that `record_of` adds up, the latest first: what they scored, whether they won, and their
-- best up to then, also of games before these. Of the solo voyages only those under the rules as written.
SELECT seat.score, seat.place = 1, max(seat.score) OVER (ORDER BY results.ended_at ROWS UNBOUNDED PRECEDING)
FROM result_seats AS seat
CROSS JOIN results ON results.session_id = seat.session_id
WHERE
    seat.user_id = :user_id AND results.guild_id = :guild_id AND results.game = :game AND seat.counts = 1
    AND (:season = 0 OR results.season = :season)
    AND :crewed = EXISTS (
        SELECT 1 FROM result_seats AS other WHERE other.session_id = seat.session_id AND other.seat <> seat.seat
    )
    AND (:crewed OR results.standard = 1)
ORDER BY results.ended_at DESC
LIMIT :most;
