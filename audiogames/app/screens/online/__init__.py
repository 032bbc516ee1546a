"""The screens for playing online: connecting, the room of tables, a table, people, chat."""
