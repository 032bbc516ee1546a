"""Tests that every tool prints its help, and accepts the options that documents name."""

import ast
import re
import subprocess
import sys

import pytest

from tests.repo.test_documents import LABORATORY, ROOT, TEXTS, code_in
from tools.compile_modules import MODULES

WITHOUT = {
    "bench.sampled": "hands its arguments to the program that it watches",
}


def tools():
    """Yield the runnable modules of tools and bench."""
    for folder in ("tools", "bench"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if '__name__ == "__main__"' in path.read_text("utf-8"):
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield name.removesuffix(".__main__")


CALL = re.compile(r"^(?:(?:.* )?python (?:-m )?)?((?:tools|bench)[./][\w./]+)(.*)")


def module(named):
    """Return the module to run for a tool that a document names by its path.

    For a shell script such as `tools/package`, it is the module that the script runs.
    """
    script = ROOT / named
    if script.is_file() and not script.suffix:
        return re.search(r"-m (\S+)", script.read_text("utf-8"))[1]
    return named.removesuffix(".py").replace("/", ".")


def documented_options():
    """Return the options that documents use, by tool."""
    options = {}
    texts = [text for path, text in TEXTS.items() if LABORATORY not in path.parents]
    for text in texts:
        for code in code_in(text):
            if found := CALL.match(code):
                given = re.findall(r"(?<= )--[a-z0-9-]+", found[2])
                options.setdefault(module(found[1]), set()).update(given)
    return options


OPTIONS = documented_options()


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.parametrize("name", sorted({*tools()} - WITHOUT.keys()))
def test_every_tool_prints_its_help(name):
    command = [sys.executable, "-m", name, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage:" in done.stdout
    assert OPTIONS.get(name, set()) - set(re.findall(r"--[a-z0-9-]+", done.stdout)) == set()


@pytest.mark.slow
@pytest.mark.e2e
def test_missing_sound_library_is_reported_in_a_single_sentence():
    blocked = "import sys; sys.modules['soundfile'] = None; import runpy; "
    run = "sys.argv = ['make_sounds']; runpy.run_module('tools.make_sounds', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", blocked + run], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == 'soundfile is missing: pip install -e ".[tools]" installs it.\n'


def test_compiled_functions_that_take_any_keywords_have_no_positional_only_parameters():
    """mypyc confuses a positional-only parameter with a free keyword of the same name.

    Interpreted Python collects that keyword in `**kwargs` instead.
    """
    trees = {name: ast.parse((ROOT / "audiogames" / name).read_text("utf-8")) for name in MODULES}
    found = [
        f"{name}: {node.name}"
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.args.posonlyargs and node.args.kwarg
    ]
    assert not found
