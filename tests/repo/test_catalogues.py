"""Tests of the tools that check and compile the message catalogues."""

import gettext
import os
from pathlib import Path

import pytest

from tools.check_catalogues import check
from tools.compile_catalogues import compile_all

HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""
ENGLISH = """
#. To all: who played, and the card's name with its article.
msgid "card-played"
msgstr "{player} plays {card}"

#. How many cards are left.
msgid "cards-left"
msgid_plural "cards-left"
msgstr[0] "one card left"
msgstr[1] "{count:d} cards left"

#. Written only: the usage of a command.
msgid "usage"
msgstr "audiogames play GAME [--seed N]"
"""
ITALIAN = """
msgid "card-played"
msgstr "{player} gioca {card}"

msgctxt "f"
msgid "card-played"
msgstr "la signora {player} gioca"

msgid "cards-left"
msgid_plural "cards-left"
msgstr[0] "resta una carta"
msgstr[1] "restano {count} carte"

msgid "usage"
msgstr "audiogames play GIOCO [--seed N]"
"""


def write(locales: Path, language: str, text: str) -> Path:
    header = HEADER.replace("n != 1", "n > 1") if language == "fr" else HEADER
    po = locales / language / "LC_MESSAGES" / "game.po"
    po.parent.mkdir(parents=True, exist_ok=True)
    po.write_text(header + text, encoding="utf-8")
    return po


def findings(locales, english=ENGLISH, italian=ITALIAN):
    write(locales, "en", english)
    write(locales, "it", italian)
    return check(locales)


def test_catalogue_check_finds_nothing_in_correct_catalogues(tmp_path):
    assert findings(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"{player} gioca {card}"', '"{player} gioca"', "does not use the fields card"),
        ('"{player} gioca {card}"', '"{player} {verb} {card}"', "unknown fields: verb"),
        ('"{player} gioca {card}"', '"{player} gioca {}"', "a field without a name"),
        ('"{player} gioca {card}"', '"{player} gioca {card"', "braces that do not match"),
        ('"{player} gioca {card}"', '"{player} → {card}"', "symbols that a voice cannot say: →"),
        ('"{player} gioca {card}"', '"{player} : {card}"', "has a space before a mark"),
        ('"{player} gioca {card}"', '""', "has an empty translation"),
        ('"la signora {player} gioca"', '"la signora {who}"', "(f) asks for unknown fields: who"),
        ('msgid "usage"', '#, fuzzy\nmsgid "usage"', "is marked fuzzy"),
        ('msgid "usage"', 'msgid "use"', "usage is missing"),
        ('msgid "usage"', 'msgid "use"', "use is not in the en catalogue"),
        ('msgid "usage"', 'msgctxt "f"\nmsgid "usage"', "has the contexts f where en has none"),
        ('msgid "usage"', 'msgid "cards-left"', "cards-left stands there 2 times"),
        ('msgid_plural "cards-left"', 'msgid_plural "cards"', "another id for its plural: cards"),
        ('msgstr[1] "restano {count} carte"\n', "", "has an empty translation"),
        ('[1] "restano {count} carte"', '[2] "x"', "cannot be read"),
        ("nplurals=2", "nplurals=3", "has 3 plural forms"),
        ("(n != 1)", "(n > 1)", "tells apart one, other"),
    ],
)
def test_catalogue_check_finds_each_kind_of_fault(tmp_path, old, new, expected):
    text = HEADER + ITALIAN
    assert old in text
    write(tmp_path, "en", ENGLISH)
    write(tmp_path, "it", "").write_text(text.replace(old, new), encoding="utf-8")
    assert [line for line in check(tmp_path) if expected in line]


def test_braille_form_longer_than_its_sentence_is_found(tmp_path):
    braille = '\nmsgctxt "braille"\nmsgid "card-played"\nmsgstr "{player} gioca adesso {card}"\n'
    assert findings(tmp_path, ENGLISH + braille, ITALIAN + braille)
    short = braille.replace(" gioca adesso", "")
    assert findings(tmp_path, ENGLISH + short, ITALIAN + short) == []


def test_catalogue_check_finds_a_word_from_another_language(tmp_path):
    english = "".join(f'\n#. Also.\nmsgid "m-{n}"\nmsgstr "your {n} turn"\n' for n in "abcdefg")
    italian = "".join(f'\nmsgid "m-{n}"\nmsgstr "il tuo {n} turno"\n' for n in "abcdefg")
    assert findings(tmp_path, english, italian) == []
    (finding,) = findings(tmp_path, english, italian.replace("tuo c", "your c"))
    assert "m-c has words of another language: your" in finding


def test_catalogue_check_accepts_italian_names_of_calls_in_other_languages(tmp_path):
    call = '\n#. A call.\nmsgid "call"\nmsgstr "vado turno"\n'
    english = "".join(f'\n#. Also.\nmsgid "m-{n}"\nmsgstr "your {n} turn"\n' for n in "abcdefg")
    italian = "".join(f'\nmsgid "m-{n}"\nmsgstr "il tuo {n} turno"\n' for n in "abcdefg")
    assert findings(tmp_path, english + call, italian + call) == []


def test_catalogue_check_reports_a_suit_without_a_grammatical_form_that_other_suits_have(tmp_path):
    suits = "".join(f'\n#. A suit.\nmsgid "suit-{n}"\nmsgstr "suit {n}"\n' for n in "cd")
    dative = '\nmsgctxt "dative"\nmsgid "suit-c"\nmsgstr "to clubs"\n'
    path = write(tmp_path, "en", suits + dative)
    path.rename(path.with_name("cards.po"))
    (finding,) = check(tmp_path)
    assert "suit-d lacks forms that others have: dative" in finding


def test_spanish_question_without_opening_mark_is_found(tmp_path):
    write(tmp_path, "en", ENGLISH)
    write(tmp_path, "es", ENGLISH.replace("{player} plays {card}", "¿{player} juega {card}?"))
    assert check(tmp_path) == []
    write(tmp_path, "es", ENGLISH.replace("{player} plays {card}", "{player} juega {card}?"))
    assert [line for line in check(tmp_path) if "as many ¿ as ?" in line]


COUNTED = """
#. The cards that the listener holds.
msgid "held"
msgid_plural "held"
msgstr[0] "Hai una carta."
msgstr[1] "Hai {n} carte."

#. The same on the braille line.
msgctxt "braille"
msgid "held"
msgid_plural "held"
msgstr[0] "{n} carta"
msgstr[1] "{n} carte"

#. The tokens that are left.
msgid "left"
msgid_plural "left"
msgstr[0] "Te ne resta uno."
msgstr[1] "Te ne restano {n}."

#. What is left of the time.
msgid "time"
msgid_plural "time"
msgstr[0] "un secondo"
msgstr[1] "{n} secondi"

#. A fact.
msgid "fact"
msgstr "{seat} perde, somma {left}, {whole},{tenth} secondi, vale 1 o 11."
"""


def counted(locales, language, old="", new=""):
    """Check a catalogue in which `old` is replaced by `new`; return the findings about it."""
    write(locales, "en", COUNTED)
    write(locales, language, COUNTED.replace(old, new))
    return [line for line in check(locales) if line.startswith(f"locales/{language}/")]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Hai una carta.", "Hai {n} carta.", "names the count {n} in the form for one"),
        ("perde, somma {left}", "perde, te ne restano {left}", "has {left} beside restano"),
        ("somma {left}", "ha {left} carte", "has {left} beside carte"),
        ("vale 1 o 11", "vale 1 carta", "says the figure 1 before carta"),
    ],
)
def test_catalogue_check_reports_texts_that_could_say_the_digit_1_instead_of_a_word(
    tmp_path, old, new, expected
):
    assert counted(tmp_path, "it") == []
    assert [line for line in counted(tmp_path, "it", old, new) if expected in line]


def test_catalogue_check_finds_the_figure_1_before_a_noun_in_the_rules(tmp_path):
    for language in ("en", "it"):
        (tmp_path / language / "rules").mkdir(parents=True)
        (tmp_path / language / "rules" / "game.md").write_text("# Uno\n\nPeschi 1 carta da 1.\n")
    expected = "locales/it/rules/game.md, line 3: says the figure 1 before carta: spell it out."
    assert counted(tmp_path, "it") == [expected]


def test_singular_form_that_is_also_used_for_zero_may_show_the_count_as_a_figure(tmp_path):
    """French also uses the singular for zero, so a word for one would be wrong."""
    assert counted(tmp_path, "fr", "Hai una carta.", "Hai {n} carta.") == []


def test_catalogue_check_reports_a_message_without_a_comment_for_translators(tmp_path):
    bare = ENGLISH.replace("#. How many cards are left.\n", "")
    assert "no comment for translators" in findings(tmp_path, english=bare)[0]


def test_catalogue_file_missing_in_a_language_is_found(tmp_path):
    write(tmp_path, "it", ITALIAN)
    (tmp_path / "it" / "rules").mkdir()
    (tmp_path / "it" / "rules" / "game.md").write_text("", encoding="utf-8")
    write(tmp_path, "en", ENGLISH)
    assert check(tmp_path) == ["locales/en/rules/game.md is missing; another language has it."]


def test_missing_english_catalogue_is_reported(tmp_path):
    assert len(check(tmp_path)) == 1


def spoken(po, message, count=None):
    with po.with_suffix(".mo").open("rb") as compiled:
        words = gettext.GNUTranslations(compiled)
    return words.gettext(message) if count is None else words.ngettext(message, message, count)


def test_compiled_messages_can_be_looked_up(tmp_path):
    po = write(tmp_path, "it", ITALIAN)
    assert compile_all(tmp_path) == [po.with_suffix(".mo")]
    assert spoken(po, "card-played") == "{player} gioca {card}"
    assert [spoken(po, "cards-left", n)[:6] for n in (1, 2)] == ["resta ", "restan"]


def test_only_changed_catalogues_are_compiled_again(tmp_path):
    po = write(tmp_path, "it", ITALIAN)
    compile_all(tmp_path)
    assert compile_all(tmp_path) == []
    write(tmp_path, "it", ITALIAN.replace("gioca {card}", "cala {card}"))
    os.utime(po, (0, 0))  # even if an older file was restored
    compile_all(tmp_path)
    assert spoken(po, "card-played") == "{player} cala {card}"


def test_compiled_file_without_source_is_deleted(tmp_path):
    po = write(tmp_path, "it", ITALIAN)
    compile_all(tmp_path)
    po.unlink()
    compile_all(tmp_path)
    assert list(tmp_path.rglob("*.mo")) == []
    assert list(tmp_path.rglob("*.tmp")) == []
