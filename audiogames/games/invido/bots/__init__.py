"""The bots of Invido."""
