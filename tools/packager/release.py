"""Makes the Windows release files: zip, setup, checksums, bill of materials, winget manifests."""

import hashlib
import shutil
import subprocess
import zipfile
from importlib import metadata
from pathlib import Path
from string import Template
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot5
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from audiogames import __version__
from tools import install
from tools.packager import wheels
from tools.packager.contents import NAME, RUNTIME
from tools.packager.windows import numeric_version

HERE: Final = Path(__file__).parent
ZIP_EPOCH: Final = (2026, 1, 1, 0, 0, 0)

WINGET: Final = "Audiogames.Audiogames"
NO_ADDRESS: Final = "https://example.org/releases"
"""A placeholder in the winget manifest until there is a release page; winget refuses it."""


def make_zip(folder: Path, target: Path) -> Path:
    """Pack the folder as the portable zip."""
    path = target / f"{NAME}-{__version__}-windows.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for source in sorted(folder.rglob("*")):
            if source.is_file():
                info = zipfile.ZipInfo(str(source.relative_to(folder.parent)), ZIP_EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, source.read_bytes())
    return path


def make_setup(folder: Path, target: Path, compressor: str, version: str = __version__) -> Path:
    """Pack the folder as a setup program, with NSIS."""
    makensis = shutil.which("makensis")
    if makensis is None:
        install.fail("makensis is missing; on Debian: sudo apt install nsis")
    path = target / f"{NAME}-{version}-setup.exe"
    given = {
        "FOLDER": folder,
        "VERSION": version,
        "NUMBERS": ".".join(map(str, numeric_version(version))),
        "COMPRESSOR": compressor,
        "OUT": path,
    }
    command = [makensis, "-V2", "-INPUTCHARSET", "UTF8"]
    command += [f"-D{name}={value}" for name, value in given.items()]
    done = subprocess.run(
        [*command, str(HERE / "setup.nsi")], capture_output=True, text=True, check=False
    )
    if done.returncode or "warning" in done.stdout + done.stderr:
        install.fail("The setup could not be built.", done.stdout.strip(), done.stderr.strip())
    return path


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_checksums(files: list[Path], target: Path) -> Path:
    """Write the hashes in the format of sha256sum."""
    path = target / "SHA256SUMS"
    path.write_text("".join(f"{sha256(one)}  {one.name}\n" for one in files), "utf-8")
    return path


# --- The bill of materials ------------------------------------------------------------------------


def write_bill(folder: Path, target: Path) -> Path:
    """Write a bill of materials (CycloneDX): version and licence of each package in the folder."""
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, f"{NAME}-{__version__}"))
    bom.metadata.component = Component(
        name=NAME, version=__version__, type=ComponentType.APPLICATION, bom_ref=NAME
    )
    site_packages = folder / RUNTIME / "Lib" / "site-packages"
    for distribution in metadata.distributions(path=[str(site_packages)]):
        name = str(canonicalize_name(distribution.metadata["Name"]))
        if name != NAME:
            bom.components.add(_component(name, distribution))
    for name, version in _pinned_aside():
        bom.components.add(
            Component(name=name, version=version, purl=PackageURL("pypi", None, name, version))
        )
    for library in sorted((folder / RUNTIME).glob("*.dll")):
        bom.components.add(
            Component(
                name=library.name,
                type=ComponentType.FILE,
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256(library))],
            )
        )
    bom.register_dependency(bom.metadata.component, bom.components)
    path = target / f"{NAME}-{__version__}-windows.cdx.json"
    path.write_text(JsonV1Dot5(bom).output_as_string(indent=2), "utf-8")
    return path


def _component(name: str, distribution: metadata.Distribution) -> Component:
    fields = distribution.metadata.json
    stated = str(fields.get("license_expression") or fields.get("license") or "")
    licences = [DisjunctiveLicense(name=stated.splitlines()[0])] if stated.strip() else []
    version = distribution.version
    return Component(
        name=name,
        version=version,
        licenses=licences,
        purl=PackageURL("pypi", None, name, version),
    )


def _pinned_aside() -> list[tuple[str, str]]:
    """Return the names and versions of Python and the C runtime, which lack package metadata."""
    pinned = dict(line.split()[0].split("==") for line in _lines_of_lock())
    return [(name, pinned[name]) for name in (wheels.PYTHON_CARRIER, "msvc-runtime")]


def _lines_of_lock() -> list[str]:
    return [line for line in wheels.LOCK.read_text("utf-8").splitlines() if "==" in line]


# --- winget ---------------------------------------------------------------------------------------


def write_winget(setup: Path, target: Path, address: str | None) -> Path:
    """Fill in the winget manifests; `address` is the web folder with the setup program."""
    folder = target / "winget"
    folder.mkdir(exist_ok=True)
    values = {
        "identifier": WINGET,
        "version": __version__,
        "sha256": sha256(setup).upper(),
        "address": f"{(address or NO_ADDRESS).rstrip('/')}/{setup.name}",
        "page": address or NO_ADDRESS,
    }
    for source in sorted((HERE / "winget").glob("*.yaml")):
        text = Template(source.read_text("utf-8")).substitute(values)
        (folder / f"{WINGET}{source.name.removeprefix('manifest')}").write_text(text, "utf-8")
    return folder
