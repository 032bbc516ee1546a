"""The rows of a server in PostgreSQL, shared by any number of processes."""
