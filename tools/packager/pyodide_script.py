"""Shortens Pyodide's largest script, because some web hosts send files uncompressed.

A third of it assigns some 4,900 exported C functions one by one, each to a variable and to an entry
of `Module`.  A loop does the same for all entries; a variable stays only if the script uses it.
The script's own functions are assigned by one call instead of 1,600 statements.
"""

import re
from collections import Counter
from typing import Final

EXPORT: Final = re.compile(r'([\w$]+)=Module\["\1"\]=(wasmExports\["([\w$]+)"\]);')
"""One assignment, as Emscripten writes it: variable and entry are named "_" and the export."""

START: Final = "function assignWasmExports(wasmExports){"
LOOP: Final = 'for(const name in wasmExports)Module["_"+name]=wasmExports[name];'
OWN: Final = re.compile(r'(?:Module\["([\w$]+)"\]=\1;){2,}')
NAME: Final = re.compile(r"[\w$]+")
DECLARATION: Final = re.compile(r"var ((?:[\w$]+,)+[\w$]+);(?=" + re.escape(START) + ")")


def shortened(script: str) -> str:
    """Return the script with a loop instead of one assignment for each exported function.

    Raises `ValueError` if the script's assignments differ from those of the pinned Pyodide.
    """
    declared = DECLARATION.search(script)
    if declared is None or script.count(START) != 1:
        raise ValueError("Pyodide's script assigns its exports in another form")
    uses = Counter(NAME.findall(script))
    uses.subtract(NAME.findall(declared[1]))
    removed: set[str] = set()

    def assigned(found: re.Match[str]) -> str:
        variable, value, export = found.groups()
        if variable != f"_{export}":
            return found[0]
        if uses[variable] > 2:  # more than in this assignment
            return f"{variable}={value};"
        removed.add(variable)
        return ""

    kept_part, rest = script[: declared.end()], script[declared.end() :]
    rest = EXPORT.sub(assigned, rest).replace(START, START + LOOP, 1)
    names = ",".join(name for name in declared[1].split(",") if name not in removed)
    return OWN.sub(_at_once, kept_part[: declared.start()] + f"var {names};" + rest)


def _at_once(found: re.Match[str]) -> str:
    """Return one `Object.assign` call that replaces these assignments to `Module`."""
    names = re.findall(r'"([\w$]+)"', found[0])
    return f"Object.assign(Module,{{{','.join(names)}}});"
