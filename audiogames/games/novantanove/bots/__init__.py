"""The bots of Novantanove."""
