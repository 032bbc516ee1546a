"""Tables on a server: seats, matches, chairs, hosting, and the lists of tables and people."""
