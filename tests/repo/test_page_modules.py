"""Tests that the page gets only needed modules, and a shortened script of Pyodide."""

import ast
import io
import traceback
import zipfile

import pytest

from tools.packager import page_modules
from tools.packager.pyodide_script import shortened
from tools.packager.site import _bundle


def zipped(**files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.py", text)
    return made.getvalue()


def test_page_includes_modules_imported_in_functions_but_no_unused_modules(tmp_path, monkeypatch):
    (tmp_path / "card.py").write_text("def late():\n    import suit\n    import doctest\n", "utf-8")
    (tmp_path / "suit.py").write_text("", "utf-8")
    monkeypatch.setattr(page_modules.sys, "path", ["library.zip", str(tmp_path)])
    assert page_modules._imported_by({"card", "made_by_javascript"}) == {"card", "suit"}


def test_page_archive_has_needed_bytecode_and_all_data_files():
    made = page_modules.with_bytecode(zipped(card="RANK = 7\n", spare="", pyodide=""), {"card"})
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.namelist() == ["card.pyc", "pyodide.pyc"]


def test_page_bytecode_has_assertions_but_no_docstrings():
    source = b'"""About cards."""\n\ndef f():\n    """Deal."""\n    assert True\n'
    text = ast.unparse(page_modules.undocumented(source))
    assert "About" not in text
    assert "Deal" not in text
    assert "assert True" in text


def test_error_in_bytecode_without_line_numbers_still_names_its_functions():
    code = compile("def deal():\n    return 1 // 0\n\ndeal()\n", "library.py", "exec")
    with pytest.raises(ZeroDivisionError) as caught:
        exec(page_modules.without_lines(code))  # noqa: S102 - our own code
    frames = traceback.extract_tb(caught.value.__traceback__)[1:]
    assert [(one.name, one.lineno) for one in frames] == [("<module>", None), ("deal", None)]


@pytest.mark.parametrize("files", [{}, {"card": "RANK = 7\n", "suit": "è\n"}])
def test_page_bundle_lists_its_files_before_their_bytes(files):
    head, _, rest = _bundle(zipped(**files)).partition(b"\n")
    sizes = [len(text.encode()) for text in files.values()]
    assert ast.literal_eval(head.decode()) == [
        [f"{name}.py", size] for name, size in zip(files, sizes, strict=True)
    ]
    assert rest.decode() == "".join(files.values())


EXPORTS = (
    "var _used,_unused,__own,wasmTable;function assignWasmExports(wasmExports){"
    '_used=Module["_used"]=wasmExports["used"];'
    '_unused=Module["_unused"]=wasmExports["unused"];'
    '__own=Module["__own"]=wasmExports["own"];'
    'wasmTable=wasmExports["table"]}'
    "function start(){return _used()}"
    'Module["FS"]=FS;Module["start"]=start;Module["other"]=FS;'
)


def test_shortened_pyodide_script_assigns_exports_in_a_loop_and_keeps_used_variables():
    assert shortened(EXPORTS) == (
        "var _used,__own,wasmTable;function assignWasmExports(wasmExports){"
        'for(const name in wasmExports)Module["_"+name]=wasmExports[name];'
        '_used=wasmExports["used"];__own=Module["__own"]=wasmExports["own"];'
        'wasmTable=wasmExports["table"]}'
        "function start(){return _used()}"
        'Object.assign(Module,{FS,start});Module["other"]=FS;'
    )


def test_script_with_an_unknown_form_of_export_is_refused():
    with pytest.raises(ValueError, match="another form"):
        shortened("export default 1")
