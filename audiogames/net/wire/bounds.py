"""The version and the port, and how long and deep a message may be: more is no message.

What a client reads is bounded before anything is made of it; what a server reads has its own limits
(`limits`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

VERSION: Final = 3
"""Raised when an older program could not follow any more; `Hello` names it."""

LARGEST: Final = 64 * 1024
"""Bytes of one message."""

PORT: Final = 7499
"""Where a server listens, and a client looks for one, unless told otherwise."""

FEW: Final = msgspec.Meta(max_length=512)
"""Items of one list, fields of one object."""

Text = Annotated[str, msgspec.Meta(max_length=8192)]
Number = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Place = Annotated[int, msgspec.Meta(ge=0, le=512)]
"""A place in a list, or a number of places."""

if TYPE_CHECKING:
    Values = dict[str, Any]
    Value = Any
    Item = Any
else:
    # What a field of any kind may hold: lists and objects in one another, but no deeper than a view
    # of a game ever goes.  More is no message, before anything is made of it.
    _Leaf = None | bool | Number | Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)] | Text
    _Low = _Leaf | Annotated[list[_Leaf], FEW] | Annotated[dict[Text, _Leaf], FEW]
    _Middle = _Leaf | Annotated[list[_Low], FEW] | Annotated[dict[Text, _Low], FEW]
    _High = _Leaf | Annotated[list[_Middle], FEW] | Annotated[dict[Text, _Middle], FEW]
    Values = Annotated[dict[Text, _High], FEW]
    Value = _High
    Item = _Middle
"""Fields by their names, as an event, a view, options and news have them; one of them; and an item
of one that is a list."""
