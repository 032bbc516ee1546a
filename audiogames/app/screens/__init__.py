"""The screens of the program: each handles keys, announces itself and can be drawn."""
