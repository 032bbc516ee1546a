"""Online tables: the wire format, and the cores of server and client, without sockets or clocks."""
