"""What counts beyond one match: ratings, seasons and tournaments."""
