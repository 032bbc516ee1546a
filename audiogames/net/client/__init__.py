"""The client's end of a connection to a server, without sockets or clocks."""
