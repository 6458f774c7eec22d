"""A game of secrets: whatever can be hidden, chosen, told and taken back in a few lines."""
LAW = '''game g "G"
  players 3
  seats ann, bob, cid
  phase turn "{you}'s turn"
    each player from first_player, again until rounds >= 9
    offers action, exactly once
  winner has most final_score, then shared
kind Card
  members oak, elm, ash, fir, yew, box_tree
  starts in deck
kind Gem
  members ruby, opal
  copies 6
  starts in bank
table
  state rounds: 0 to 9
  state pot: 0 to 99
  pile deck of Card, seen by nobody
  area bank of Gem, seen by everyone
player
  state bid: 0 to 9, seen by owner
  state side: 0 to 2, seen by owner
  state open_bid: 0 to 9
  area hand of Card, seen by owner
  area shown of Card, seen by everyone
  area stash of Gem, seen by owner
  area store of Gem, seen by everyone
action secret "Secret bid"
  does
    add 1 to rounds
    choose b from 0 to 5 "Bid"
    set bid to b
action later "Secret bid, later"
  does
    add 1 to rounds
    choose b from 0 to 5 "Bid"
    may "Sure?"
      set bid to b
action header "Bid {b} in the header"
  choose b from 0 to 5
  does
    add 1 to rounds
    set bid to b
action side_with "Take a side"
  does
    add 1 to rounds
    choose one "Which?"
      option good "Good"
        set side to 1
      option evil "Evil"
        set side to 2
action open_number "Open bid"
  does
    add 1 to rounds
    choose b from 0 to 5 "Bid"
    set open_bid to b
action peek "Peek"
  does
    add 1 to rounds
    if first of deck = oak
      say "Warm."
action count "Count"
  does
    add 1 to rounds
    if number of deck > 3
      say "Many."
action take_gem "Take a gem"
  choose g from bank
  does
    add 1 to rounds
    move g to stash
action give_gem "Give a gem"
  does
    add 1 to rounds
    choose g from stash "Which?"
    move g to store
action name_gem "Name one"
  does
    add 1 to rounds
    choose g from stash "Which?"
    say "Named."
action draw_one "Draw"
  does
    add 1 to rounds
    draw 1 from deck to hand
action play_one "Play"
  does
    add 1 to rounds
    choose c from hand "Which?"
    move c to shown
action dodge "Dodge"
  does
    add 1 to rounds
    if some (c in hand where c = oak)
      may "Show it"
        add 1 to pot
action add_secret "Add"
  does
    add 1 to rounds
    for each p in players
      as p
        add 1 to bid
score s = number of shown
'''
