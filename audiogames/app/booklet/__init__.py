"""The booklet: a game's rules, keys and lesson as a text for embossers and browsers."""
