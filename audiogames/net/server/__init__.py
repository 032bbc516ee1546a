"""The server without sockets: bytes and the time go in, ordered outputs and a deadline come out."""
