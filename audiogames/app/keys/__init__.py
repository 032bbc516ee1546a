"""The keys: all bindings, their actions, and the player's changes."""
