"""The players of Novantanove that are made of code."""
