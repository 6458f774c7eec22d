"""Playing at a terminal.

A position goes through two arrows: screen_file.py or position.py make panels (plain data) of it, draw.py lays them out.
answer.py reads what was typed, session.py is the loop around both.
"""
