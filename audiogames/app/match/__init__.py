"""A match as its listener experiences it: announcements, their delivery, keys and the hand."""
