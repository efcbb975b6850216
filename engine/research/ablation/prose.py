"""The words of an ablation's report."""

from __future__ import annotations

SOURCE_TEXT = """\
A university course on artificial intelligence has its students write a program for Congo, and its assignment
names ten improvements over plain minimax. These are the ones that this game has.

Each row leaves one of them out of the full search (the book's row adds it), so a negative Elo says what
the improvement is worth, and ×2 nodes that the search without it needs twice the nodes to the same depth.
Without alpha-beta nothing else can work, so that row is plain minimax.
"""

ADDED_TEXT = """\
## Added one by one

Each row has all that the rows above it have, and one thing more. *Fewer nodes* and *less time* compare it
with the row before it, to the same depth: ×2 is half, below ×1 is more. Quiescence and extensions look
further than the nominal depth, so they cost nodes at equal depth and have to earn them in games;
reductions and pruning look at less, so for them, too, games decide. *Nodes × per ply* is the effective
branching factor.
"""

LEFT_OUT_TEXT = """\
## Left out one by one

The full search without one thing. *Fewer nodes* and *less time* tell what that thing saves the full
search. Some things need others, and go with them: without **move ordering** killers, history and
exchanges rank nothing, and late moves are not reduced or left out; without the **transposition table**
internal reduction, which looks for a move in it, is off; without **principal variation search** there are
no null windows, in which null move, futility, late-move pruning and reductions work.
"""

EVALUATION_TEXT = """\
## The evaluation

The full search with a part of the evaluation switched off. Without the places of the pieces each is worth
the mean over all squares. The weights that stay are as they were fitted, all together.
"""

BOOK_TEXT = """\
## The opening book

The full search with the book against the full search without. These games begin in positions of the book,
because elsewhere it has nothing to say.
"""

CONTROL_TEXT = """\
## Controls

The full search against itself has to give 0, and does so exactly: it is deterministic, and what an
opening gives to one side in one game of a pair, it gives to the other in the next. With 1 % more nodes
the games differ and the strength hardly does, so that row shows what chance alone makes of a match of its
length. One pair of games has no spread that a margin could come from: then that of single games is told.
"""

SUMMARY = """\
In {seconds:g} s of CPU time plain minimax looks {plain_depth:.1f} plies ahead on average and the full
search {full_depth:.1f}. To depth {depth}, the deepest that minimax reached everywhere, the full search
needs {less} nodes instead of {more}: {times} times fewer.
"""

BRANCHING = """\
A further ply multiplies minimax's nodes by {plain:.1f}, and those of the full search by {full:.2f}.
"""

ALPHA_BETA = """\
Alpha-beta by itself finds the same move as minimax, and needs {times} times fewer nodes for it to depth
{depth} (95 %: {low} to {high} times).
"""

POINTER = """\
The words are explained [below](#words), and so is [the method](#method).
"""

WORDS_TEXT = """\
## Words

- A **ply** is one move of one side. A search to **depth** N looks N plies ahead, to depth 1, 2, 3 and so on
  one after another (*iterative deepening*); a **node** is a position that it looks at, and the **root** the
  one that it begins with. The depth is *nominal*: parts of the tree may be searched deeper, or less deep.
- A **quiet** move captures nothing and promotes nothing. A **window** is the range of scores that the search
  still has to tell apart; in a **null window** it only asks whether a score is above or below.
- **Minimax** looks at every move, supposing that each side plays what is best for it; the **evaluation**
  says in points what the positions at the end are worth.
- The **effective branching factor** (*nodes × per ply*) is what one more ply multiplies the nodes by: the
  root of how many times more the last depth took than the one two plies before it.
- **Elo** is a difference in strength: who is 100 points stronger scores 64 % on average, with 200 points
  76 %, with 400 points 91 %; 0 is even.
- **±, and what stands in brackets**, are 95 % intervals: in 19 of 20 such experiments the true value lies
  within. An interval that contains 0 Elo, or ×1, shows no difference. *Too few games* stands where all games
  of a row were won, or lost, and there are so few that equals would do so in more than 5 % of matches.
"""

EXPLAINED = {
    "alphabeta": "leaves a move as soon as it is sure to be no better than another; finds what minimax does",
    "ordering": "looks first at moves that are likely to be good: alpha-beta can leave more of the others",
    "table": "remembers positions that were searched, which other orders of moves lead to again",
    "killers": "looks early at quiet moves that were the answer elsewhere at the same distance from the root",
    "history": "ranks quiet moves by how often they were the answer anywhere in the tree",
    "aspiration": "expects about the score of the last depth, and searches anew if it is another",
    "pvs": "only proves of all moves but the first that they are no better, and looks closer if they are",
    "quiescence": "goes on with captures at the end of the depth, until the evaluation can be trusted",
    "lmr": "looks less deep at moves that rank low, and deeper again if one turns out to be good",
    "nullmove": "lets a side pass: if it still stands too well, the position is not looked at further",
    "futility": "leaves out, near the end of the depth, what can hardly change the result any more",
    "lmp": "leaves out, near the end of the depth, moves that rank low",
    "iir": "looks one ply less deep where the table knows no move to begin with",
    "see": "works out what a series of captures on one square comes to, and puts off those that lose",
    "extensions": "looks one ply deeper where the side to move would lose at once if it did nothing",
    "tablebase": "knows the result of every position with few pieces",
}
"""What each improvement does, by its switch."""

UNFINISHED = """\
  Planned are {planned}: where there are fewer, the error bars are wider, and the same command with the same
  folder plays the others.
"""

METHOD = """\
## Method

- **Positions.** {positions} fixed positions (`engine/rules/{game}/bench.txt`). Each is searched from
  nothing, an empty table of {hash} MiB, by iterative deepening, with at most {budget} nodes; all rows
  deepen, minimax too. A node is a move made by the search, quiescence included. – stands where not
  every position got so far. *Depth in {seconds:g} s* is the last depth that was finished in so much CPU
  time, on average over the positions.
- **Means** over positions are geometric, of factors too, because positions differ by orders of
  magnitude. Their 95 % intervals come from the spread over the positions. Factors are taken at the
  deepest depth both rows reached everywhere, which is told with them.
- **Time** is CPU time of the searching thread: other programs on the machine do not count, though they
  may slow it by emptying its caches. A search takes a moment to begin, however little it looks at then,
  so times to small depths differ less than nodes do. Nodes are exact and the same on every machine.
- **Matches** are {games} games a row at {nodes} nodes a move and side, each row against the full
  search.
{unfinished}  Pairs of games share an opening, colours reversed: {plies} plies at random, kept if a search of
  {balancing} nodes puts both sides within {balanced:g} pawns (or the least uneven, should there be too
  few of these). All rows have the same openings, the book's row excepted. Players forget between games.
  With nodes in place of time a loaded machine changes nothing; what a feature costs in time per node
  does not show in Elo, but in *less time*.
- **Fixed**: positions, openings, nodes a move, table size, and the evaluation but in the rows that
  switch it. **Random**: the openings, and the book's choice among its moves; both follow from the seed,
  {seed}. The same seed gives the same node counts and the same games.
- **Elo** is `-400 log10(1/s - 1)` for a score s, the share of points, a draw being half of one. The
  games are a sample, so each has an error bar: 95 %, from the variance of the pairs' scores, as the
  games of a pair are not independent. One-sided results give no estimate but a bound (95 %): for `< −500`
  read *at least 500 weaker*. With this many rows one interval in twenty is expected to miss the true
  value.
- **Games lost by failing** (a crash, an illegal move): {faults}.

Search and evaluation are those with signature {signature}, the number of nodes that the full search
takes for the positions above to a small depth: hardly a change of either leaves it as it was, and rows
that were made with another are not used. The raw results of every row are in `raw/`; `rows.csv`,
`depths.csv`, `games.csv` and `results.json` have them as tables. The report was made by
`python -m engine ablation {game}`, on this machine:

{machine}"""
