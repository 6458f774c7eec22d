"""One YAML text → a frozen tree of data in which everything knows its place; and a JSON Schema held against such a tree.

Built from the events of the YAML parser, not from Python objects, so that nothing is expanded or constructed: a file can
only hold maps, lists and plain values.  What a newcomer would get wrong: a key is always text (`1: x` has the key "1"), and
a value keeps what was written (`raw`), because in scenarios `+5` and `5` differ.  Keys such as `source:` are just kept.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from lawspeaker.interpreter.syntax.kept import kept
from lawspeaker.interpreter.text.diagnostic import Diagnostic, Label, Sink
from lawspeaker.interpreter.text.source import CONTROL, Source, Span

if TYPE_CHECKING:
    from ruamel.yaml.events import Event

MOST_CHARACTERS = 500_000
MOST_FILES_KEPT = 256            # read, in memory
DEEPEST = 40                     # maps and lists inside each other

TEXT_TAG = "tag:yaml.org,2002:str"
WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
WORDS: dict[str, bool | None] = {**dict.fromkeys(("true", "True", "TRUE"), True), **dict.fromkeys(("false", "False", "FALSE"), False),
                                 **dict.fromkeys(("null", "Null", "NULL", "~", ""), None)}


@dataclass(frozen=True, slots=True)
class DScalar:
    """A value: whole number, flag, text or nothing.  `raw` is what was written, without quotation marks."""

    span: Span
    value: int | bool | str | None
    raw: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class DList:
    span: Span
    items: tuple[Datum, ...]

    def __iter__(self) -> Iterator[Datum]:
        return iter(self.items)


@dataclass(frozen=True, slots=True)
class DEntry:
    """One `key: value` of a map."""

    key: str
    key_span: Span
    value: Datum


@dataclass(frozen=True, slots=True)
class DMap:
    """Entries in the order of the file, each key once."""

    span: Span
    entries: tuple[DEntry, ...]

    def entry(self, key: str) -> DEntry | None:
        return next((e for e in self.entries if e.key == key), None)

    def get(self, key: str) -> Datum | None:
        """The value of a key, or None."""
        found = self.entry(key)
        return found.value if found is not None else None

    def keys(self) -> tuple[str, ...]:
        return tuple(e.key for e in self.entries)

    def __iter__(self) -> Iterator[DEntry]:
        return iter(self.entries)

    def __contains__(self, key: object) -> bool:
        return any(e.key == key for e in self.entries)


Datum: TypeAlias = Union[DScalar, DList, DMap]


def plain(datum: Datum) -> Any:
    """The datum as Python values, without places."""
    match datum:
        case DScalar():
            return datum.value
        case DList():
            return [plain(d) for d in datum.items]
        case DMap():
            return {e.key: plain(e.value) for e in datum.entries}


def at(datum: Datum, path: tuple[str | int, ...]) -> Datum | None:
    """What lies at a path of keys and positions (from 0)."""
    found: Datum | None = datum
    for step in path:
        match found:
            case DMap():
                found = found.get(str(step))
            case DList() if isinstance(step, int) and 0 <= step < len(found.items):
                found = found.items[step]
            case _:
                return None
    return found


# ---- reading -----------------------------------------------------------------------------------------------------
class _Refused(Exception):
    """Reading cannot go on; what is wrong has been reported."""


@dataclass(slots=True)
class _Open:
    """A map or list whose end has not been read yet."""

    begin: int
    is_map: bool
    key: DScalar | None
    entries: dict[str, DEntry]
    items: list[Datum]
    broken: bool = False             # a key was refused: its value is read and dropped


def load_yaml(source: Source, sink: Sink, partly: bool = False) -> Datum | None:
    """Read one YAML file; None when it cannot be read.  An empty file is an empty value.

    `partly`: what has references to other places of the file is read all the same, without a value there."""
    datum, told = _once(source.name, source.text)
    sink.diagnostics += told
    return datum if partly or not any(d.code == "data/alias" for d in told) else None


@lru_cache(MOST_FILES_KEPT)
def _once(name: str, text: str) -> tuple[Datum | None, tuple[Diagnostic, ...]]:
    return kept("data", name, text, _loaded)


def _loaded(name: str, text: str) -> tuple[Datum | None, tuple[Diagnostic, ...]]:
    """The tree of a text and what is wrong with it: frozen, so whoever reads the same text again gets the same one."""
    sink = Sink()
    return _load(Source(name, text), sink), tuple(sink.diagnostics)


def _load(source: Source, sink: Sink) -> Datum | None:
    if not _readable(source, sink):
        return None
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    try:
        return _Reader(source, sink).read(YAML(typ="safe", pure=True).parse(source.text))
    except _Refused:
        return None
    except MarkedYAMLError as e:
        _report_yaml(source, sink, e.problem or "", e.problem_mark.index if e.problem_mark else 0, e.context or "",
                     e.context_mark.index if e.context_mark else None)
    except YAMLError as e:
        _report_yaml(source, sink, str(e).splitlines()[0], getattr(e, "position", 0) or 0, "", None)
    except (AttributeError, IndexError, TypeError, ValueError, AssertionError, NotImplementedError, RecursionError):
        # The parser itself stumbles over some broken texts; to the author it is one more text that is no YAML.
        _report_yaml(source, sink, "", 0, "", None)
    return None


def _readable(source: Source, sink: Sink) -> bool:
    if len(source.text) > MOST_CHARACTERS:
        sink.error("data/file-too-large", source.span(0, 0), "This file is too large.",
                   text=f"It has {len(source.text):,} characters; {MOST_CHARACTERS:,} are the most that I read.",
                   hint="Split it; all files in the folder `data` belong together.")
        return False
    strange = re.search("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffc\ufeff\U00010000-\U0010ffff]", source.text)
    strange = strange or CONTROL.search(source.text)
    if strange is not None:
        _strange(source.span(strange.start(), strange.end()), strange[0], sink)
        return False
    return True


def _strange(span: Span, character: str, sink: Sink) -> None:
    sink.error("data/not-text", span, "There is a character here that no text has.",
               text=f"Its number is U+{ord(character):04X}.", hint="Save the file as plain text in UTF-8.")


class _Reader:
    def __init__(self, source: Source, sink: Sink) -> None:
        self.source = source
        self.sink = sink
        self.open: list[_Open] = []
        self.root: Datum | None = None
        self.documents = 0
        self.anchors: dict[str, Any] = {}         # names of places that nothing refers to

    def read(self, events: Iterator[Event]) -> Datum:
        from ruamel.yaml import events as ev
        for e in events:
            match e:
                case ev.ScalarEvent():
                    self._no_anchor(e)
                    self._add(self._scalar(e))
                case ev.MappingStartEvent() | ev.SequenceStartEvent():
                    self._no_anchor(e)
                    if e.tag and not e.implicit:
                        self._refuse_tag(e)
                    self._begin(e.start_mark.index, isinstance(e, ev.MappingStartEvent))
                case ev.MappingEndEvent() | ev.SequenceEndEvent():
                    self._end(e.end_mark.index)
                case ev.AliasEvent():
                    self._tell("data/alias", e, "A reference to another place of the file (*).")
                    self.anchors.pop(e.anchor, None)
                    self._add(DScalar(self._span(e.start_mark.index, e.end_mark.index), None, "", True))
                case ev.DocumentStartEvent():
                    self._next_document(e)
        for e in self.anchors.values():
            self._tell("data/alias", e, "A name for a place of the file (&).")
        if self.root is None:
            return DScalar(self.source.span(0, 0), None, "")
        return self.root

    # -- events
    def _begin(self, begin: int, is_map: bool) -> None:
        if len(self.open) >= DEEPEST:
            self.sink.error("data/too-deep", self.source.span(begin, begin + 1), "This is nested too deeply.",
                            text=f"More than {DEEPEST} maps and lists stand inside each other.")
            raise _Refused
        self.open.append(_Open(begin, is_map, None, {}, []))

    def _end(self, end: int) -> None:
        o = self.open.pop()
        span = self._span(o.begin, end)
        self._add(DMap(span, tuple(o.entries.values())) if o.is_map else DList(span, tuple(o.items)))

    def _add(self, datum: Datum) -> None:
        if not self.open:
            self.root = datum
            return
        o = self.open[-1]
        if not o.is_map:
            o.items.append(datum)
        elif o.broken:
            o.broken = False
        elif o.key is None:
            self._key(o, datum)
        else:
            o.entries[o.key.raw] = DEntry(o.key.raw, o.key.span, datum)
            o.key = None

    def _key(self, o: _Open, datum: Datum) -> None:
        if not isinstance(datum, DScalar):
            self.sink.error("data/key-is-no-word", datum.span, "A map or list cannot be a key.",
                            hint="Write a word before the colon.")
            o.broken = True
        elif datum.raw in o.entries:
            self.sink.error("data/two-same-keys", datum.span, f'The key "{datum.raw}" stands here twice.',
                            more=(Label(o.entries[datum.raw].key_span, "here already"),), hint="Keep one of them.")
            o.broken = True
        else:
            o.key = datum

    def _scalar(self, e: Any) -> DScalar:
        span = self._span(e.start_mark.index, e.end_mark.index)
        quoted = e.style is not None
        if e.tag and str(e.tag) not in ("!", TEXT_TAG):
            self._refuse_tag(e)
        raw = str(e.value)
        strange = CONTROL.search(raw)             # written as an escape, such as "\\e"
        if strange is not None:
            _strange(span, strange[0], self.sink)
            raise _Refused
        if quoted or e.tag:
            return DScalar(span, raw, raw, True)
        if WHOLE.fullmatch(raw):
            return DScalar(span, int(raw), raw)
        return DScalar(span, WORDS[raw] if raw in WORDS else raw, raw)

    def _next_document(self, e: Event) -> None:
        self.documents += 1
        if self.documents > 1:
            self._refuse("data/several-documents", e, 'A second document after "---".')

    def _span(self, begin: int, end: int) -> Span:
        """The span of what was written, without the empty lines and comments that the parser adds at its end."""
        lines = self.source.text[begin:end].split("\n")
        while len(lines) > 1 and not lines[-1].partition("#")[0].strip():
            lines.pop()
        return self.source.span(begin, begin + len("\n".join(lines).rstrip()))

    # -- what is refused
    def _no_anchor(self, e: Any) -> None:
        if e.anchor is not None:
            self.anchors[e.anchor] = e

    def _refuse_tag(self, e: Any) -> None:
        self._refuse("data/tag", e, f'A tag ("{e.tag}").')

    def _refuse(self, code: str, e: Any, title: str) -> None:
        self._tell(code, e, title)
        raise _Refused

    def _tell(self, code: str, e: Any, title: str) -> None:
        texts = {
            "data/alias": ("Each datum stands where it is read, so that it can have its own source.", "Write the value out."),
            "data/tag": ("Data are maps, lists, texts, whole numbers, true, false and null.", "Leave the tag out."),
            "data/several-documents": ("A file holds one tree of data.", "Put the second one into a file of its own."),
        }
        text, hint = texts[code]
        begin = e.start_mark.index
        line_end = self.source.text.find("\n", begin)
        end = min(e.end_mark.index, line_end if line_end >= 0 else len(self.source.text))
        self.sink.error(code, self.source.span(begin, max(end, begin + 1)), title, text=text, hint=hint)


# ---- schemas -----------------------------------------------------------------------------------------------------
def validate(datum: Datum, schema: Mapping[str, Any], sink: Sink) -> bool:
    """Report everything in which the datum is not as the JSON Schema (2020-12) says; True when all is well."""
    from jsonschema import Draft202012Validator

    from lawspeaker.interpreter.syntax.schema_mistakes import report
    errors = list(Draft202012Validator(dict(schema)).iter_errors(plain(datum)))
    report(datum, errors, sink)
    return not errors


# ---- broken YAML ---------------------------------------------------------------------------------------------------
# What the parser says → what we say; the first that fits.
PROBLEMS = (
    (r"<stream end>", "A list or map that is never closed.", "", 'Put "]" or "}" where it ends, or look whether the file is cut off.'),
    (r"found character '\\t'", "A tab.", "YAML is laid out with spaces only.", "Indent with two spaces for each level."),
    (r"found unexpected end of stream", "A text without its closing quotation mark.", "", "Close it, or look whether the file is cut off."),
    (r"expected ',' or '[\]}]'|expected ',' or", "A list or map that is never closed.",
     "Between [ ] and { } a comma stands after each item.", 'Put "]" or "}" where it ends, or the missing comma.'),
    (r"mapping values are not allowed", "A colon where none can stand.",
     "After a key and its value no second key can follow on the same line; a text with a colon needs quotation marks.",
     'Put the text into quotation marks: "...".'),
    (r"could not find expected ':'", "A key without its colon.", "", 'Write "key: value", and a space after the colon.'),
    (r"expected <block end>|did not find expected", "This line does not fit the lines above it.",
     "Keys of one map, and items of one list, stand equally far from the left.", "Move it under the others."),
    (r"found unknown escape|expected escape sequence", "An escape that I do not know.", "",
     "Write \\\\ for a backslash, or put the text into single quotation marks."),
    (r"cannot start any token", "A sign with which no value begins.", "", "Put the text into quotation marks."),
    (r"found undefined alias|alias|anchor", "A reference to another place of the file.", "", "Write the value out."),
    (r"special characters", "There is a character here that no text has.", "", "Save the file as plain text in UTF-8."),
)


def _report_yaml(source: Source, sink: Sink, problem: str, begin: int, context: str, context_begin: int | None) -> None:
    begin = min(begin, len(source.text))
    title, text, hint = "This is not YAML.", "", "Look at this line and the line above it."
    for pattern, *said in PROBLEMS:
        if re.search(pattern, problem):
            title, text, hint = said
            break
    more: tuple[Label, ...] = ()
    if context_begin is not None and source.place(context_begin)[0] != source.place(begin)[0]:
        more = (Label(source.span(context_begin, context_begin + 1), "it began here"),)
    at_end = not source.text[begin:].strip()
    if at_end:
        begin = len(source.text.rstrip())
        text = f"The file ends here. {text}".strip()
    sink.error("data/not-yaml", source.span(begin, begin + (not at_end)), title, text=text, hint=hint, more=more)
