"""The errors of a JSON Schema validator → a diagnostic at the place of each mistake, in the author's words.

Does not validate (data.py does).  Knows nothing of games: schemas are shipped (manifest, scenario) or made from the kinds that
law declares.  A schema may carry `title` (what the thing is called in messages) and `description` (what is allowed).
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from lawspeaker.interpreter.syntax.data import Datum, DMap, DScalar, at
from lawspeaker.interpreter.text.diagnostic import Sink
from lawspeaker.interpreter.text.source import Span
from lawspeaker.interpreter.text.spell import did_you_mean, nearest

MOST_MISTAKES = 50

TYPES = {"integer": "a whole number", "number": "a number", "string": "a text", "boolean": "true or false", "null": "nothing (null)",
         "array": "a list", "object": "a map of keys and values"}


class SchemaError(Protocol):
    """What is needed of a ValidationError of jsonschema, which only data.py may import."""

    message: str
    instance: Any
    validator_value: Any

    @property
    def validator(self) -> Any: ...
    @property
    def schema(self) -> Any: ...
    @property
    def absolute_path(self) -> Iterable[str | int]: ...
    @property
    def relative_path(self) -> Sequence[str | int]: ...
    @property
    def relative_schema_path(self) -> Sequence[str | int]: ...
    @property
    def context(self) -> Any: ...


def report(datum: Datum, errors: Iterable[SchemaError], sink: Sink) -> None:
    """Report each error, in the order of the file."""
    ordered = sorted(errors, key=lambda e: _place(datum, e).begin)
    for error in ordered[:MOST_MISTAKES]:
        meant = _deepest(error)
        where = at(datum, tuple(meant.absolute_path))
        say = _key_form if "propertyNames" in meant.relative_schema_path else SAY.get(str(meant.validator), _other)
        say(datum if where is None else where, meant, sink)
    if len(ordered) > MOST_MISTAKES:
        sink.report("data/too-many-mistakes", datum.span, f"{len(ordered) - MOST_MISTAKES} more mistakes in this file.",
                    severity="note", hint="Mend the first ones.")


def _place(datum: Datum, error: SchemaError) -> Span:
    found = at(datum, tuple(error.absolute_path))
    return datum.span if found is None else found.span


def _deepest(error: SchemaError) -> SchemaError:
    """Of the ways that `anyOf` and `oneOf` allow, the mistake in the one that was meant, where that is plain."""
    while error.validator in ("anyOf", "oneOf") and error.context:
        # A way whose type is wrong altogether was not the one that was meant.
        meant: list[SchemaError] = [e for e in error.context if not (e.validator == "type" and not e.relative_path)]
        if len({e.relative_schema_path[0] for e in meant}) != 1:
            break
        error = min(meant, key=lambda e: len(e.relative_path))
    return error


# ---- one sentence for each keyword of JSON Schema ------------------------------------------------------------------
def _name(error: SchemaError) -> str:
    """What the wrong thing is called: its key, or its position in a list."""
    path = list(error.absolute_path)
    if not path:
        return "The file"
    last = path[-1]
    if isinstance(last, str):
        return f'"{last}"'
    outer = next((p for p in reversed(path) if isinstance(p, str)), None)
    return f'Item {last + 1} of "{outer}"' if outer is not None else f"Item {last + 1}"


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return f'the text "{value if len(value) <= 40 else value[:37] + "..."}"'
        case list():
            return f"a list of {len(value)}"
        case _:
            return "a map"


def _extra(where: Datum, error: SchemaError, sink: Sink) -> None:
    assert isinstance(where, DMap)
    known = list(error.schema.get("properties", {}))
    patterns = error.schema.get("patternProperties", {})
    for e in where.entries:
        if e.key not in known and not any(re.search(p, e.key) for p in patterns):
            free = [k for k in known if k not in where]
            hint = did_you_mean(e.key, free) or did_you_mean(e.key, known) or "Leave it out."
            thing = error.schema.get("title", "")
            text = f"Keys{' of ' + thing if thing else ' here'}: {', '.join(known)}." if 0 < len(known) <= 20 else ""
            sink.error("data/unknown-key", e.key_span, f'I do not know the key "{e.key}"{" of " + thing if thing else " here"}.',
                       text=text, hint=hint)


def _missing(where: Datum, error: SchemaError, sink: Sink) -> None:
    assert isinstance(where, DMap)
    # One error for each missing key; the message begins with it in quotation marks.
    key = next((k for k in error.validator_value if k not in where and error.message.startswith(repr(k))), "")
    thing = error.schema.get("title", "") or _thing(where, error)
    says = error.schema.get("properties", {}).get(key, {})
    text = f"It is {_types(says['type'])}." if isinstance(says, dict) and "type" in says else ""
    span = where.entries[0].key_span if where.entries else where.span
    like = [k for k in where.keys() if k not in error.schema.get("properties", {})]
    sink.error("data/missing-key", span, f'The key "{key}" is missing in {thing}.', text=text,
               hint=_meant(key, like) or f"Add a line `{key}: ...`.")


def _meant(key: str, like: list[str]) -> str:
    wrong = nearest(key, like)
    return f'Is "{wrong}" meant to be it?' if wrong is not None else ""


def _thing(where: DMap, error: SchemaError) -> str:
    for key in ("id", "name", "scenario"):
        named = where.get(key)
        if isinstance(named, DScalar) and isinstance(named.value, str):
            return f'"{named.value}"'
    name = _name(error)
    return name[:1].lower() + name[1:]


def _types(types: str | Iterable[str]) -> str:
    return " or ".join(TYPES.get(t, t) for t in ([types] if isinstance(types, str) else types))


def _type(where: Datum, error: SchemaError, sink: Sink) -> None:
    hint = ""
    if isinstance(where, DScalar) and "string" in error.validator_value and where.value is not None:
        hint = f'Put it into quotation marks: "{where.raw}".'
    if isinstance(where, DScalar) and where.quoted and "integer" in error.validator_value:
        hint = "Leave the quotation marks out."
    sink.error("data/wrong-type", where.span, f"{_name(error)} is {_shown(error.instance)}, not {_types(error.validator_value)}.", hint=hint)


def _enum(where: Datum, error: SchemaError, sink: Sink) -> None:
    allowed = [str(v) for v in error.validator_value if v is not None]
    text = f"Possible: {', '.join(allowed)}." if len(allowed) <= 30 else ""
    sink.error("data/not-one-of", where.span, f"{_name(error)} cannot be {_shown(error.instance)}.", text=text,
               hint=did_you_mean(str(error.instance), allowed))


def _limit(words: str) -> Callable[[Datum, SchemaError, Sink], None]:
    def say(where: Datum, error: SchemaError, sink: Sink) -> None:
        sink.error("data/out-of-range", where.span, f"{_name(error)} is {_shown(error.instance)}.",
                   text=f"{words.format(error.validator_value)}.")
    return say


def _pattern(where: Datum, error: SchemaError, sink: Sink) -> None:
    means = error.schema.get("description") or f"It must match the pattern {error.validator_value}"
    sink.error("data/not-of-form", where.span, f"{_name(error)} cannot be {_shown(error.instance)}.", text=str(means).rstrip(".") + ".")


def _key_form(where: Datum, error: SchemaError, sink: Sink) -> None:
    key = str(error.instance) if isinstance(error.instance, str) else ""
    entry = where.entry(key) if isinstance(where, DMap) else None
    sink.error("data/not-of-form", entry.key_span if entry is not None else where.span, f'"{key}" cannot be a key here.',
               text=str(error.schema.get("description", "")))


def _same(where: Datum, error: SchemaError, sink: Sink) -> None:
    sink.error("data/twice-in-list", where.span, f"{_name(error)} has one thing twice.", hint="Keep one of them.")


def _ways(where: Datum, error: SchemaError, sink: Sink) -> None:
    kinds = [w.get("title") or _types(w["type"]) for w in error.validator_value if isinstance(w, dict) and ("type" in w or "title" in w)]
    text = f"It can be {', '.join(dict.fromkeys(kinds))}." if kinds else ""
    sink.error("data/not-of-form", where.span, f"{_name(error)} is not as it should be: it is {_shown(error.instance)}.", text=text)


def _other(where: Datum, error: SchemaError, sink: Sink) -> None:
    sink.error("data/not-of-form", where.span, f"{_name(error)} is not as it should be.", text=f"{error.message[:200].rstrip('.')}.")


SAY: dict[str, Callable[[Datum, SchemaError, Sink], None]] = {
    "additionalProperties": _extra,
    "unevaluatedProperties": _extra,
    "required": _missing,
    "type": _type,
    "enum": _enum,
    "const": lambda w, e, s: s.error("data/not-one-of", w.span, f"{_name(e)} must be {_shown(e.validator_value)}."),
    "minimum": _limit("The least is {}"),
    "maximum": _limit("The most is {}"),
    "exclusiveMinimum": _limit("It must be more than {}"),
    "exclusiveMaximum": _limit("It must be less than {}"),
    "minLength": _limit("The least number of characters is {}"),
    "maxLength": _limit("The most characters are {}"),
    "minItems": _limit("The least number of items is {}"),
    "maxItems": _limit("The most items are {}"),
    "minProperties": _limit("The least number of keys is {}"),
    "maxProperties": _limit("The most keys are {}"),
    "pattern": _pattern,
    "uniqueItems": _same,
    "anyOf": _ways,
    "oneOf": _ways,
}
