"""What is for whoever runs the bot: settings, log, journal of steps, metrics, health.

`__main__` sets it up; the other rooms report to it through hooks. It knows `model` and `storage`, and no game's cards.
"""
