"""Explanations of the family `syntax`: what cannot be read as law."""
from __future__ import annotations

CODES: dict[str, str] = {
    "syntax/bare-equals":
        "In law \"=\" compares two values, as in `if vp = 3`. A step that changes a state is a sentence, `set vp to 3`, and a step "
        "that only gives a value a name for the lines below is `let best = 3`. At top level `value best = 3` declares a value.",
    "syntax/capitals":
        "Capitals carry meaning: names of places, states, values and verbs are lower case (`hold`), Kinds of things begin with "
        "one capital (`Crew`). So a reader sees at once which word stands for a whole kind. Write the word the other way, or use "
        "another one.",
    "syntax/citation":
        "A citation names the rules of the rulebook that a line follows. It stands in brackets at the end of the line, every id "
        "in full, separated by commas: `[SAIL-05, SAIL-07]`. An id is capitals, a dash, and digits at its end.",
    "syntax/file-too-large":
        "A file of law is read whole. The limit is that of a rulebook of more than a hundred pages; split the file by section "
        "of the rulebook. All .law files of a folder belong to one game.",
    "syntax/indentation":
        "Law shows by indentation what belongs to what, always two spaces for each level. Another number of spaces, or a line that "
        "stands between two levels, is refused because readers would see another structure than the program. `lawspeaker fmt` "
        "mends the number of spaces; where a line fits no level at all, only you know where it belongs.",
    "syntax/line-too-short":
        "The line ends although something must follow: a value after `and`, a place after `to`. Inside round, square or curly "
        "brackets a line may go on below; elsewhere each line is complete.",
    "syntax/missing-word":
        "The line can be read if one word is put into it. The sentences of law have fixed small words (`number of crew`, `for each "
        "p in players`), which make them readable aloud and tell the program where one part ends.",
    "syntax/not-a-name":
        "In `(p in players where ...)` and in loops a new name stands before `in`; each thing of the set gets it in turn. What you "
        "wrote there is a value or something longer. To ask whether a thing is in a set, leave `where` out: `x in hold`.",
    "syntax/not-formatted":
        "`lawspeaker fmt` changes spaces only and reads its own result to be sure that it means the same. Here it would not, so "
        "the file was left as it is. Tabs mixed with spaces are the usual reason.",
    "syntax/not-text":
        "The file has characters that no text has, such as a zero byte. It is most likely a picture, an archive, or was damaged "
        "on its way. Law is plain text in UTF-8.",
    "syntax/nothing-below":
        "Words such as `does`, `if`, `for each` and `to` open a block: the lines that belong to them stand below, indented by two "
        "more spaces. Here the next line stands no further right.",
    "syntax/nothing-to-read":
        "An expression was expected, but there is only space: `{}` in a text, or an empty path in a scenario.",
    "syntax/number-and-word":
        "A number and the word after it are two words of a sentence: `3 days`. Written as one they are neither a number nor a name.",
    "syntax/number-too-large":
        "Numbers of board games are small, and the program keeps them in few bits. More than nine digits are a slip of the hand.",
    "syntax/phase-without-name":
        "A phase needs a name, so that `end turn`, `start of turn` and `turn.traded` can speak of it. The text after the name is "
        "only for people.",
    "syntax/reserved-word":
        "The words `and or not in is if else some no every has number total highest lowest first of where while true false none "
        "you` make expressions. They cannot be names, and most of them no words of a verb, because a sentence with them could be "
        "read in two ways.",
    "syntax/parentheses-missing":
        "Each hole of a sentence takes one value. A comparison or condition is put into parentheses, so that its words are not taken "
        "for words of the sentence: `set open to (day > 6)`, `set on to (not on)`.",
    "syntax/tab":
        "A tab is as wide as each editor likes, so two people can see two structures in one file. Law is laid out with spaces. "
        "`lawspeaker fmt` replaces tabs; most editors can be told to insert spaces when the tab key is pressed.",
    "syntax/too-deep":
        "Something stands inside something else more than a hundred times, or a chain of `+` or `and` has more than a hundred "
        "parts; or more than twelve lines are indented under each other, or one move has more than about twenty choices. No person "
        "can read this, and the program guards its memory. Name a part of it as a `value` or a verb.",
    "syntax/too-many-mistakes":
        "After twenty mistakes in one file reading stops: later ones are often the work of the first. Mend those and check again.",
    "syntax/unclosed-bracket":
        "A bracket was opened and its partner never came, so the text below was read as going on inside it. The message points at "
        "the opening bracket; the hint says where a closing one would make the line whole.",
    "syntax/unclosed-hole":
        "Inside a text `{...}` shows the value of an expression. A `{` without `}` is most likely a sign that should be shown "
        "itself; then write `\\{`.",
    "syntax/unclosed-text":
        "A text begins and ends with a straight double quotation mark on one line. Inside it, a quotation mark is written `\\\"`.",
    "syntax/unexpected-indent":
        "A line is indented although the line above it opens no block. Either it stands too far right, or the word above, which "
        "should open a block, is misspelt so that it was read as an ordinary sentence.",
    "syntax/unexpected-word":
        "The line cannot go on with this word. The message lists what could stand here. Often the real slip is a word earlier: "
        "a misspelt keyword is read as a name, and the line makes no sense only later.",
    "syntax/unknown-escape":
        "In a text a backslash gives the next sign another meaning: `\\\"` `\\\\` `\\{` `\\}` stand for the sign itself, `\\n` begins a "
        "new line. Nothing else may follow it.",
    "syntax/unknown-sign":
        "Law has few signs: brackets, `=` `!=` `<` `<=` `>` `>=`, `+ - * / %`, comma, colon, full stop between a thing and its "
        "fact. Other languages' signs (`==`, `:=`, `&&`, `;`) and typographic quotation marks are not among them.",
    "syntax/unknown-word":
        "With another word in this place the line could be read, so this one is most likely misspelt. The hint names the nearest "
        "word that makes sense here.",
    "syntax/unopened-hole":
        "Inside a text `{...}` shows the value of an expression. A `}` that closes nothing must be written `\\}`.",
}
