// Chooses and compiles the modules of a page by Pyodide's own Python (page_modules.py):
// node bytecode.mjs PYODIDE PROGRAM LIBRARY ROOT...
// Both zips are written anew; the roots are the modules that the page imports by name.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, program, library, ...roots] = process.argv.slice(2);
const bytes = (path) => new Uint8Array(readFileSync(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
const place = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(bytes(program), "zip", { extractDir: place });
python.FS.writeFile(`${place}/page_modules.py`, bytes(new URL("page_modules.py", import.meta.url)));
const [chosen, rest] = python.pyimport("page_modules").chosen(
  python.toPy(bytes(program)), python.toPy(bytes(library)), python.toPy(roots),
);
writeFileSync(program, chosen.toJs());
writeFileSync(library, rest.toJs());
