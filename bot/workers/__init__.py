"""Long computing in a process of its own, so that clicks are answered meanwhile: pictures, trials of home-made idols.

`commands` calls it. The worker process gets JSON and returns bytes; it knows no database and no Discord.
"""
