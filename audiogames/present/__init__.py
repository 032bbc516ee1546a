"""Rendering of messages and events: as speech, braille, sounds and pictures."""
