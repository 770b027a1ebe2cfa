"""A Discord bot that referees card games. The rules are in `rules/`; sentences, themes and SQL are in `data/`.

- A click or a command enters through `app.py`. `interactions/` decodes it and turns every error into an answer;
  `commands/` has the slash commands.
- `play/` decides: it locks a session, asks the rules and commits. Nothing else changes a game.
- `storage/` keeps everything in one SQLite file; `model/` has the values that all rooms pass around.
- `messages/` shows players what happened, in public tables and private hands; `views/` draws these, with words from
  `texts/`.
- `clock/` works without a click: time-outs, tables that cannot be shown, the data of servers that are gone.
- `host/` is for whoever runs the bot: settings, log, metrics, health. `workers/` does long computing in a process of
  its own.
- `games/` registers each game. `__main__.py` builds every part by hand; `local.py` is the same bot in a browser.
"""
