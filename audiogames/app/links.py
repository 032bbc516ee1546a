"""Links: an invitation to a table, and a finished match to replay.

Everything but the address of the page is in the fragment, which browsers send to no server.
`#table=1234` is an invitation; `at` names the server if it is not the page's own, and `code` is the
server's code if it requires one.  `#match=` is followed by the compressed log.  The page reads
links, and so do `audiogames join` and `audiogames replay`.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from audiogames.core.log import Log, LogError, read_log
from audiogames.net.address import Address, AddressError, read_address
from audiogames.table.decisions import validated_state
from audiogames.table.foreign import LONGEST_MATCH, MOST_ENTRIES

LONGEST_LINK: Final = 60_000
CODE: Final = re.compile(r"[0-9A-Za-z]{1,20}\Z")
WEB: Final = {"http": "ws", "https": "wss"}
PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Invitation:
    """An invitation: a server, the code of a table, and the server's code, which may be empty."""

    address: Address
    table: str
    code: str = ""


def is_link(text: str) -> bool:
    """Whether a text is a link to a table or match, not the address of a server or a file name."""
    return "#table=" in text or "#match=" in text


def invitation_link(invitation: Invitation, page: str) -> str:
    """Return the link to a table.

    It opens `page`; if that is empty, the server's own page.
    """
    own = page_of(invitation.address)
    fields = {"table": invitation.table}
    if page and page != own:
        fields["at"] = invitation.address.url.rstrip("/")
    if invitation.code:
        fields["code"] = invitation.code
    return f"{page or own}#{urlencode(fields)}"


def page_of(address: Address) -> str:
    """Return the address of a server's web page; empty if it has none."""
    return re.sub(r"^ws", "http", address.url)


def match_link(log: Log, page: str) -> str:
    """Return the link with which `page` replays a match."""
    packed = zlib.compress(log.text().encode(), 9)
    return f"{page}#match={urlsafe_b64encode(packed).decode().rstrip('=')}"


def read_invitation(text: str) -> Invitation | None:
    """Parse the invitation in a link; None if it is invalid."""
    page, _, fragment = text.strip()[:LONGEST_LINK].partition("#")
    fields = dict(parse_qsl(fragment, max_num_fields=5)) if len(fragment) < 1000 else {}
    table, code = fields.get("table", ""), fields.get("code", "")
    if not CODE.match(table) or (code and not CODE.match(code)):
        return None
    try:
        address = read_address(fields["at"]) if "at" in fields else _server_of(page)
    except (AddressError, ValueError):
        return None
    return Invitation(address, table, code)


def read_match_link(text: str) -> Log:
    """Parse the match in a link and validate it by the rules.  Raises `LogError`."""
    packed = text.partition("#match=")[2].strip()
    if not packed or len(packed) > LONGEST_LINK:
        raise LogError("log-foreign")
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(
            urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LONGEST_MATCH
        )
        plain = data.decode()
    except (ValueError, zlib.error):
        raise LogError("log-foreign") from None
    if not unpacking.eof or plain.count("\n") > MOST_ENTRIES:
        raise LogError("log-foreign")
    log = read_log(plain)
    validated_state(log)
    return log


def _server_of(page: str) -> Address:
    """Return the address of the server behind a web page.  Raises `AddressError`."""
    found = urlsplit(page)
    if found.scheme not in WEB or not found.hostname:
        raise AddressError(page)
    host = f"[{found.hostname}]" if ":" in found.hostname else found.hostname
    return read_address(f"{WEB[found.scheme]}://{host}:{found.port or PORTS[found.scheme]}")
