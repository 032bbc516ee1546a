"""The server's shell: sockets, files, worker processes, and the words for whoever starts it."""
