"""Playing many games: batch.py plays them, report.py counts, table_file.py writes a row for each game."""
