"""Tests of exporting texts for translators and importing their translations."""

import shutil
import subprocess
from io import BytesIO
from types import SimpleNamespace

import pytest
from babel.messages.pofile import read_po

from audiogames.cli import words
from audiogames.core.cues import msg
from audiogames.present.catalogue import complete_languages, known_language, load, share
from audiogames.present.localizer import Localizer
from tests.kit.waiting import require
from tools.check_catalogues import LOCALES, check, forms, id_of
from tools.compile_catalogues import compile_all
from tools.translator import TranslationError, bring_back, export


def entries(folder):
    """Return all messages of a language as tuples of file, id, context and texts."""
    found = {}
    for po in folder.glob("LC_MESSAGES/*.po"):
        for one in read_po(BytesIO(po.read_bytes())):
            if one.id:
                found[po.name, id_of(one), one.context] = forms(one)
    return found


@pytest.fixture
def locales(tmp_path):
    """Copy the program's languages, so that tests can change them."""
    return shutil.copytree(LOCALES, tmp_path / "locales")


def translated(locales, folder, lang, **texts):
    """Export `audiogames.po`, fill in these translations by symbol, and import it."""
    export(lang, folder, locales)
    po = folder / "audiogames.po"
    lines = po.read_text("utf-8").splitlines()
    for place, line in enumerate(lines):
        symbol = line.removeprefix('msgctxt "').removesuffix('"')
        if symbol != line and symbol in texts:
            assert lines[place + 2] == 'msgstr ""'
            lines[place + 2] = f'msgstr "{texts[symbol]}"'
    po.write_text("\n".join(lines), "utf-8")
    found = bring_back(lang, folder, locales)
    compile_all(locales)
    return found


@pytest.mark.slow
def test_catalogues_survive_export_and_import_unchanged(locales, tmp_path):
    before, texts = entries(locales / "it"), (locales / "it/faq.md").read_text("utf-8")
    export("it", tmp_path / "it", locales)
    done, wanted = bring_back("it", tmp_path / "it", locales)
    assert done == wanted
    assert entries(locales / "it") == before
    assert (locales / "it/faq.md").read_text("utf-8") == texts
    assert check(locales) == []


@pytest.mark.slow
def test_gettext_tools_find_no_fault_in_exported_files(tmp_path):
    require(None if shutil.which("msgmerge") else "not installed: gettext")
    for lang in ("it", "pt_BR"):
        export(lang, tmp_path / lang)
        for po in sorted((tmp_path / lang).iterdir()):
            subprocess.run(["msgfmt", "--check", "-o", "/dev/null", po], check=True)
            subprocess.run(["msgmerge", "--quiet", "-o", "/dev/null", po, po], check=True)


def test_exported_message_has_its_english_sentence_symbol_and_example(tmp_path):
    export("nl", tmp_path)
    text = (tmp_path / "audiogames.po").read_text("utf-8")
    entry = next(one for one in text.split("\n\n") if 'msgctxt "menu-again"' in one)
    assert entry == (
        "#. Item: another match like the last one; the game, and the names of the bots.\n"
        "#. Example: Again, Scopa with (others).\n"
        "#, no-python-brace-format\n"
        'msgctxt "menu-again"\n'
        'msgid "Again, {game} with {others:and}."\n'
        'msgstr ""'
    )


@pytest.mark.slow
def test_unfinished_language_falls_back_to_english(locales, tmp_path):
    words = {"language-name": "Nederlands", "yes": "Ja."}
    done, wanted = translated(locales, tmp_path / "nl", "nl", **words)
    assert (done, wanted - done > 1000) == (2, True)
    localizer = Localizer(load(locales, "nl"))
    assert localizer.speech(msg("yes")) == "Ja."
    assert localizer.speech(msg("no")) == "No."
    assert share(locales, "nl") == 0
    assert "nl" not in complete_languages(locales)
    assert check(locales) == []


@pytest.mark.slow
def test_rules_texts_are_translated_line_by_line(locales, tmp_path):
    export("nl", tmp_path / "nl", locales)
    po = tmp_path / "nl/text-rules-briscola.po"
    text = po.read_text("utf-8").replace(
        '"## The aim"\nmsgstr ""', '"## The aim"\nmsgstr "## Het doel"'
    )
    po.write_text(text, "utf-8")
    bring_back("nl", tmp_path / "nl", locales)
    assert (locales / "nl/rules/briscola.md").read_text("utf-8").splitlines()[2] == "## Het doel"
    assert not (locales / "nl/rules/wist.md").exists()


@pytest.mark.parametrize("lang", ["xx_nowhere", "?"])
def test_unknown_language_is_refused_with_a_sentence(tmp_path, lang):
    with pytest.raises(TranslationError, match="is no language that is known"):
        export(lang, tmp_path)


@pytest.mark.parametrize(("number", "found"), [(0x0410, "it"), (0x0809, "en"), (0x0411, "")])
def test_windows_language_number_is_understood(monkeypatch, number, found):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(words.sys, "platform", "win32")
    monkeypatch.setattr(words.ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert words.system_language(LOCALES) == found


def test_error_names_the_damaged_translation_file(locales, tmp_path):
    (tmp_path / "audiogames.po").write_text('msgid "', "utf-8")
    with pytest.raises(TranslationError, match=r"audiogames\.po cannot be read"):
        bring_back("fr", tmp_path, locales)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("it_IT.UTF-8", "it"), ("en-GB", "en"), ("IT", "it"), ("C", ""), ("pt_BR", "")],
)
def test_system_or_browser_language_is_recognised(wanted, found):
    assert known_language(LOCALES, wanted) == found
