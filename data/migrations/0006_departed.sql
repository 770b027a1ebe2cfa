-- Servers that the bot is no longer on. What is kept of one goes 30 days later, unless the bot is back by then.

CREATE TABLE departed (
    guild_id INTEGER PRIMARY KEY,
    -- When the bot was removed, or when it found out; UTC epoch seconds.
    at REAL NOT NULL
) STRICT;
