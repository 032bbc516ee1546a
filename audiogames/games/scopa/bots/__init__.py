"""The bots of Scopa."""
