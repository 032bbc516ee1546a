"""Playing online: requests of the player to a server, and announcements of its messages."""
