"""Measures the latency of moves while ten thousand wrong passwords for one account arrive.

    python -m bench.guessing [--guesses 10000] [--slices 20] [--rate 1000]

Run it from the top folder of the project. A server on loopback has twelve tables of three players,
five moves a second each (`tests/online/honest.py`); the account's owner repeatedly signs in with
the password. A hundred addresses guess from another process, `--rate` times a second altogether, or
with `--rate 0` as fast as they are answered (`tests/online/attacks/passwords.py`).

Slices with and without guessing alternate and take equally long, so that other load on the machine
affects both. It prints the 50th and 99th percentile of a move in each, their ratios, how many
guesses received each answer, and how long the owner's sign-in took. It exits with 1 if a guess
succeeded or the owner was refused.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.server import Served
from tests.online.attack import GIVE_WAY
from tests.online.attacks import Target
from tests.online.attacks.passwords import ADDRESSES, GUESSES, RATE, Guesser
from tests.online.honest import Honest, Noticed, share

PEACE_SECONDS: Final = 1.0
SETTLE_SECONDS: Final = 2.0


def attackers(port: int, rate: float, pipe: Connection) -> None:
    """Run the attackers in a process of their own, which guesses passwords on request."""
    os.nice(GIVE_WAY)  # in reality attackers use other machines

    pause = ADDRESSES / rate if rate else 0.0

    async def attack() -> None:
        guessers = [Guesser(Target(port), number) for number in range(ADDRESSES)]
        while many := await asyncio.to_thread(pipe.recv):
            told = await asyncio.gather(*(one.guess(many, pause) for one in guessers))
            pipe.send(sum(told, Counter[str]()))
        for one in guessers:
            one.leave()

    asyncio.run(attack())


async def measure(server: Served, pipe: Connection, slices: int, each: int) -> bool:
    """Measure the latency without and with password guessing.

    Return True if no guess succeeded and the owner of the account could sign in.
    """
    honest = Honest(server)
    await honest.come()
    await asyncio.sleep(SETTLE_SECONDS)
    peace: list[Noticed] = []
    attack: list[Noticed] = []
    answers: Counter[str] = Counter()
    taken, last = 0.0, PEACE_SECONDS
    for _ in range(slices):
        pause = asyncio.ensure_future(asyncio.sleep(last))
        peace.append(await honest.notice(pause, 0.0))
        began = perf_counter()
        pipe.send(each)
        guessing = asyncio.ensure_future(asyncio.to_thread(pipe.recv))
        attack.append(await honest.notice(guessing, 0.0))
        last = perf_counter() - began
        taken += last
        answers += guessing.result()
    pipe.send(0)
    await honest.leave()
    whole = _sum(attack)  # a login that ended in the next slice counts where it began
    _tell(_sum(peace), whole)
    told = ", ".join(f"{many} {answer}" for answer, many in answers.items())
    print(f"guesses in {taken:.1f} s: {told}")
    return not answers["welcome"] and bool(whole.logins)


def _sum(slices: list[Noticed]) -> Noticed:
    whole = Noticed()
    for one in slices:
        whole.moves += one.moves
        whole.logins += one.logins
    return whole


def _tell(peace: Noticed, attack: Noticed) -> None:
    for part, name in ((0.5, "p50"), (0.99, "p99")):
        before, during = share(peace.moves, part) or 0.0, share(attack.moves, part) or 0.0
        ratio = during / before if before else 0.0
        print(f"moves, {name}: {before:.1f} ms in peace, {during:.1f} ms attacked, {ratio:.2f}")
    print(f"moves: {len(peace.moves)} in peace, {len(attack.moves)} attacked")
    for name, noticed in (("in peace", peace), ("attacked", attack)):
        slowest = max(noticed.logins, default=0.0)
        print(f"the owner came in {len(noticed.logins)} times {name}, in {slowest:.0f} ms at most")


def main(given: list[str] | None = None) -> int:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(prog="bench.guessing")
    parser.add_argument("--guesses", type=int, default=GUESSES)
    parser.add_argument("--slices", type=int, default=20)
    parser.add_argument("--rate", type=float, default=RATE)
    asked = parser.parse_args(given)
    each = max(1, asked.guesses // ADDRESSES // asked.slices)
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), None, "--plain-behind-proxy")
        process = context.Process(
            target=attackers, args=(server.port, asked.rate, there), daemon=True
        )
        process.start()
        try:
            is_well = asyncio.run(measure(server, here, asked.slices, each))
        finally:
            server.end()
        process.join()
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
