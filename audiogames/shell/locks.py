"""One program a match: a lock on its open file, which the system lifts when the program ends."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":  # not run on the machines that check this project
    import msvcrt

    _FAR = 1 << 30  # there a locked byte cannot be read, so one that no match reaches

    def lock(descriptor: int, *, shared: bool = False) -> bool:
        """Whether the file is now ours alone; there is no sharing here."""
        del shared
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock(descriptor: int, *, shared: bool = False) -> bool:
        """Whether the file is now ours alone or, `shared`, nobody's alone.

        Where a file system knows no locks, playing goes before protecting.
        """
        try:
            kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True
