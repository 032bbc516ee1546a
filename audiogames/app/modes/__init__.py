"""Ways to be at a match: several people at one keyboard, a lesson, a match heard again."""
