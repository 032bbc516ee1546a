"""The players of Tressette that are made of code."""
