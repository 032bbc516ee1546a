"""Online tables: the wire, and the cores of server and client.  No socket and no clock is here."""
