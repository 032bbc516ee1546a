"""The program without a screen: screens that take keys and the time and return outputs."""
