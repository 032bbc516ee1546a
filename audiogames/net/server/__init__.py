"""The logic of the server without sockets, which receives bytes and returns outputs."""
