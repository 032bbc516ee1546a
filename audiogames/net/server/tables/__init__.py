"""Tables on a server: seats, matches, and the lists of tables."""
