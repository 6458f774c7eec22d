"""Makes `python -m lawspeaker.cli` the same as `lawspeaker`."""
from __future__ import annotations

import sys

from lawspeaker.cli.main import main

if __name__ == "__main__":                        # worker processes of `simulate` import this file again
    sys.exit(main())
