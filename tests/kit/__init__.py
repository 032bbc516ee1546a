"""What tests share: the program in the hands of a test, servers in memory, and real programs.

- `pilot`: the program without a shell: keys go in, announcements come out, the clock is the test's.
- `places`: a pilot in each place of the program.
- `serving`: a server core in memory and the people who talk to it; `processes`: several of them.
- `internet`, `online`: pilots at the tables of a server in memory.
- `programs`: the program in real windows, terminals and browsers; `speech_daemon`: a real daemon.
- `waiting`: waits for another process, or skips what this machine cannot run.
"""
