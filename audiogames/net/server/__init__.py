"""The server without sockets: bytes and the time in, ordered outputs and a deadline out."""
