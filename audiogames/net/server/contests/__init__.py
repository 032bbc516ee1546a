"""Ratings, seasons and tournaments."""
