"""Playing online: requests to a server, and its messages."""
