"""One folder a game.  Games never import one another, and nobody below names one."""
