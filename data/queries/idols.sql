-- name: home_idols
SELECT number, place, effect, amount, name, active FROM home_idols WHERE guild_id = :guild_id ORDER BY number;

-- name: insert_home_idol!
INSERT INTO home_idols (guild_id, place, effect, amount, name, active)
VALUES (:guild_id, :place, :effect, :amount, :name, :active);

-- name: switch_home_idol!
UPDATE home_idols SET active = :active WHERE number = :number AND guild_id = :guild_id;

-- name: delete_home_idol!
DELETE FROM home_idols WHERE number = :number AND guild_id = :guild_id;
