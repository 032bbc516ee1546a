"""What the processes of one server tell one another: what each has, letters, what was used up."""
