"""Online play: the wire format, and the logic of server and client, without sockets or clocks."""
