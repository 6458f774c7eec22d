"""Cards for the small game of conftest.py, as the tests of cards and of both readers use them."""
TRICKS = '''expansion tricks "Tricks" for inn
extends table
  pile deck of Trick, seen by nobody
  area shown of Trick, seen by everyone
extends player
  area hand of Trick, seen by owner
  area charms of Trick, seen by everyone
form trick "Play {card}" is action                           [TR-01]
  card kept in hand
  starts in deck
  discarded to shown
  fact worth: 0 to 9 = 1
  requires tired < 5                                         "You are too tired for tricks."                         [TR-02]
  does
    move card to shown
    do its effect
  at end of trick
    add card.worth to vp
'''
DEAL = '''extends phase setup
  after
    for each p in players
      as p
        move deck to hand
        stop
'''
