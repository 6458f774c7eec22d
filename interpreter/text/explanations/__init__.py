"""One module for each family of codes, with `CODES`: code → one paragraph in plain words (see codes.py)."""
