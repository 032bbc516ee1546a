"""How strong the bots of each game are, in duplicate deals: `python -m bench.strength --help`."""
