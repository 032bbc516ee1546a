"""The server's shell: sockets, files, worker processes, and the operator's messages."""
