-- A day's limit binds whoever gains by it, so it is counted by player: the digest of who played together goes, with its
-- index. Results from before keep what they counted for.

ALTER TABLE result_seats ADD COLUMN counts INTEGER NOT NULL DEFAULT 0 CHECK (counts IN (0, 1));
UPDATE result_seats SET counts = (SELECT counts FROM results WHERE results.session_id = result_seats.session_id);
DROP INDEX results_by_crew;
ALTER TABLE results DROP COLUMN crew;
UPDATE sessions
SET record = json_set(
    json_remove(record, '$.standing.uncounted'),
    '$.standing.won_often', (SELECT json_group_array(key) FROM json_each(record, '$.players'))
)
WHERE json_extract(record, '$.standing.uncounted') = 'often';

-- Played by the rules as written (bot/model/boards.py). What was done under house rules stands on boards of its own.
ALTER TABLE results ADD COLUMN standard INTEGER NOT NULL DEFAULT 0 CHECK (standard IN (0, 1));
UPDATE results SET standard = is_standard(
    game, options, (SELECT count(*) FROM result_seats WHERE result_seats.session_id = results.session_id)
);
DELETE FROM standings WHERE board IN ('bank', 'stolen');
WITH
    played AS (
        SELECT results.*, seat.user_id, seat.facts FROM results JOIN result_seats AS seat USING (session_id)
        WHERE seat.counts = 1 AND EXISTS (
            SELECT 1 FROM result_seats AS other WHERE other.session_id = seat.session_id AND other.seat <> seat.seat
        )
    ),
    periods AS (SELECT *, season AS period FROM played UNION ALL SELECT *, 0 FROM played)
INSERT INTO standings (guild_id, game, season, board, user_id, games, points)
SELECT
    guild_id, game, period, CASE game WHEN 'lands' THEN 'bank' ELSE 'stolen' END || iif(standard, '', '-own'),
    user_id, count(*),
    CASE game
        WHEN 'lands' THEN max(coalesce(json_extract(facts, '$.best_bank'), 0))
        ELSE sum(coalesce(json_extract(facts, '$.stolen'), 0))
    END
FROM periods
WHERE game IN ('lands', 'blackspot')
GROUP BY guild_id, game, period, standard, user_id;

-- Proposals stand beside each other; there was one at a time.
UPDATE sessions
SET record = json_set(json_remove(record, '$.motion'), '$.motions', json_array(json_extract(record, '$.motion')))
WHERE json_type(record, '$.motion') = 'object';
