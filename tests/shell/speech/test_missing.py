"""The doctor command names each missing library or package of Windows in a sentence."""

import pytest

from audiogames.core.cues import msg
from audiogames.shell.speech.espeak import ForeignPathError
from audiogames.shell.speech.missing import missing_parts


def loader_without(*names):
    """Return a loader of libraries that fails for these names."""

    def load(name):
        if name.startswith(names) or name.endswith(names):
            raise OSError(126, "The specified module could not be found")

    return load


def found(*names, why=None, platform="win32"):
    load = loader_without(*names)
    return list(
        missing_parts(
            platform=platform, load_library=load, load_package=load, why_no_voice=lambda: why
        )
    )


def test_doctor_reports_nothing_when_no_windows_component_is_missing():
    assert found() == []


@pytest.mark.parametrize("name", ["MSVCP140.dll", "VCRUNTIME140.dll", "VCRUNTIME140_1.dll"])
def test_doctor_names_a_missing_library_of_the_visual_c_runtime(name):
    assert found(name) == [msg("doctor-no-runtime", name=name)]


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("platform_utils", "platform_utils"),
        ("libloader", "libloader"),
        ("win32com", "pywin32"),
        ("accessible_output2", "accessible_output2"),
    ],
)
def test_doctor_names_a_package_that_cannot_be_loaded(module, name):
    assert found(module) == [msg("doctor-no-package", name=name)]


def test_doctor_names_a_missing_component_but_not_the_components_that_need_it():
    assert found("platform_utils", "accessible_output2") == [
        msg("doctor-no-package", name="platform_utils")
    ]
    assert found("MSVCP140.dll", "win32com", "accessible_output2", why=OSError()) == [
        msg("doctor-no-runtime", name="MSVCP140.dll")
    ]


def test_doctor_reports_the_path_of_a_missing_nvda_library():
    (missing,) = found("nvdaControllerClient64.dll")
    assert missing.id == "doctor-no-nvda-library"
    assert missing.args["path"].endswith("nvdaControllerClient64.dll")


def test_doctor_names_a_built_in_voice_that_cannot_be_loaded():
    assert found(why=OSError()) == [msg("doctor-no-builtin-voice")]


def test_doctor_names_a_folder_with_foreign_letters():
    why = ForeignPathError("C:\\世界")
    assert found(why=why) == [msg("doctor-foreign-path", path="C:\\世界")]


def test_doctor_reports_no_missing_windows_parts_on_other_systems():
    assert found("MSVCP140.dll", "pywin32", why=OSError(), platform="linux") == []
