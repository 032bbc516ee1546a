"""The program inside a page: run by Pyodide in a worker of the browser, with no server of ours."""
