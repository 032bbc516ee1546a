"""The whole program driven by keys and a clock moved by hand, with storage in memory."""
