"""A match from one listener's side: its announcements and its keys."""
