"""People on a server: identity, presence, and chat."""
