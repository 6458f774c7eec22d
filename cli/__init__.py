"""The command line: turns words typed by people into calls of the public interface, and results into text.

Knows no rules and no game.  `main.py` is the entry point, `app.py` lists the commands, `rules.py` is the only door to
the interpreter, `console.py` the only printer.  What a newcomer gets wrong: nothing heavy (lark, rich, the interpreter)
may be imported when these modules are imported, or `lawspeaker --help` becomes slow.
"""
