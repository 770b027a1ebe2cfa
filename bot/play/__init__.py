"""Who decides: sessions lock, ask the rules, and commit. The only way a game changes."""
