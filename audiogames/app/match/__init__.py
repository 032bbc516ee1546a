"""A match as one listener follows it: announcements, delivery and keys."""
