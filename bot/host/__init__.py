"""What is for whoever runs the bot: settings, log, journal of steps, metrics, health.

`__main__` sets it up; `interactions` and hooks of other rooms report to it. It knows `model` and `storage`, and writes
no card anywhere.
"""
