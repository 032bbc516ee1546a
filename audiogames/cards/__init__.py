"""Cards: interned objects compared by identity, the packs, and the dealer's moves."""
