"""Helpers shared by tests: a controlled program, servers in memory, and real programs.

- `pilot`: the program without a shell; a test presses keys, reads announcements, moves the clock.
- `places`: a pilot on each screen of the program.
- `serving`: a server core in memory and its clients; `processes`: several of them.
- `internet`, `online`: pilots at the tables of a server in memory.
- `programs`: the program in real windows, terminals and browsers; `speech_daemon`: a real daemon.
- `waiting`: waits for another process, or skips what this machine cannot run.
"""
