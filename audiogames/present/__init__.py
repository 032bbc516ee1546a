"""Rendering: from events to speech, braille and pictures."""
