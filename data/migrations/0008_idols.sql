-- The idols that servers have made (L15).

CREATE TABLE home_idols (
    -- Never given twice, so that a panel of last year cannot mean another idol.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    -- The code of a card (QS) or of a rank (Q).
    place TEXT NOT NULL,
    effect TEXT NOT NULL,
    -- 0 for an effect without a number.
    amount INTEGER NOT NULL,
    name TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT;
CREATE INDEX home_idols_by_guild ON home_idols (guild_id);
