"""What is for whoever runs the bot: settings, log, numbers, health."""
