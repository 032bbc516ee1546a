"""Tests that documents are true: generated pages are current, and all that they name exists."""

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest

from audiogames.cli import arguments
from audiogames.cli.arguments import COMMANDS
from audiogames.cli.help import HelpWanted
from audiogames.cli.words import UsageError
from audiogames.core.data import rules_file
from audiogames.core.registry import game_ids
from audiogames.core.spec import BotSpec, ClockSpec, GameSpec, HandSpec, ListSpec, TypingSpec
from audiogames.present.catalogue import complete_languages
from tools import make_engine, make_keys

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "locales"
LANGUAGES = complete_languages(LOCALES)

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
QUOTED = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
MERMAID_TWIN = re.compile(r"^```mermaid\n.*?^```\n\n[^\n]*:\n\n1\. ", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"\baudiogames (\w+)\b")
MODULE = re.compile(r"\bpython -m ([\w.]+)")
TOO_LONG = 240

OF_EVERY_GAME = {
    "rules.py",
    "state.py",
    "speech.py",
    "model.py",
    "keys.py",
    "bot.py",
    "audiogames.po",
}
"""Files that are named without their folder, because each game or language has one."""

NOT_IN_THE_REPOSITORY = {".venv", ".venv/bin"}
"""Files that ./play and ./check make."""


def documents() -> list[Path]:
    """Return the paths of all documents, except the rules of games, which are read aloud."""
    found = [ROOT / folder for folder in ("docs", "sounds", "examples", "tools")]
    found = [*ROOT.glob("*.md"), *(path for folder in found for path in folder.rglob("*.md"))]
    return sorted(found)


def name_of(path):
    return path.relative_to(ROOT).as_posix()


TEXTS = {path: path.read_text(encoding="utf-8") for path in documents()}


LABORATORY = ROOT / "docs/lab"
"""Documents about past measurements and attempts, also of programs that only the history has."""


def wrong(find: Callable[[Path], Iterable[str]], *, past: bool = False) -> dict[str, list[str]]:
    """Apply a check to each document; return its findings by the document's name.

    Documents in docs/lab, about past work, are included only if `past`.
    """
    looked_at = [path for path in TEXTS if past or LABORATORY not in path.parents]
    found = {name_of(path): sorted(find(path)) for path in looked_at}
    return {name: faults for name, faults in found.items() if faults}


def code_in(text: str) -> list[str]:
    """Return all code in a document, from quotes and from blocks."""
    blocks = [line for block in FENCED.findall(text) for line in block.splitlines()[1:-1]]
    return [*QUOTED.findall(FENCED.sub("", text)), *blocks]


def test_documentation_pages_about_keys_are_up_to_date():
    for path, made in make_keys.pages().items():
        assert path.read_text(encoding="utf-8") == made, "run: python -m tools.make_keys"


@pytest.mark.slow
def test_documentation_page_about_the_engine_is_up_to_date():
    made = make_engine.page()
    assert make_engine.PAGE.read_text("utf-8") == made, "run: python -m tools.make_engine"


def anchors(text: str) -> set[str]:
    """Return the link targets in a document: its headings in lower case, joined by hyphens."""
    lines = re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def dead_links(path):
    for link in LINK.findall(FENCED.sub("", TEXTS[path])):
        if link.startswith("http"):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
            yield link


def test_every_link_has_a_target():
    assert wrong(dead_links, past=True) == {}


TOPS = {entry.name for entry in ROOT.iterdir()}


def is_path(word: str) -> bool:
    """Return True if a word looks like a path in the repository, not like a placeholder."""
    if re.search(r"[A-Z]{2}|[<>{}*=|\s]|^/|^-|^https?:|/fr\b", word.removesuffix(".md")):
        return word in {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}
    top = word.removeprefix("./").partition("/")[0]
    return top in TOPS or bool(re.fullmatch(r"[\w./-]+\.(py|md|po|toml|sh|cmd|ogg)", word))


def absent_paths(path):
    words = {word for text in code_in(TEXTS[path]) for word in text.split()}
    named = {word.rstrip("/") for word in words if is_path(word)}
    named -= OF_EVERY_GAME | NOT_IN_THE_REPOSITORY
    return {word for word in named if not (ROOT / word).exists()}


def test_paths_named_in_the_documents_exist():
    assert wrong(absent_paths) == {}


def is_program(module: str) -> bool:
    place = ROOT / module.replace(".", "/")
    return place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()


PROGRAM = re.compile(r"(?:\./play|audiogames|python -m audiogames)(?= |$)(?P<rest>.*?)(?: &)?")
"""A line that starts the program; an explanation may follow after two spaces or a `#`."""


def understand(words: list[str]) -> None:
    """Parse arguments and table options as the program does.  Raises `UsageError`."""
    given = arguments.read(words)
    if given.command not in {"play", "simulate"} or any(word.isupper() for word in words):
        return  # placeholders such as LEVEL
    spec = arguments.a_game(given.game)
    arguments.players(given.players, spec, arguments.options(given.option, given.preset, spec))
    arguments.seed(given.seed)
    if given.command == "play":
        arguments.level(given.bot, spec)
        arguments.limit(given.limit)


def misread_commands(path):
    """Yield a document's commands that the program would refuse."""
    for line in code_in(TEXTS[path]):
        found = PROGRAM.fullmatch(line.partition("  ")[0].strip())
        words = shlex.split(found["rest"], comments=True) if found else []
        if words == ["…"] or (len(words) == 1 and words[0] in COMMANDS):
            continue  # the program or a command in general
        try:
            understand(words)
        except UsageError as error:
            yield f"{line}: {error.args}"
        except (HelpWanted, SystemExit):
            continue  # --help, --version


def test_program_commands_in_documents_are_valid():
    assert wrong(misread_commands) == {}


def test_documented_options_of_the_check_script_exist():
    code = "\n".join(code for text in TEXTS.values() for code in code_in(text))
    named = set(re.findall(r"^\./check (--\w+)", code, re.MULTILINE))
    known = set(re.findall(r"= (--\w+) \]", (ROOT / "check").read_text("utf-8")))
    assert named == known


def absent_commands(path):
    code = "\n".join(code_in(TEXTS[path]))
    modules = {one for one in MODULE.findall(code) if one != "audiogames" and not is_program(one)}
    return modules | (set(COMMAND.findall(code)) - set(COMMANDS))


def test_commands_named_in_the_documents_exist():
    assert wrong(absent_commands) == {}


def test_command_line_page_has_every_command():
    code = "\n".join(code_in((ROOT / "docs/command-line.md").read_text(encoding="utf-8")))
    assert set(COMMANDS) - set(COMMAND.findall(code)) == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_command_line_page_has_every_option(command, capsys):
    from audiogames.cli.main import main

    main([command, "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    text = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    assert options - set(re.findall(r"--[a-z]+", text)) == set()


def test_every_diagram_has_a_text_version():
    lonely = [
        name_of(path)
        for path, text in TEXTS.items()
        if text.count("```mermaid") != len(MERMAID_TWIN.findall(text))
    ]
    assert lonely == []


def skipped_levels(path):
    levels = [len(marks) for marks in HEADING.findall(FENCED.sub("", TEXTS[path]))]
    steps = pairwise([0, *levels])
    return [f"from {before} to {after}" for before, after in steps if after - before > 1]


def test_headings_begin_at_level_one_without_gaps_between_levels():
    assert wrong(skipped_levels, past=True) == {}
    assert [name_of(path) for path, text in TEXTS.items() if not HEADING.search(text)] == []


def test_every_decision_record_is_in_the_list():
    folder = ROOT / "docs" / "decisions"
    listed = set(LINK.findall((folder / "README.md").read_text(encoding="utf-8")))
    assert listed == {path.name for path in folder.glob("0*.md")}


def test_every_decision_record_has_context_choice_and_price():
    for path in (ROOT / "docs" / "decisions").glob("0*.md"):
        headings = re.findall(r"^## (.*)$", TEXTS[path], re.MULTILINE)
        assert headings == ["Context", "Choice", "Price"], path


WORDS_OF_A_PAGE = 600


def test_every_decision_record_fits_on_a_page():
    """A decision record has at most 600 words, counted as `wc -w` does."""
    records = (ROOT / "docs" / "decisions").glob("0*.md")
    words = {path.name: len(TEXTS[path].split()) for path in records}
    assert {name: count for name, count in words.items() if count > WORDS_OF_A_PAGE} == {}


PARTS = (GameSpec, BotSpec, ClockSpec, HandSpec, ListSpec, TypingSpec)


def test_guide_to_adding_a_game_describes_every_field_of_a_game_spec():
    told = TEXTS[ROOT / "docs" / "add-a-game.md"]
    rows = "".join(line.split("|")[1] for line in told.splitlines() if line.startswith("|"))
    names = [field.name for part in PARTS for field in fields(part)]
    assert [name for name in names if f"`{name}`" not in rows] == []


# --- Rules, which are read aloud ---------------------------------------------------------------


def rules(lang: str, id_: str) -> str:
    return rules_file(LOCALES, lang, id_).read_text(encoding="utf-8")


@pytest.mark.parametrize("id_", game_ids())
def test_rules_have_the_same_headings_in_every_language(id_):
    levels = {tuple(map(len, HEADING.findall(rules(lang, id_)))) for lang in LANGUAGES}
    assert len(levels) == 1


@pytest.mark.parametrize("id_", game_ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_can_be_read_aloud(lang, id_):
    lines = [line for line in rules(lang, id_).splitlines() if line]
    assert lines[0].startswith("# ")
    for line in lines:
        said = line.lstrip("# ")
        assert not re.search(r"[|*_`<>=+/\\()\[\]#]| -|\d-\d", said), line
        assert len(said) < TOO_LONG
        assert line.startswith("#") or said[-1] in ".:?!", line
