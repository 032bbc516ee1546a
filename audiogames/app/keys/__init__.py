"""The keys: which there are, what each does, and how a player has changed them."""
