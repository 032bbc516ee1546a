"""The screens of the program: each takes keys and has a spoken, brailled and drawn form."""
