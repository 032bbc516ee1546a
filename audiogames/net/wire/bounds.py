"""Protocol version, port, and limits on the length and depth of messages.

A client checks these limits while it decodes a message; a server has its own (`limits`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

VERSION: Final = 4
"""The version that `Hello` names; it is raised when older clients would not understand."""

LARGEST: Final = 64 * 1024
"""The most bytes of one message."""

FEW: Final = msgspec.Meta(max_length=512)
"""The most items of a list, or fields of an object."""

Text = Annotated[str, msgspec.Meta(max_length=8192)]
Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Place = Annotated[int, msgspec.Meta(ge=0, le=512)]
"""An index in a list, or a count of items."""

if TYPE_CHECKING:
    Values = dict[str, Any]
    Value = Any
    Item = Any
else:
    # Values of a field of any kind: nested lists and objects, but no deeper than the view of any
    # game. Deeper ones are rejected while decoding.
    _Leaf = None | bool | Number | Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)] | Text
    _Low = _Leaf | Annotated[list[_Leaf], FEW] | Annotated[dict[Text, _Leaf], FEW]
    _Middle = _Leaf | Annotated[list[_Low], FEW] | Annotated[dict[Text, _Low], FEW]
    _High = _Leaf | Annotated[list[_Middle], FEW] | Annotated[dict[Text, _Middle], FEW]
    Values = Annotated[dict[Text, _High], FEW]
    Value = _High
    Item = _Middle
"""Three types: named fields, as in events, views, options and news; the value of a field; and an
item of a list.
"""
