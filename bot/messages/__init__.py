"""Shows players what happened: public tables, private hands, answers, and what to do when Discord refuses them.

`interactions`, `commands`, `app` and, through `Display`, the clock call it after a commit. It decides nothing about a
game; `views` draws.
"""
