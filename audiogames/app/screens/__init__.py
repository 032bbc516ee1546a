"""The screens of the program: each handles keys and is spoken, brailled and drawn."""
