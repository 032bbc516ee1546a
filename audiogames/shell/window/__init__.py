"""The program in a window: keys, a large picture, and optional use of a mouse."""
