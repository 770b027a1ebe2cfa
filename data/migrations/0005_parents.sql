-- The channel that a session's thread hangs on: with it the thread goes, and Discord does not say so of archived ones.

ALTER TABLE sessions ADD COLUMN parent_id INTEGER;
