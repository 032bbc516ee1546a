"""The program in a web page, run by Pyodide in a web worker, without a server."""
