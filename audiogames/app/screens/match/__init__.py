"""The screens of a match: the table, and the lists that are opened there."""
