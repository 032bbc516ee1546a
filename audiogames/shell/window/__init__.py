"""The window: keys, a large picture, a mouse for those who want one."""
