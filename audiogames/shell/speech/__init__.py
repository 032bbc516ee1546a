"""The ways of speaking and brailling, and the chain that chooses among them."""
