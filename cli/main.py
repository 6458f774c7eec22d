"""The entry point: runs a command and turns whatever went wrong into sentences and an exit code.

0 good, 1 the work found problems, 2 wrong usage, 130 interrupted by Ctrl-C.  Nobody who gives bad input ever sees a traceback; a mistake of ours
is named as one, and its traceback is shown only if LAWSPEAKER_TRACEBACK is set.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from lawspeaker.cli import console
from lawspeaker.cli.mistakes import UsageMistake, WorkFailed

GOOD, PROBLEMS, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns the exit code."""
    console.prepare()
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_output()
        return PROBLEMS
    except KeyboardInterrupt:
        return _interrupted()


def _run(arguments: Sequence[str] | None) -> int:
    from lawspeaker.cli.app import app
    from lawspeaker.interpreter.contributed import use_plugins
    use_plugins(())                               # nothing of an earlier command in this process
    try:
        app(args=None if arguments is None else list(arguments), prog_name="lawspeaker")
    except SystemExit as e:
        return _interrupted() if e.code == INTERRUPTED else _code(e.code)    # typer's word for Ctrl-C
    except UsageMistake as e:
        return _say(str(e), WRONG_USAGE)
    except WorkFailed as e:
        return _say(str(e))
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except (OSError, UnicodeError) as e:
        return _say(_file_trouble(e))
    except (RecursionError, MemoryError):
        return _say("This is too deeply nested or too large for me.")
    except Exception as e:  # noqa: BLE001 (the last line of defence)
        return _explain(e)
    return GOOD


def _code(code: object) -> int:
    if code is None:
        return GOOD
    return code if isinstance(code, int) and code in (GOOD, PROBLEMS, WRONG_USAGE) else PROBLEMS


def _interrupted() -> int:
    """Ctrl-C while a command works; those that have something to keep or to report catch it themselves."""
    if console.has_terminal(sys.stderr):
        sys.stderr.write("\n")                    # behind the ^C that the terminal shows
    return _say("Interrupted.", INTERRUPTED)


def _say(text: str, code: int = PROBLEMS) -> int:
    console.complain(text)
    return code


def _file_trouble(e: OSError | UnicodeError) -> str:
    if isinstance(e, UnicodeError):
        return f"This is not UTF-8 text: {e}"
    name = f"{e.filename}: " if e.filename else ""
    return f"{name}{e.strerror or e}"


def _explain(e: Exception) -> int:
    from lawspeaker.cli import rules
    told = rules.told(e)
    if told is not None:
        return _say(told)
    if os.environ.get("LAWSPEAKER_TRACEBACK"):
        raise e
    return _say(f"This is a mistake in lawspeaker, not in what you typed: {type(e).__name__}: {e}\n"
                "Please report it; with LAWSPEAKER_TRACEBACK=1 set, the same command shows where it happened.")


def _forget_output() -> None:
    """Sends what is still unwritten nowhere, or Python would complain about the closed pipe when it ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
