"""The bots of Wist.

- `easy`, `normal`, `strong`: one module a player.
- `hand_evaluation`: what a hand may take and what a bid is worth; `opponents`: what the others hold
  and want.  Normal bids and plays by these two.
- `belief`: determinizations of the hidden cards, sampled by `likelihood`, the evidence of bids and
  played cards.
- `rollout_policy`, `open_policy`: how players go on in the trials of strong.
- `endgame`: the search of the last tricks.
"""
