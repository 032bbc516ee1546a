"""The program in a web page: Pyodide runs it in a web worker, so it needs no server of its own."""
