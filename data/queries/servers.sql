-- name: server_settings^
SELECT channels, most_games, pings, language FROM server_settings WHERE guild_id = :guild_id;

-- name: save_server_settings!
INSERT INTO server_settings (guild_id, channels, most_games, pings, language)
VALUES (:guild_id, :channels, :most_games, :pings, :language)
ON CONFLICT (guild_id) DO UPDATE
SET channels = excluded.channels, most_games = excluded.most_games, pings = excluded.pings,
    language = excluded.language;

-- name: chosen_languages
SELECT guild_id, language FROM server_settings WHERE language IS NOT NULL;

-- name: count_live^
-- By name: without statistics SQLite would rather read all games that the server ever had.
SELECT count(*) FROM sessions INDEXED BY live_sessions_by_guild
WHERE guild_id = :guild_id AND status IN ('lobby', 'playing');

-- name: begin_next_season
-- No row comes back when the season before it is no longer the one under way.
INSERT INTO seasons (guild_id, game, number, began_at)
SELECT :guild_id, :game, :number, :now
WHERE :number = 1 + (SELECT coalesce(max(number), 1) FROM seasons WHERE guild_id = :guild_id AND game = :game)
RETURNING number;
