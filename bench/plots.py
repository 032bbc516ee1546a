"""Draws the plots of docs/bots.md, and describes each in sentences.

Each docs/plots/NAME.json describes a plot: `title`, `x`, `y`, and either

- `intervals`: rows of a name, a mean, and the ends of its 95 % interval, drawn with bars;
- `lines`: for each name a list of points x, y; with `log` true, y has a logarithmic scale.

Two files are made from it: NAME.png, drawn by matplotlib, and NAME.txt, the same content in
sentences for screen readers. `--ladder` first writes the descriptions of the levels' strength, from
the result files of `bench.strength` in docs/strength.

    python -m bench.plots [--ladder] [--words] [NAME...]

Run it from the top folder of the project. `--words` writes only the sentences and needs no
matplotlib.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
PLOTS: Final = ROOT / "docs" / "plots"
RESULTS: Final = ROOT / "docs" / "strength"
INCHES: Final = 7.0, 3.2
ROW_INCHES: Final = 0.34
BLUE: Final = "#1f4e9c"
STYLES: Final = ("-", "--", ":", "-.")
"""Line styles, so that lines differ by more than colour."""

Plot = dict[str, Any]


# --- In words -------------------------------------------------------------------------------------


def words(plot: Plot) -> Iterator[str]:
    """Yield the description of a plot, one sentence a line."""
    yield f"{plot['title']}."
    for name, mean, low, high in plot.get("intervals", []):
        yield f"{name}: {number(mean)}, from {number(low)} to {number(high)}."
    if "intervals" in plot:
        yield f"The figures are {plot['x']}."
    for name, points in plot.get("lines", {}).items():
        told = "; ".join(f"{number(y)} at {number(x)}" for x, y in points)
        yield f"{name}: {told}."
    if "lines" in plot:
        yield f"The first figure of each is {plot['y']}, the second {plot['x']}."


def number(value: float) -> str:
    """Format a number with three significant digits."""
    text = f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
    return text.removesuffix(".0")


# --- Drawn ----------------------------------------------------------------------------------------


def draw(plot: Plot, path: Path) -> None:
    """Draw the plot into a PNG file."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - the same

    rows = plot.get("intervals", [])
    height = max(INCHES[1], 1.4 + ROW_INCHES * len(rows))
    figure, axes = plt.subplots(figsize=(INCHES[0], height))
    if rows:
        _draw_intervals(axes, rows)
    else:
        _draw_lines(axes, plot)
    axes.set(title=plot["title"], xlabel=plot["x"], ylabel=plot.get("y", ""))
    axes.grid(visible=True, alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)


def _draw_intervals(axes: Any, rows: Sequence[Sequence[Any]]) -> None:
    places = range(len(rows), 0, -1)
    for place, (_, mean, low, high) in zip(places, rows, strict=True):
        axes.plot([low, high], [place, place], color=BLUE, linewidth=3, solid_capstyle="butt")
        axes.plot([mean], [place], "o", color=BLUE, markersize=7)
        axes.annotate(
            number(mean), (mean, place), (0, 7), textcoords="offset points", ha="center", fontsize=8
        )
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(list(places), [name for name, *_ in rows])
    axes.set_ylim(0.4, len(rows) + 0.7)


def _draw_lines(axes: Any, plot: Plot) -> None:
    for place, (name, points) in enumerate(plot["lines"].items()):
        across, up = zip(*points, strict=True)
        style = STYLES[place % len(STYLES)]
        axes.plot(across, up, style, marker="o", markersize=4, label=name)
    if plot.get("log"):
        axes.set_yscale("log")
    if len(plot["lines"]) > 1:
        axes.legend()


# --- The levels -----------------------------------------------------------------------------------

ORDER: Final = ("random", "easy", "normal", "strong", "perfect")


def ladder(results: Path, plots: Path) -> None:
    """Write a plot description for each game and form that has results."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for path in sorted(results.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        found.setdefault((told["game"], path.stem.split("-")[1]), []).append(told)
    for (game, form), tellings in found.items():
        described = json.dumps(steps(game, form, tellings), indent=1) + "\n"
        (plots / f"{game}-{form}.json").write_text(described, encoding="utf-8")


def steps(game: str, form: str, tellings: list[dict[str, Any]]) -> Plot:
    """Return a plot with one row per pair of bots: the margin of the first over the second.

    The rows are in the order of the levels.
    """
    ordered = sorted(tellings, key=lambda told: [_rank(name) for name in reversed(told["bots"])])
    rows = [
        (f"{tested} against {rest}", *(told["margin"][end] for end in ("mean", "low", "high")))
        for told in ordered
        for tested, rest in [told["bots"]]
    ]
    title = f"{game.capitalize()}, {form}: how much each bot is ahead of another"
    ahead = f"points a {tellings[0]['unit']} more than the mean of the others"
    if "wins" in tellings[0]:
        ahead = "share of matches won, less the mean share of the others"
    return {"title": title, "x": ahead, "intervals": rows}


def _rank(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)


# --- The program ----------------------------------------------------------------------------------


def arguments(given: list[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="bench.plots", description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="all of them unless some are named"
    )
    parser.add_argument("--ladder", action="store_true")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--plots", type=Path, default=PLOTS)
    parser.add_argument("--results", type=Path, default=RESULTS)
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    """Draw the plots and write their descriptions."""
    asked = arguments(given)
    if asked.ladder:
        ladder(asked.results, asked.plots)
    for path in sorted(asked.plots.glob("*.json")):
        if asked.names and path.stem not in asked.names:
            continue
        plot = json.loads(path.read_text(encoding="utf-8"))
        path.with_suffix(".txt").write_text("\n".join(words(plot)) + "\n", encoding="utf-8")
        if not asked.words:
            draw(plot, path.with_suffix(".png"))
        print(path.stem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
