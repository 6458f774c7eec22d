"""What stops the parser → a diagnostic in the author's words, with the repair where one can be found.

Repairs are tried, not guessed: each candidate (the nearest keyword for a misspelt word, a missing word, a wrong sign) is
put into the text, and the first one with which the parser gets past the line is what the message speaks of.  What a
newcomer would get wrong: a misspelt keyword is a good verb, so the parser often stops words later, or a line below.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lawspeaker.interpreter.syntax.grammar import RESERVED, Trouble, attempt, keywords, spellings
from lawspeaker.interpreter.syntax.terminals import NAMES, OPERATORS, VALUE, human, listed
from lawspeaker.interpreter.text.diagnostic import Label, Sink
from lawspeaker.interpreter.text.source import Source
from lawspeaker.interpreter.text.spell import near

MOST_TO_TRY = 3_000              # characters of a declaration up to the mistake; in longer ones no repair is tried
MOST_TRIES = 25

LEXEMES = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*|[()\[\]{}]')
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PARTNER = {"(": ")", "[": "]", "{": "}"}

SUPERFLUOUS = frozenset([*"then do the a an is are has".split(), *",.;:)]}"])
LINE_WORDS = """state fact setting area pile row bag when gives choose requires costs does before after instead at whenever
    playable each again phase first second third let end stop may if else for repeat as during until later then partly
    otherwise replaced option waive removes replaces extends clause to""".split()

@dataclass(frozen=True, slots=True)
class Repair:
    """One change of the text, and what is said if it helps."""

    begin: int
    end: int
    new: str
    code: str
    title: str
    text: str
    hint: str
    shown: tuple[int, int] | None = None                 # what the message points at, where it is not begin to end


@dataclass(frozen=True, slots=True)
class Case:
    """One trouble being explained; `first` to `after` is the declaration it stands in."""

    source: Source
    text: str
    trouble: Trouble
    sink: Sink
    start: str
    first: int
    after: int

    @property
    def line(self) -> int:
        """Where the line begins that was being read when the parser stopped."""
        at = self.trouble.offset
        if self.trouble.type == "_INDENT":               # the fault is the line above's
            at = len(self.text[:at].rstrip())
        return max(self.text.rfind("\n", 0, at) + 1, self.first)

    @property
    def line_end(self) -> int:
        end = self.text.find("\n", self.trouble.offset)
        return min(end, self.after) if end >= 0 else self.after


def report(source: Source, text: str, begin: int, trouble: Trouble, sink: Sink, start: str = "start") -> int:
    """Report what stops the parser in text[begin:] and say where the mistake is, which may be earlier."""
    tops = [m.start() + begin for m in re.finditer(r"^[^\s#)\]}]", text[begin:trouble.offset + 1], re.M)]
    opened = _open_brackets(text, begin, trouble.offset)
    at = opened[0] if opened else trouble.offset
    first = max((t for t in tops if t <= at), default=begin) if start == "start" else begin
    later = re.compile(r"^[^\s#)\]}]", re.M).search(text, min(trouble.offset + 1, len(text)))
    c = Case(source, text, trouble, sink, start, first, later.start() if later and start == "start" else len(text))
    for explain in (_misaligned, _character, _nothing_below, _repaired, _unclosed):
        where = explain(c, opened)
        if where is not None:
            return where
    return _unexpected(c)


# ---- mistakes that show at once -------------------------------------------------------------------------------
def _misaligned(c: Case, opened: list[int]) -> int | None:
    if c.trouble.type != "misaligned":
        return None
    at = c.trouble.offset
    line = c.text.rfind("\n", 0, at) + 1
    return _say(c, line, at, "syntax/indentation", "This line is indented like none of the lines above it.",
                "A line stands either as far right as a line above it, or two spaces further.",
                "Move it to the line it belongs to.", broken=at)


STRAIGHT = 'Write the straight sign ".'
CHARACTERS = {
    ";": "Lines of law end without a sign.", "&": 'Write "and".', "|": 'Write "or".', "!": 'Write "not", or "!=" for different.',
    "≤": 'Write "<=".', "≥": 'Write ">=".', "≠": 'Write "!=".', "−": 'Write the plain sign "-".', "–": 'Write the plain sign "-".',
    "×": 'Write "*".', "'": 'Texts stand in double quotation marks: "...".', "\u00a0": "It is a special space; write a plain one.",
    **dict.fromkeys("“”„«»‘’", STRAIGHT),
}


def _character(c: Case, opened: list[int]) -> int | None:
    if c.trouble.type != "character":
        return None
    at, sign = c.trouble.offset, c.trouble.word
    end = c.line_end
    if sign == '"':
        return _say(c, at, end, "syntax/unclosed-text", "A text without its closing quotation mark.",
                    "A text begins and ends on one line.", 'Put a " where the text ends.')
    if sign in CHARACTERS:
        end = at + 1 + (c.text[at + 1:at + 2] == sign)
        return _say(c, at, end, "syntax/unknown-sign", f'The sign "{c.text[at:end]}" means nothing in law.', "", CHARACTERS[sign])
    word = WORD.match(c.text, at)
    if sign.isdigit():
        number = re.compile(r"[0-9]+").match(c.text, at)
        assert number is not None
        glued = re.compile(r"[0-9A-Za-z_]+").match(c.text, at)
        rest = c.text[number.end():glued.end()] if glued is not None else ""
        return _say(c, at, number.end() + len(rest), "syntax/number-and-word", "A number and a word without a space between them.",
                    "", f"Write {number[0]} {rest}".rstrip() + ".")
    if word is not None and sign.isupper():
        return _upper_case(c, at, word[0])
    if not sign.isprintable() or sign == "\N{REPLACEMENT CHARACTER}":
        return _say(c, at, at + 1, "syntax/not-text", "There is a character here that no text has.",
                    f"Its number is U+{ord(sign):04X}.", "Save the file as plain text in UTF-8.")
    hint = "Names are made of small letters a to z, digits and _." if sign.isalpha() or sign == "_" else ""
    if sign in "@$^~`\\?" or sign.isalpha() or sign == "_":
        return _say(c, at, at + 1, "syntax/unknown-sign", f'I cannot read "{sign}" here.', "", hint)
    return None


def _upper_case(c: Case, at: int, word: str) -> int:
    before = c.text.rfind("[", c.line, at)
    if before >= 0 and "]" not in c.text[before:at]:
        return _say(c, before, c.text.find("]", at, c.line_end) + 1 or c.line_end, "syntax/citation", "A citation that I cannot read.",
                    "A citation is one or more ids at the end of a line, in brackets, separated by commas.",
                    "Write it like [SAIL-05, SAIL-07].")
    kind = word[:1].upper() + word[1:].lower() if len(word) > 1 else ""
    return _say(c, at, at + len(word), "syntax/capitals", f'"{word}" is neither a name nor a Kind.',
                "Names are lower case; Kinds begin with one capital and go on with a small letter.",
                f'Write "{word.lower()}"' + (f' or "{kind}".' if kind else "."))


def _nothing_below(c: Case, opened: list[int]) -> int | None:
    if c.trouble.expected != {"_INDENT"}:
        return None
    end = len(c.text[:c.trouble.offset].rstrip()) if c.trouble.type != "_NL" else c.trouble.offset
    comment = re.compile(r"(?:^|\n)[ ]*#[^\n]*$")
    while m := comment.search(c.text[:end]):                 # the line that lacks its block, not a comment below it
        end = len(c.text[:m.start()].rstrip())
    line = c.text.rfind("\n", 0, end) + 1
    begin = line + len(c.text[line:end]) - len(c.text[line:end].lstrip())
    word = c.text[begin:end].split(None, 1)[0] if begin < end else ""
    return _say(c, begin, end, "syntax/nothing-below", f'Nothing stands below "{word}".',
                "What belongs to this line stands on the lines below it, indented.",
                "Indent these lines by two spaces more than this one.")


# ---- repairs that are tried ------------------------------------------------------------------------------------
def _repaired(c: Case, opened: list[int]) -> int | None:
    if c.trouble.offset - c.first > MOST_TO_TRY:
        return None
    for tried, repair in enumerate(_repairs(c, opened)):
        if tried >= MOST_TRIES:
            break
        if _helps(c, repair):
            hint = repair.hint or f'Did you mean "{repair.new.strip()}"?'
            at, end = repair.shown if repair.shown is not None else (repair.begin, repair.end)
            return _say(c, at, end, repair.code, repair.title, repair.text, hint)
    return None


def _helps(c: Case, r: Repair) -> bool:
    """Whether the parser gets past the line with this repair."""
    until = c.line_end
    for _ in range(2):                                   # two lines further are enough to see it
        until = min(c.text.find("\n", until + 1) + 1 or c.after, c.after)
    text = c.text[c.first:r.begin] + r.new + c.text[r.end:until]
    result = attempt(text if c.start == "start" else text.rstrip(), c.start)
    if not isinstance(result, Trouble):
        return True
    delta = len(r.new) - (r.end - r.begin)
    return result.offset + c.first - delta > c.line_end and result.type != "_INDENT"


def _repairs(c: Case, opened: list[int]) -> Iterator[Repair]:
    yield from _signs(c, opened)
    yield from _misspelt(c)
    yield from _run_together(c)
    yield from _without_parentheses(c)
    yield from _reserved(c)
    yield from _closing(c, opened)
    yield from _letters(c)
    yield from _missing(c, opened)
    yield from _superfluous(c)


def _signs(c: Case, opened: list[int]) -> Iterator[Repair]:
    at, text = c.trouble.offset, c.text
    for wrong, right, hint in (("==", "=", 'Law compares with a single "=".'), (":=", "=", 'Law writes a single "=".'),
                               ("=>", ">=", ""), ("=<", "<=", ""), ("<>", "!=", ""), ("&&", "and", ""), ("||", "or", "")):
        for begin in (at - 1, at):
            if text[begin:begin + 2] == wrong:
                yield Repair(begin, begin + 2, right, "syntax/unknown-sign", f'"{wrong}" is not a sign of law.', hint,
                             f'Write "{right}".')
    if c.trouble.word in (")", "]", "}") and opened and PARTNER[text[opened[-1]]] != c.trouble.word:
        sign, right = text[opened[-1]], PARTNER[text[opened[-1]]]
        yield Repair(at, at + 1, right, "syntax/unclosed-bracket", f'A "{sign}" is closed by a "{c.trouble.word}".', "",
                     f'Write "{right}".')
    m = re.compile(r"([ ]*)([a-z][a-z0-9_.]*)[ ]*=[ ]*([^\n\[#\"]*)").match(text, c.line, c.line_end)
    if c.trouble.word == "=" and m is not None:
        begin = m.start(2)
        yield Repair(begin, begin, "let ", "syntax/bare-equals", "A step cannot begin like this.", '"=" compares two values.',
                     f'Write "set {m[2]} to {m[3].strip()}" to change a state, "let {m[2]} = {m[3].strip()}" to name a value.',
                     shown=(begin, m.end(0)))
    if c.trouble.word == ":":
        yield Repair(at, at + 1, "", "syntax/unknown-sign", 'There is no ":" here in law.',
                     "What belongs to a line is indented below it.", "Leave the colon out.")
    if c.trouble.word == ".":
        yield Repair(at, at + 1, "", "syntax/unknown-sign", "Lines of law end without a full stop.", "", "Leave it out.")


def _misspelt(c: Case) -> Iterator[Repair]:
    """The nearest keyword for each word of the line: the one where the parser stopped, the first one, the others."""
    spelt = spellings()
    could = [spelt[t] for t in c.trouble.expected if t in spelt and spelt[t].isalpha()]
    words = _words(c)
    here = [m for m in words if m.start() == c.trouble.offset]
    first = [m for m in words[:1] if not c.text[c.line:m.start()].strip()]
    others = [m for m in reversed(words) if m.start() < c.trouble.offset]
    known = sorted(keywords())
    for some, candidates in ((here, could), (first, LINE_WORDS), (here + others, known)):
        for m in some:
            if m[0][0].isupper():                        # "Choose" at the beginning of a line; else a Kind
                likely = [m[0].lower()] if m[0].lower() in candidates else []
            else:
                likely = near(m[0], candidates)[:3] if m[0] not in known else []
            for right in likely:
                yield Repair(m.start(), m.end(), right, "syntax/unknown-word", f'I do not know the word "{m[0]}" here.', "", "")


def _run_together(c: Case) -> Iterator[Repair]:
    """Two words written as one: `playable anytime`."""
    spelt, known = spellings(), keywords()
    could = {spelt[t] for t in c.trouble.expected if t in spelt}
    for m in (m for m in _words(c) if m.start() == c.trouble.offset):
        for i in range(1, len(m[0])):
            if m[0][:i] in could and m[0][i:] in known:
                yield Repair(m.start(), m.end(), f"{m[0][:i]} {m[0][i:]}", "syntax/unknown-word", f'I do not know the word "{m[0]}" here.', "",
                             f'Write "{m[0][:i]} {m[0][i:]}".')


def _without_parentheses(c: Case) -> Iterator[Repair]:
    """A condition as a piece of a sentence: `set open to day > 6`, `set on to not on`."""
    at = c.trouble.offset
    if re.compile(r"(?:[<>=]|!=|(?:and|or|not|in|is|if|some|no|every)\b)").match(c.text, at) is None:
        return
    before = [m.end() for m in _words(c) if m.start() < at and (m[0] in ("to", "by", "with", "from", "as", "of") or m.start() == c.line)]
    stop = re.compile(r'[ ]*(?:"[^\n]*|\[[A-Z]{2}[^\n]*|#[^\n]*)?$', re.M).search(c.text, at)
    if not before or stop is None or c.text[at:stop.start()].count("(") != c.text[at:stop.start()].count(")"):
        return
    begin = before[-1] + len(c.text[before[-1]:]) - len(c.text[before[-1]:].lstrip(" "))
    value = c.text[begin:stop.start()]
    yield Repair(begin, stop.start(), f"({value})", "syntax/parentheses-missing", "Several words that are one value need parentheses.",
                 "", f"Write `({value})`.")


def _reserved(c: Case) -> Iterator[Repair]:
    """A word of expressions where a name must stand: the last word that was read, or the one before it."""
    for m in reversed([m for m in _words(c) if m.start() <= c.trouble.offset][-2:]):
        if m[0] in RESERVED:
            yield Repair(m.start(), m.end(), "x", "syntax/reserved-word", f'"{m[0]}" cannot be a name.',
                         "It is a word of expressions.", f'Choose another name, such as "{m[0]}_one".')


def _closing(c: Case, opened: list[int]) -> Iterator[Repair]:
    """A closing bracket at the end of the line on which the open one stands."""
    for at in reversed(opened):
        end = c.text.find("\n", at)
        end = end if end >= 0 else len(c.text)
        stop = min((m.start() for m in re.compile(r'[ ]*("[^\n]*|\[[A-Z][^\n]*|#[^\n]*)$', re.M).finditer(c.text, at, end)), default=end)
        close = PARTNER[c.text[at]]
        for place in dict.fromkeys((stop, end, c.trouble.offset)):
            yield Repair(place, place, close, "syntax/unclosed-bracket", _OPEN.format(c.text[at]), "",
                         f'Put a "{close}" after "{_word_before(c, place)}".', shown=(at, at + 1))


_OPEN = 'A "{}" is never closed.'


def _letters(c: Case) -> Iterator[Repair]:
    """A name that should be a Kind, a Kind that should be a name: where the parser stopped, or the word before."""
    for m in reversed([m for m in WORD.finditer(c.text, c.line, c.line_end) if m.start() <= c.trouble.offset][-2:]):
        word = m[0]
        if word[0].isupper():
            yield Repair(m.start(), m.end(), word[0].lower() + word[1:], "syntax/capitals", f'A name is needed here, not the Kind "{word}".',
                         "Names are lower case, Kinds are Capitalised.", f'Write "{word[0].lower() + word[1:]}".')
        elif "KIND" in c.trouble.expected or m.start() < c.trouble.offset:
            kind = word[0].upper() + word[1:]
            if word not in RESERVED and len(word) > 1:
                yield Repair(m.start(), m.end(), kind, "syntax/capitals", f'A Kind is needed here, not the name "{word}".',
                             "Names are lower case, Kinds are Capitalised.", _meant(c, m.start(), word, kind))


def _meant(c: Case, at: int, word: str, kind: str) -> str:
    """What to write for a name where a Kind is needed: behind `is` mostly something is compared."""
    before = c.text[c.line:at].split()[-2:]
    if before[-1:] == ["is"]:
        return f'Write "{kind}"; to compare, write `= {word}`.'
    if before == ["is", "not"]:
        return f'Write "{kind}"; to compare, write `!= {word}`.'
    return f'Write "{kind}".'


def _missing(c: Case, opened: list[int]) -> Iterator[Repair]:
    spelt = spellings()
    could = sorted(spelt[t] for t in c.trouble.expected - VALUE - (OPERATORS if "AND" in c.trouble.expected else set()) if t in spelt)
    if len(could) > 8 or c.trouble.type in ("_INDENT", "_DEDENT"):
        return
    before = _word_before(c)
    after = f'after "{before}"' if before else "here"
    for word in could:
        if word == "," and not opened:                   # outside brackets almost anything may follow a comma
            continue
        at = c.trouble.offset
        kind = "word" if word.isalpha() else "sign"
        yield Repair(at, at, f" {word} ", "syntax/missing-word", f'The {kind} "{word}" is missing {after}.', "", f'Write "{word}" here.')


def _superfluous(c: Case) -> Iterator[Repair]:
    m = re.compile(r"[A-Za-z0-9_]+|[^\s\w]").match(c.text, c.trouble.offset)
    if m is not None and c.trouble.type not in ("_INDENT", "_NL") and m[0] in SUPERFLUOUS:
        yield Repair(m.start(), m.end(), "", "syntax/unexpected-word", f'There is no "{m[0]}" here in law.', _may_stand(c), "Leave it out.")


# ---- what no repair helps ------------------------------------------------------------------------------------------
def _unclosed(c: Case, opened: list[int]) -> int | None:
    """A bracket that is still open where the parser stopped, on a later line or at the end."""
    at_line = c.text.rfind("\n", 0, c.trouble.offset) + 1
    for at in reversed(opened):
        if at < at_line or c.trouble.type == "$END":
            return _say(c, at, at + 1, "syntax/unclosed-bracket", _OPEN.format(c.text[at]),
                        f"I read on to line {c.source.place(c.trouble.offset)[0]} without finding the \"{PARTNER[c.text[at]]}\".",
                        f'Put a "{PARTNER[c.text[at]]}" where it ends.')
    return None


def _unexpected(c: Case) -> int:
    t, at = c.trouble, c.trouble.offset
    if t.type == "_INDENT":
        begin = c.line + len(c.text[c.line:]) - len(c.text[c.line:].lstrip())
        above = Label(c.source.span(begin, len(c.text[:at].rstrip())), "nothing can stand below this line")
        line = c.text.rfind("\n", 0, at) + 1
        c.sink.error("syntax/unexpected-indent", c.source.span(line, at), "This line is indented, but belongs to nothing.",
                     more=(above,), hint="Move it to the left, or mend the line above it.")
        return at
    if t.type in ("_NL", "$END", "_DEDENT"):
        before = _word_before(c)
        return _say(c, at, at, "syntax/line-too-short", "This line ends too early." if before else "Something is missing here.",
                    _may_stand(c), _type_hint(c))
    m = re.compile(r"[A-Za-z0-9_]+").match(c.text, at)
    word = m[0] if m is not None else t.word
    return _say(c, at, at + max(len(word), 1), "syntax/unexpected-word", f'I did not expect "{word}" here.', _may_stand(c), _type_hint(c))


def _type_hint(c: Case) -> str:
    if c.trouble.expected != {"COLON"}:
        return ""
    return f'A parameter has a type, as in "{_word_before(c)}: number" or "{_word_before(c)}: Player".'


def _may_stand(c: Case) -> str:
    """`After "choose x" may stand: "from".`"""
    names = human(c.trouble.expected)
    if c.start == "expr":
        names = [n for n in names if n != NAMES["$END"]] or ["nothing more"]
    before = _word_before(c)
    after = f'After "{before}"' if before else "Here"
    return f"{after} may stand: {listed(names)}." if names else ""


def _word_before(c: Case, at: int | None = None) -> str:
    """The last word or sign on the same line before a place, or before where the parser stopped."""
    at = c.trouble.offset if at is None else at
    before = c.text[max(c.text.rfind("\n", 0, at) + 1, c.first):at].rstrip()
    m = re.search(r"[A-Za-z0-9_]+$|\S$", before)
    return m[0].replace('"', "'") if m is not None else ""


# ---- small things ---------------------------------------------------------------------------------------------------
def _say(c: Case, begin: int, end: int, code: str, title: str, text: str, hint: str, broken: int | None = None) -> int:
    c.sink.error(code, c.source.span(begin, end), title, text=text, hint=hint)
    return begin if broken is None else broken


def _open_brackets(text: str, begin: int, end: int) -> list[int]:
    """The brackets still open at `end`, outermost first."""
    opened: list[int] = []
    for m in LEXEMES.finditer(text, begin, end):
        if m[0] in PARTNER:
            opened.append(m.start())
        elif m[0] in ")]}" and opened:
            opened.pop()
    return opened


def _words(c: Case) -> list[re.Match[str]]:
    """The words of the line, without what stands in texts and comments; of a very long line those near the trouble."""
    end = min(c.line_end, c.trouble.offset + MOST_TO_TRY)
    line = LEXEMES.sub(lambda m: " " * len(m[0]) if m[0][0] in '"#' else m[0], c.text[c.line:end])
    return list(WORD.finditer(" " * c.line + line, c.line))
