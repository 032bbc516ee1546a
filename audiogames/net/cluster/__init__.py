"""Several processes that serve one card room together and share its store."""
