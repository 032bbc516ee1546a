"""The card room on a page: sessions of the app, and the server of the page."""
