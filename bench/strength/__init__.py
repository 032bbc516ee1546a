"""How strong the bots of each game are, in duplicate: `python -m bench.strength --help`."""
