"""The program without its user interface: screens take keys and time, and return outputs."""
