"""What was solved offline, and how anyone may check it; each game that has it is a module here."""
