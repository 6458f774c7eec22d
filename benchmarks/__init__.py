"""How fast Lawspeaker plays beside hand-written Python and other systems, measured in one run.

`make bench`, or `python -m benchmarks --help`.  Absolute numbers depend on the machine and the hour; ratios do not.
"""
