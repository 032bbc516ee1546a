"""Selects and compiles the modules of a page, as a script for Pyodide's own Python.

A module is needed if it is loaded when the program is imported, or if a needed module can import it
later, in a function (`modulefinder`). `SPARE` names modules that are only imported for things that
no page does: tests, consoles, mail, servers, processes. `bytecode.mjs` runs this script.
"""

import _imp
import ast
import io
import sys
import zipfile
from collections.abc import Collection
from importlib import _bootstrap_external as external
from importlib import import_module
from modulefinder import ModuleFinder
from pathlib import Path
from types import CodeType
from typing import Final

EPOCH: Final = (2026, 1, 1, 0, 0, 0)

SPARE: Final = (
    "_pydatetime",
    "_pyrepl",
    "_ssl",
    "argparse",
    "asyncio.proactor_events",
    "asyncio.windows_events",
    "asyncio.windows_utils",
    "bdb",
    "bz2",
    "cProfile",
    "cmd",
    "code",
    "compileall",
    "compression.zstd",
    "compression.zstd._zstdfile",
    "concurrent.futures.interpreter",
    "concurrent.futures.process",
    "concurrent.interpreters",
    "ctypes.util",
    "difflib",
    "doctest",
    "email.generator",
    "email.header",
    "email.message",
    "email.parser",
    "email.policy",
    "email.utils",
    "filecmp",
    "fileinput",
    "ftplib",
    "getopt",
    "getpass",
    "http",
    "imaplib",
    "mailbox",
    "modulefinder",
    "multiprocessing",
    "netrc",
    "optparse",
    "pdb",
    "pickletools",
    "plistlib",
    "poplib",
    "profile",
    "pstats",
    "py_compile",
    "pyclbr",
    "pydoc",
    "pyodide.console",
    "rlcompleter",
    "sched",
    "shelve",
    "smtplib",
    "socketserver",
    "ssl",
    "symtable",
    "tabnanny",
    "tarfile",
    "timeit",
    "trace",
    "unittest",
    "urllib.error",
    "urllib.request",
    "urllib.response",
    "webbrowser",
    "wsgiref",
    "xml",
    "xmlrpc",
    "zipapp",
)

CODECS: Final = ("ascii", "cp437", "hex_codec", "idna", "latin_1", "utf_8", "utf_16")
"""Encodings that are looked up by name, for files, zips, hashes and addresses."""

BY_PYTHON: Final = ("_pylong", "_strptime", "importlib.readers", "linecache", "traceback")
"""Modules that Python itself, or one of its C modules, imports on demand."""

BY_ANOTHER_NAME: Final = ("importlib._bootstrap", "importlib._bootstrap_external")
"""Modules that are frozen under another name."""

PYODIDE: Final = ("_pyodide", "pyodide")
"""Packages of the library that JavaScript calls, which are kept whole."""

NO_LOCATION: Final = 0x80 | 15 << 3

UNPACKED: Final = Path("/library")


def chosen(program: bytes, library: bytes, roots: Collection[str]) -> tuple[bytes, bytes]:
    """Return both zips with only the needed modules, compiled to bytecode.

    The program must be installed already.  `roots` are the modules that the page imports by name.
    """
    for root in roots:
        import_module(root)
    zipfile.ZipFile(io.BytesIO(library)).extractall(UNPACKED)
    needed = {*sys.modules} - {*SPARE} | {*BY_PYTHON} | {f"encodings.{one}" for one in CODECS}
    needed |= _imported_by(needed)
    return with_bytecode(program, needed), with_bytecode(library, needed, has_lines=False)


def _imported_by(modules: Collection[str]) -> set[str]:
    """Return the names of all modules that these modules may import, directly or indirectly."""
    folders = [one for one in sys.path if not one.endswith(".zip")]  # it reads no zips
    finder = ModuleFinder([str(UNPACKED), *folders], excludes=SPARE)
    for name in sorted(modules):
        try:
            finder.import_hook(name)
        except ImportError:  # made by JavaScript, or part of Python itself
            continue
    return {name for name, found in finder.modules.items() if found.__file__}  # type: ignore[attr-defined]


def with_bytecode(data: bytes, needed: Collection[str], *, has_lines: bool = True) -> bytes:
    """Return a zip whose needed modules are compiled and whose other modules are left out.

    The bytecode is never checked against a source.  Without `has_lines`, error reports name modules
    and functions but no line numbers.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(made, "w") as written:
        for name in given.namelist():
            content = given.read(name)
            if name.endswith(".py"):
                if not _is_needed(name, needed):
                    continue
                name, content = f"{name}c", _bytecode(name, content, has_lines=has_lines)  # noqa: PLW2901 - for the zip
            written.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return made.getvalue()


def _is_needed(name: str, needed: Collection[str]) -> bool:
    """Return True for a file that the page needs, unless Pyodide has it as a frozen module."""
    parts = name.removesuffix(".py").split("/")
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    if module in SPARE or module in BY_ANOTHER_NAME or _imp.is_frozen(module):
        return False
    return module in needed or parts[0] in PYODIDE


def _bytecode(name: str, source: bytes, *, has_lines: bool) -> bytes:
    """Return the content of the .pyc file of a module, without docstrings."""
    code = compile(undocumented(source), name, "exec", dont_inherit=True, optimize=0)
    code = code if has_lines else without_lines(code)
    made: bytes = external._code_to_hash_pyc(code, bytes(8), False)  # type: ignore[attr-defined]  # noqa: SLF001 - as py_compile
    return made


def without_lines(code: CodeType) -> CodeType:
    """Return the code without line numbers, which are a fifth of all bytecode.

    The line table is replaced by one in which each byte says "no location" for up to eight
    units of two bytes (CPython's `InternalDocs/code_objects.md`).  `traceback` needs such a
    table, and fails with an empty one.
    """
    parts = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([NO_LOCATION + 7]) * whole + bytes([NO_LOCATION + rest - 1][: rest > 0])
    return code.replace(co_linetable=table, co_consts=tuple(parts))


def undocumented(source: bytes) -> ast.Module:
    """Return the syntax tree of a module without docstrings; assertions remain."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
                | ast.ClassDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
                | ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
                | ast.AsyncFunctionDef(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_])
            ):
                text.value = ""
    return tree
