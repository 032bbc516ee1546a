"""Counts the function calls that handle a key, an online card and a click.

    python -m tools.trace_calls [--list]

Run it from the top folder of a checkout, which may be an older one into which this file was copied.
It counts the calls of this project's Python functions (`sys.setprofile`), how many of them are from
one module to another, the modules involved, and the greatest depth. Each action runs once before it
is counted, so that loading and filling caches are excluded. `--list` names the functions, the most
called first.

It also prints the import cycles of the package `audiogames`, including imports for types; its lines
of code without blanks, comments and docstrings; and the number of its `noqa: PLR0913`.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from audiogames.shell.browser.session import PageSession
from tests.shell.browser.kit import visiting

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "audiogames"


@dataclass
class CallCount:
    """A profiler for `sys.setprofile` that counts function calls."""

    functions: Counter[str] = field(default_factory=Counter)
    between: int = 0
    modules: set[str] = field(default_factory=set)
    depth: int = 0
    _at: int = 0

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Count a call; `sys.setprofile` calls this."""
        if not frame.f_code.co_filename.startswith(str(PACKAGE)):
            return
        if event == "return":
            self._at -= 1
        elif event == "call":
            self._at += 1
            self.depth = max(self.depth, self._at)
            here = _module(frame)
            self.functions[f"{here}:{frame.f_code.co_qualname}"] += 1
            self.modules.add(here)
            caller = frame.f_back
            self.between += caller is not None and _module(caller) != here

    def told(self) -> str:
        """Return the counts as one line of text."""
        return (
            f"{self.functions.total()} calls, {self.between} between modules, "
            f"{len(self.modules)} modules, {self.depth} deep"
        )


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def counted(act: Callable[[], object]) -> CallCount:
    """Call a function, and return the counts of the calls made inside it."""
    trip = CallCount()
    sys.setprofile(trip)
    try:
        act()
    finally:
        sys.setprofile(None)
    return trip


# --- The trips ------------------------------------------------------------------------------------


def _kit(new: str, old: str) -> Any:
    """Import a module of the test kit, by its current name or by its name in commit af35bac."""
    try:
        return import_module(new)
    except ModuleNotFoundError:
        return import_module(old)


def enter() -> CallCount:
    """Count the calls made when Enter plays a card of Novantanove."""
    pilot = _kit("tests.kit.places", "tests.app.kit").match()
    for _ in range(2):  # the first time is not counted
        while not pilot.app.session.my_turn:
            pilot.wait(2)
        _find_card(pilot)
        pilot.slow = True
        pilot.now += 1
        outputs: list[Any] = []
        trip = counted(lambda: outputs.extend(pilot.app.handle("enter", pilot.now)))  # noqa: B023
        perform = getattr(pilot, "perform", None) or pilot._perform  # noqa: SLF001 - of af35bac
        perform(outputs)
        pilot.slow = False
        pilot.press("space")
        pilot.answer()
    return trip


def _find_card(pilot: Any) -> None:
    """Move the focus to the first playable card, after all announcements."""
    pilot.wait(10)
    session = pilot.app.session
    cards = {getattr(move, "card", None) for move in session.view.legal}
    pilot.press("home")
    while pilot.app.screen.hand.focused not in cards:
        pilot.press("down")
    pilot.wait(10)


def update() -> CallCount:
    """Play online; return the counts of the update about a card that needs the most calls.

    The counts are numbers of function calls.  The first updates are left out, because they
    include loading and caching.
    """
    kit = _kit("tests.kit.internet", "tests.pilot.internet")
    net = kit.Internet()
    host, guest = net.player("it"), net.player("en")
    host.enter("Marta")
    code = host.open("n")
    guest.enter("Ugo")
    guest.join(code)
    host.press("b", "enter")
    host.wait(30)
    trips: list[CallCount] = []
    receive = guest.app.received
    for _ in range(30):
        if guest.app.session.over:
            break
        if host.app.session.my_turn:
            guest.app.received = lambda data, now: _counted_into(trips, receive, data, now)
            _play(host)
            guest.app.received = receive
        elif guest.app.session.my_turn:
            _play(guest)
        else:
            host.wait(2)
    half = trips[len(trips) // 2 :]  # what is loaded or cached first is not counted
    return max(half, key=lambda trip: trip.functions.total())


def _counted_into(trips: list[CallCount], act: Callable[..., Any], *arguments: object) -> Any:
    results: list[Any] = []
    trips.append(counted(lambda: results.append(act(*arguments))))
    return results[0]


def _play(pilot: Any) -> None:
    """Play the first playable card, then draw."""
    _find_card(pilot)
    pilot.press("enter", "space")
    pilot.wait(1)


def click() -> CallCount:
    """Count the calls that a click on a card of the page causes, including redrawing."""
    trips: list[CallCount] = []
    take = PageSession.take

    def counting(session: Any, message: Any) -> None:
        if type(message).__name__ == "Click":
            _counted_into(trips, take, session, message)
        else:
            take(session, message)

    async def visit(folder: Path) -> None:
        async with visiting(folder) as page:
            await page.until("frame")
            await page.key("enter")
            await page.until("frame", "Gioca")
            await page.key("enter", "n", "enter", "b", "b", "enter")
            while not trips[1:]:
                await page.until("frame")
                if page.frame.get("cards"):
                    await page.click("card 0")

    PageSession.take = counting  # type: ignore[method-assign, assignment]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(asyncio.wait_for(visit(Path(folder)), 60))
    return max(trips, key=lambda trip: trip.functions.total())


# --- The code -------------------------------------------------------------------------------------


def modules() -> Mapping[str, Path]:
    """Return the path of each module in the package, by module name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the package's modules that a file imports, even in functions or only for types."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            for one in node.names:
                inner = f"{node.module}.{one.name}"
                if inner in known or node.module in known:
                    yield inner if inner in known else node.module


def circles() -> list[list[str]]:
    """Return the import cycles as lists of modules, the longest first (Tarjan, 1972)."""
    known = modules()
    leads = {name: sorted({*imports(path, known)} - {name}) for name, path in known.items()}
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in leads[name]:
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            place = stack.index(name)
            found.append(sorted(stack[place:]))
            del stack[place:]

    sys.setrecursionlimit(10_000)
    for name in leads:
        if name not in number:
            visit(name)
    return sorted((one for one in found if len(one) > 1), key=len, reverse=True)


def code_lines(path: Path) -> int:
    """Return the number of lines of code, without blanks, comments and docstrings."""
    text = path.read_text("utf-8")
    docs: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            docs.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and number not in docs
        for number, line in enumerate(text.splitlines(), 1)
    )


def main() -> int:
    """Print the counts of calls, the import cycles, and the number of lines of code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the functions")
    given = parser.parse_args()
    trips = {
        "Enter plays a card": enter,
        "an update at a client": update,
        "a click on a card of the page": click,
    }
    for name, make in trips.items():
        trip = make()
        print(f"{name}: {trip.told()}")
        if given.list:
            print(*(f"  {count} {one}" for one, count in trip.functions.most_common()), sep="\n")
    sizes = [len(one) for one in circles()]
    print(f"circles of modules: {sizes or 'none'}")
    paths = list(PACKAGE.rglob("*.py"))
    print(f"lines of code: {sum(map(code_lines, paths))}")
    print(f"noqa: PLR0913: {sum(one.read_text('utf-8').count('PLR0913') for one in paths)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
