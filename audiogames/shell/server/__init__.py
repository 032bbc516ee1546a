"""Runs the server: sockets, files, worker processes, and messages for the operator."""
