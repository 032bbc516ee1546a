"""The bots of Briscola: each is given what its seat may see, and nothing else."""
