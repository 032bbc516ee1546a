"""The screens of a match: the table, and the lists that open over it."""
