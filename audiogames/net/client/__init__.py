"""The client's side of the line.  No socket and no clock is here."""
