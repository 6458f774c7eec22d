"""Types of values: numbers, flags, things, lists and sets, bills, tables.  Form 2 speaks of them; cells hold numbers.

Things of several kinds at once (`area hold of Good or Crew`) have a type with several kinds.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, Union

if TYPE_CHECKING:
    from lawspeaker.interpreter.model.model import Kind

LOW, HIGH = -9999, 9999          # the caps of every number


@dataclass(frozen=True, slots=True)
class NumberType:
    low: int = LOW
    high: int = HIGH

    def __str__(self) -> str:
        return "number" if self.high == HIGH or self.low == self.high else f"number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class FlagType:
    def __str__(self) -> str:
        return "flag"


@dataclass(frozen=True, slots=True)
class ThingType:
    """A thing of one of the kinds; `optional`: or none; `trusted`: none is possible, but using it is a fault at play, not
    an error of the rules (`first of …`)."""

    kinds: tuple[Kind, ...]
    optional: bool = False
    trusted: bool = False

    def __str__(self) -> str:
        name = " or ".join(k.name for k in self.kinds) or "thing"
        return name + (" or none" if self.optional else "")

    def within(self, kind: Kind) -> bool:
        """Whether all things of this type are of the kind."""
        return bool(self.kinds) and all(k.is_a(kind) for k in self.kinds)

    def meets(self, kind: Kind) -> bool:
        """Whether a thing of this type can be of the kind."""
        return any(k.is_a(kind) or kind.is_a(k) for k in self.kinds)


@dataclass(frozen=True, slots=True)
class ListType:
    item: Type
    is_set: bool = False

    def __str__(self) -> str:
        return f"{'set' if self.is_set else 'list'} of {self.item}"


@dataclass(frozen=True, slots=True)
class BillType:
    """What is to be paid, in things of a kind; None: a bill that names none of them (`{any: 2}`)."""

    kind: Kind | None

    def __str__(self) -> str:
        return f"bill of {self.kind.name}" if self.kind is not None else "bill"


@dataclass(frozen=True, slots=True)
class TableType:
    kind: Kind

    def __str__(self) -> str:
        return f"number for each {self.kind.name}"


@dataclass(frozen=True, slots=True)
class TextType:
    def __str__(self) -> str:
        return "text"


@dataclass(frozen=True, slots=True)
class PlaceType:
    """The number of a place: what a moment of core.law may speak of."""

    def __str__(self) -> str:
        return "place"


@dataclass(frozen=True, slots=True)
class NoneType:
    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class WrongType:
    """The type of what could not be understood: fits everything, so that one mistake gives one message."""

    def __str__(self) -> str:
        return "?"


Type: TypeAlias = Union[NumberType, FlagType, ThingType, ListType, BillType, TableType, TextType, PlaceType, NoneType, WrongType]

NUMBER, FLAG, TEXT, PLACE, NONE, WRONG = NumberType(), FlagType(), TextType(), PlaceType(), NoneType(), WrongType()


def comparable(a: Type, b: Type) -> bool:
    """Whether `a = b` can make sense."""
    match a, b:
        case (WrongType(), _) | (_, WrongType()):
            return True
        case (NumberType(), NumberType()) | (FlagType(), FlagType()):
            return True
        case (ThingType(), ThingType()):
            return not a.kinds or not b.kinds or any(b.meets(k) for k in a.kinds)
        case (ThingType(optional=True), NoneType()) | (NoneType(), ThingType(optional=True)):
            return True
        case (ListType(), ListType()):
            return comparable(a.item, b.item)
        case _:
            return False


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of the first type can stand where the second is wanted."""
    match value, wanted:
        case (WrongType(), _) | (_, WrongType()):
            return True
        case (NumberType(), NumberType()) | (FlagType(), FlagType()) | (TextType(), TextType()):
            return True
        case (NoneType(), ThingType(optional=True)):
            return True
        case (ThingType(), ThingType()):
            if value.optional and not value.trusted and not wanted.optional:
                return False
            return not wanted.kinds or any(value.meets(k) for k in wanted.kinds)
        case (ListType(), ListType()):
            return fits(value.item, wanted.item) or isinstance(value.item, WrongType)
        case (BillType(), BillType()):
            return value.kind is None or wanted.kind is None or value.kind.is_a(wanted.kind)
        case (ListType(item=WrongType()), BillType()):
            return True                           # `{}`: nothing to pay
        case (TableType(), TableType()):
            return True
        case _:
            return False


def can_be_given(value: Type, wanted: Type) -> bool:
    """Whether a value can be an argument: it fits, and is not surely beyond the range that is wanted."""
    beyond = isinstance(value, NumberType) and isinstance(wanted, NumberType) and (value.low > wanted.high or value.high < wanted.low)
    return fits(value, wanted) and not beyond


def as_given(t: Type) -> str:
    """What a value of a type is, in messages: a number that is known as it is."""
    return str(t.low) if isinstance(t, NumberType) and t.low == t.high else f"a {t}"


def example(t: Type) -> str:
    """What a value of a type looks like, for hints.

    >>> example(NumberType(0, 7)), example(FLAG)
    ('a number from 0 to 7', '`true` or `false`')
    """
    if isinstance(t, FlagType):
        return "`true` or `false`"
    if isinstance(t, ThingType):
        return f"the id of a {' or '.join(k.name for k in t.kinds)}"
    return f"a {t}"
