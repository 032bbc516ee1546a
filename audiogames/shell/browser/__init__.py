"""The program inside a page, run by Pyodide in a web worker; it needs no server of its own."""
