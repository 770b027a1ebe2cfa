-- When the awaited player is warned that half of a long time is gone. To take it off is no step of the game.
ALTER TABLE sessions ADD COLUMN warn_at REAL;
CREATE INDEX sessions_by_warning ON sessions (warn_at) WHERE warn_at IS NOT NULL;
