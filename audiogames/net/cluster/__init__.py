"""Several processes that serve one card room and share its store."""
