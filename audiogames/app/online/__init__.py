"""Playing online: the player's requests to a server, and the server's messages."""
