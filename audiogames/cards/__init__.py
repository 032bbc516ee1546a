"""Cards, packs and the dealer's moves.  There is one object for each card."""
