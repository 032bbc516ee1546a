"""The rules of tournaments, without sockets or storage: pairings, results and standings."""
