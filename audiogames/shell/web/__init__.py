"""Serves the built page; the page's program is in `audiogames/shell/browser`."""
