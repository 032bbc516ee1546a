"""From events to what is heard, felt on the braille line and seen."""
