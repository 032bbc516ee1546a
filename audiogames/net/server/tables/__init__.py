"""Tables on a server: who sits, what is played, and which there are."""
