"""A game's rules, keys and lesson as texts for embossers and browsers."""
