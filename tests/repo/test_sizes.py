"""Tests that files and functions are short, and that public classes have docstrings."""

import ast
import statistics
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "audiogames").rglob("*.py"))
FILES = sorted(
    path
    for folder in ("audiogames", "tests", "tools", "bench")
    for path in (ROOT / folder).rglob("*.py")
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

LONGEST_FILE = 600
"""The greatest number of lines.  A file is as long as its idea; above this, look for a second idea.
"""

LONGEST_FUNCTION = 50
MEDIAN_FUNCTION = 8
"""The median number of lines must be below this."""


def nodes(path, kinds):
    return [node for node in definitions(path) if isinstance(node, kinds)]


@cache
def definitions(path):
    """Return all classes and functions of a file, parsed only once."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, (ast.ClassDef, *FUNCTIONS))]


def size(function):
    """Return a function's number of lines, without decorators and docstring."""
    lines = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def name(path, node):
    return f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def test_no_file_exceeds_the_line_limit():
    lines = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in FILES
    }
    assert lines
    assert {path: count for path, count in lines.items() if count > LONGEST_FILE} == {}


@pytest.mark.slow
def test_no_function_exceeds_the_line_limit():
    sizes = {
        name(path, function): size(function)
        for path in MODULES
        for function in nodes(path, FUNCTIONS)
    }
    assert {where: count for where, count in sizes.items() if count > LONGEST_FUNCTION} == {}


@pytest.mark.slow
def test_median_length_of_functions_is_below_the_limit():
    sizes = [size(function) for path in MODULES for function in nodes(path, FUNCTIONS)]
    assert statistics.median(sizes) < MEDIAN_FUNCTION


@pytest.mark.slow
def test_public_classes_have_docstrings():
    silent = [
        name(path, node)
        for path in MODULES
        for node in nodes(path, ast.ClassDef)
        if not node.name.startswith("_") and ast.get_docstring(node) is None
    ]
    assert silent == []
