"""Serving the built page, whose program is in `audiogames/shell/browser`."""
