"""The screens of playing online: connecting, the room of tables, a table, people, chat."""
