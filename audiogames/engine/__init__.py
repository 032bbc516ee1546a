"""The engine protocol, by which other programs play matches over JSON lines."""
