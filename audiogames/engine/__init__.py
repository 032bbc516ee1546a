"""The engine protocol: other programs play matches by exchanging JSON lines."""
