// Compiles the modules of zips by Pyodide's own Python: node bytecode.mjs PYODIDE ZIP...
// Each zip is written anew with bytecode in the place of its sources.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...zips] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
const compiled = python.runPython(`
import ast, importlib._bootstrap_external as external, io, zipfile

EPOCH = (2026, 1, 1, 0, 0, 0)

def bare(source):
    """The module without its docstrings; its assertions stay."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body[0].value.value = ""
    return tree

def compiled(data):
    """The zip with bytecode that no source is compared with."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as given, zipfile.ZipFile(made, "w") as written:
        for name in given.namelist():
            content = given.read(name)
            if name.endswith(".py"):
                code = compile(bare(content), name, "exec", dont_inherit=True, optimize=0)
                name, content = name + "c", external._code_to_hash_pyc(code, bytes(8), False)
            written.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return made.getvalue()

compiled
`);
for (const path of zips) writeFileSync(path, compiled(python.toPy(new Uint8Array(readFileSync(path)))).toJs());
