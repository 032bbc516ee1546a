"""The program's window: reads keys, draws a large picture, and can be used with a mouse."""
