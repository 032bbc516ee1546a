"""The client side of a connection, without sockets or clocks."""
