"""Tests of the plots in the documents and of their descriptions in words."""

import json

from bench.plots import PLOTS, main, steps, words

LINES = {
    "title": "How it falls",
    "x": "rounds",
    "y": "what is left",
    "lines": {"one": [[1, 0.5], [2, 0.25]]},
}


def telling(tested, rest, mean):
    margin = {"mean": mean, "low": mean - 1, "high": mean + 1}
    return {"game": "wist", "bots": [tested, rest], "unit": "round", "margin": margin}


def test_line_plot_is_described_point_by_point():
    assert list(words(LINES)) == [
        "How it falls.",
        "one: 0.5 at 1; 0.25 at 2.",
        "The first figure of each is what is left, the second rounds.",
    ]


def test_strength_plot_lists_levels_from_weakest_to_strongest():
    plot = steps(
        "wist", "four", [telling("strong", "normal", 2.0), telling("easy", "random", 5.25)]
    )
    assert [row[0] for row in plot["intervals"]] == ["easy against random", "strong against normal"]
    assert "easy against random: 5.25, from 4.25 to 6.25." in list(words(plot))


def test_strength_results_are_described_in_words(tmp_path):
    (tmp_path / "wist-four-easy-random.json").write_text(json.dumps(telling("easy", "random", 5)))
    given = ["--ladder", "--words", "--plots", str(tmp_path / "plots"), "--results", str(tmp_path)]
    (tmp_path / "plots").mkdir()
    assert main(given) == 0
    said = (tmp_path / "plots" / "wist-four.txt").read_text()
    assert said.startswith("Wist, four: how much each bot is ahead of another.\n")


def test_every_plot_has_its_picture_and_its_description():
    found = sorted(PLOTS.glob("*.json"))
    assert found
    for path in found:
        said = path.with_suffix(".txt").read_text(encoding="utf-8")
        assert said == "\n".join(words(json.loads(path.read_text(encoding="utf-8")))) + "\n"
        assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
