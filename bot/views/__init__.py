"""What a player sees: a rules view becomes a message. A drawing knows no session, no store and no state."""
