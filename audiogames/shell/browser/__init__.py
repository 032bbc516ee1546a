"""The program inside a page: run by Pyodide in a web worker, without a server of ours."""
