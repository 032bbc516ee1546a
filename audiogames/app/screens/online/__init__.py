"""The screens of playing online: entering, the room of tables, a table, people, chat."""
