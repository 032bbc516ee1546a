"""People on a server: entering, accounts, names, presence, and chat."""
