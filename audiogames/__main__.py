"""`python -m audiogames` is `audiogames`."""

import sys

from audiogames.cli import main

sys.exit(main())
