"""Several processes that serve one room together and share its store."""
