"""The program without a screen: a stack of screens that take keys and the time and return outputs."""
