"""Build the documents and the reference for authors of games as HTML, for a browser.

`tools/book FOLDER` writes them into a new or empty folder, with `index.html` as the first page.  A
broken link, a page that no other page lists and a docstring that cannot be parsed are reported in
one sentence and end the program.

Sphinx reads the documents of the repository through MyST.  They are copied to a temporary folder,
together with generated pages of the reference, so that nothing is written into the repository.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import sys
from collections import deque
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
CONTENTS: Final = "docs/README"
"""The page that lists all others, by audience."""

PACKAGES: Final = ("core", "cards", "search")
"""The packages that a game may import, by layer."""

ACCESS: Final = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Contents">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
}
"""Fixes of the theme for screen readers: levels of headings, names of parts."""

STYLE: Final = ".highlight pre { white-space: pre-wrap; }"
"""Long lines of code are wrapped, since an area that scrolls sideways cannot be used without a
mouse.
"""

DOCUMENTS: Final = ("*.md", "LICENSE", "docs/**/*", "tools/README.md", "sounds/**/*.md")

SETTINGS: Final = {
    "project": "Audiogames",
    "copyright": "the audiogames authors",
    "language": "en",
    "extensions": ["myst_parser", "sphinx.ext.autodoc"],
    "root_doc": CONTENTS,
    "myst_heading_anchors": 4,
    "html_theme": "furo",
    "html_title": "Audiogames",
    "html_copy_source": False,
    "html_css_files": ["wrapped.css"],
    "html_static_path": ["_static"],
    "html_show_sourcelink": False,
    "autodoc_member_order": "bysource",
    "autodoc_typehints_format": "short",
    "default_role": "code",
    "toc_object_entries": False,
}

LINK: Final = re.compile(r"\]\(([^):#\s]+\.md)\b[^)]*\)")
GUIDE: Final = "- [Add a game](add-a-game.md)\n"
"""The line of the contents after which the reference is listed."""

DIAGRAM: Final = re.compile(r"^```mermaid\n.*?^```\n\n", re.MULTILINE | re.DOTALL)
"""A diagram, which is followed by a list that says the same."""

FIRST_PAGE: Final = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Audiogames: documents</title>
<meta http-equiv="refresh" content="0; url={CONTENTS}.html">
<p><a href="{CONTENTS}.html">The documents of Audiogames</a></p>
</html>
"""


def main() -> None:
    """Parse the arguments and build the book."""
    parser = argparse.ArgumentParser(prog="tools/book", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new or empty folder")
    folder = parser.parse_args().folder
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty.")
    try:
        build(folder)
    except ModuleNotFoundError as error:
        sys.exit(f'{error.name} is missing: pip install -e ".[docs]" installs it.')
    print(f"Wrote {folder / 'index.html'}.")


def build(folder: Path, root: Path = ROOT) -> None:
    """Build the book of the repository at `root`; if Sphinx fails, exit with its code."""
    from sphinx.cmd.build import build_main  # noqa: PLC0415 - help works without it

    with TemporaryDirectory() as temporary:
        source, cache = Path(temporary) / "source", Path(temporary) / "cache"
        copy_documents(root, source)
        write_reference(root / "audiogames", source / "docs/reference")
        list_pages(source)
        (source / "_static").mkdir()
        (source / "_static/wrapped.css").write_text(STYLE, encoding="utf-8")
        settings = "".join(f"{name} = {value!r}\n" for name, value in SETTINGS.items())
        (source / "conf.py").write_text(settings, encoding="utf-8")
        strict = ["-q", "-W", "--keep-going"]
        if code := build_main([*strict, "-d", str(cache), str(source), str(folder)]):
            sys.exit(code)
    for path in folder.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for lacking, whole in ACCESS.items():
            text = text.replace(lacking, whole)
        path.write_text(text, encoding="utf-8")
    (folder / "index.html").write_text(FIRST_PAGE, encoding="utf-8")


def copy_documents(root: Path, source: Path) -> None:
    """Copy the documents to `source`, without diagrams, since the text describes them too."""
    for pattern in DOCUMENTS:
        for path in root.glob(pattern):
            if path.is_file():
                copy = source / path.relative_to(root)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
    for path in source.rglob("*.md"):
        path.write_text(DIAGRAM.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")


def write_reference(program: Path, folder: Path) -> None:
    """Write a reference page for each module that a game may import, and a list of these pages."""
    folder.mkdir(parents=True)
    title = "Reference for authors of games"
    listed = [f"# {title}\n"]
    for package in PACKAGES:
        listed.append(f"\n## audiogames.{package}\n\n")
        for path in sorted((program / package).glob("[!_]*.py")):
            name = f"audiogames.{package}.{path.stem}"
            (folder / f"{name}.md").write_text(page(name, path), encoding="utf-8")
            listed.append(f"- [{name}]({name}.md)\n")
    (folder / "README.md").write_text("".join(listed), encoding="utf-8")
    contents = folder.parent / "README.md"
    before, guide, after = contents.read_text(encoding="utf-8").partition(GUIDE)
    line = f"- [{title}]({folder.name}/README.md), written from the source\n"
    contents.write_text(before + guide + line + after, encoding="utf-8")


def page(name: str, path: Path) -> str:
    """Return the reference page of a module: its docstring, and a section for each public name."""
    parts = [f"# {name}\n", directive("automodule", name)]
    body = ast.parse(path.read_text(encoding="utf-8")).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.ClassDef(name=of):
                kind = "autoclass"
                options = ["members", "undoc-members", *["show-inheritance"][: len(node.bases)]]
            case ast.FunctionDef(name=of):
                kind, options = "autofunction", []
            case ast.Assign(targets=[ast.Name(id=of)]) | ast.AnnAssign(target=ast.Name(id=of)):
                if not is_text(following):
                    continue
                kind, options = "autodata", ["no-value"]
            case _:
                continue
        if not of.startswith("_"):
            parts += [f"## {of}\n", directive(kind, f"{name}.{of}", *options)]
    return "\n".join(parts)


def is_text(node: ast.stmt | None) -> bool:
    """Return True if a statement is only a constant, such as the docstring after a variable."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def directive(kind: str, name: str, *options: str) -> str:
    """Return a Sphinx directive that inserts the docstrings of an object."""
    lines = "".join(f"   :{option}:\n" for option in options)
    return f"```{{eval-rst}}\n.. {kind}:: {name}\n{lines}```\n"


def list_pages(source: Path) -> None:
    """Add tables of contents: each page is listed in the first page that links to it.

    A page with sections has a list for each section.  At the end, pages with the same file name
    in subfolders are added.
    """
    placed = {source / f"{CONTENTS}.md"}
    waiting = deque(placed)
    while waiting:
        path = waiting.popleft()
        parts = re.split(r"^(?=## )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        lists = []
        for part in parts:
            heading = re.match(r"## (.+)", part)
            linked = [(path.parent / link).resolve() for link in LINK.findall(part)]
            new = [one for one in dict.fromkeys(linked) if one.is_file() and one not in placed]
            placed.update(new)
            waiting.extend(new)
            lists.append(contents_list(heading[1] if heading else "", new, source))
        below = [one for one in sorted(path.parent.glob(f"*/{path.name}")) if one not in placed]
        placed.update(below)
        lists.append(contents_list("", below, source))
        path.write_text("".join([*parts, *lists]), encoding="utf-8")


def contents_list(caption: str, pages: list[Path], source: Path) -> str:
    """Return a hidden `toctree` directive, from which Sphinx builds the table of contents."""
    if not pages:
        return ""
    option = f":caption: {caption}\n" if caption else ""
    names = "\n".join(f"/{one.relative_to(source).with_suffix('')}" for one in pages)
    return f"\n```{{toctree}}\n:hidden:\n{option}\n{names}\n```\n"


if __name__ == "__main__":
    main()
