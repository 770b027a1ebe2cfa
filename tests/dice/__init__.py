"""A tiny third game, which lives in the tests alone: it shows what a game costs, and that shared code knows none."""
