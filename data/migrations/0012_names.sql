-- What a name looks like (bot/model/lookalikes.py): whoever shares that with another on the same server carries a mark.

ALTER TABLE names ADD COLUMN looks TEXT NOT NULL DEFAULT '';
UPDATE names SET looks = looks_of(name);
CREATE INDEX names_by_looks ON names (guild_id, looks, user_id);

-- Names that were kept without the id of whose they are: who ended a game, and who held the server's best. Nobody can
-- tell any more whose they were, so nobody could have them deleted.
UPDATE sessions SET record = json_remove(record, '$.closed_by', '$.standing.server_name')
WHERE instr(record, '"closed_by":') > 0 OR instr(record, '"server_name":') > 0;
