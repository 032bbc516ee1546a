"""Being on a server: what goes out, and what arrives is told."""
