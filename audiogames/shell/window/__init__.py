"""The window: keys, a large picture, and optionally a mouse."""
