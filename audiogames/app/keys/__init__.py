"""All key bindings, their actions, and the player's changes of them."""
