"""Formatting of moves, results, scores and counters for display. No pygame."""

from __future__ import annotations

from congo_gui.play import texts
from engine.game.game import Ply
from engine.learn.glicko import Rating
from engine.rules.rules import Rules
from engine.rules.values import FIRST, SECOND, Outcome, Position, Reason, Transition
from engine.rules.words import MINUS, sentence
from engine.search.limits import Score, SearchInfo

NO_BREAK = "\N{NO-BREAK SPACE}"
"""Between a number and its unit, to prevent a line break."""
CAPTURE_MARK, DROWN_MARK = "×", "~"
EVEN, SLIGHT, CLEAR, WINNING = 40, 130, 300, 700
"""Upper limits in centipawns of even, slightly better, better and much better scores."""
NO_TENTHS_FROM = 995
"""Centipawns from which the evaluation bar shows only whole pawns."""
QUIET_FROM, QUIET_SHARE = 20, 0.4
"""Turns without progress, and their share of the limit, from which they are mentioned."""
ROUGH_DEVIATION, GUESS_DEVIATION = 90.0, 140.0
"""Deviations of ratings from which they are called rough, and guesses."""


def side_name(rules: Rules, side: int) -> str:
    """Return the side's name, capitalised."""
    return rules.facts.side_names[side].capitalize()


def kind_title(rules: Rules, kind: str) -> str:
    """Return the name of a kind of piece, capitalised; with its side if the kinds differ by side."""
    name = rules.facts.kind_names[kind]
    if not rules.facts.stones:
        return name.capitalize()
    return f"{side_name(rules, rules.facts.sample(kind).side)} {name}"


def position_words(rules: Rules, position: Position) -> str:
    """Return where each side's pieces are, for a screen reader."""
    pieces = rules.notation.pieces(position)
    names = rules.facts.kind_names
    parts = []
    for side in (FIRST, SECOND):
        placed = [
            texts.pieces_at(names[piece.kind], piece.count, rules.notation.square_name(position, square))
            for square, piece in sorted(pieces.items())
            if piece.side == side
        ]
        parts.append(texts.side_has(side_name(rules, side), placed))
    return " ".join(parts)


def square_words(rules: Rules, position: Position, square: int) -> str:
    """Return what is on a square, for a screen reader."""
    name = rules.notation.square_name(position, square)
    piece = rules.notation.pieces(position).get(square)
    if piece is None:
        return texts.square_empty(name)
    kind = rules.facts.kind_names[piece.kind]
    return texts.square_with(name, side_name(rules, piece.side), texts.pieces_of(kind, piece.count))


def ply_text(ply: Ply) -> str:
    """Return a move as in the move list, with marks for captures, promotion and drowning."""
    return f"{ply.move.text}{transition_text(ply.transition)}"


def move_count(plies: int) -> int:
    """Return the number of moves in so many plies, counted as in chess: a move of each side is one."""
    return -(-plies // 2)


def transition_text(transition: Transition) -> str:
    """Return the marks after a move for its captures, promotion and drowned pieces."""
    text = ""
    if transition.captured:
        text += f" {CAPTURE_MARK}" + (str(len(transition.captured)) if len(transition.captured) > 1 else "")
    if transition.promoted is not None:
        text += f" ={transition.promoted.kind}"
    if transition.drowned:
        text += f" {DROWN_MARK}" + (str(len(transition.drowned)) if len(transition.drowned) > 1 else "")
    return text


def result_title(rules: Rules, outcome: Outcome) -> str:
    """Return the winner as a short title."""
    return texts.A_DRAW if outcome.winner is None else texts.side_wins(side_name(rules, outcome.winner))


def result_reason(rules: Rules, outcome: Outcome, reader: int | None = None) -> str:
    """Return why the game is over, as a sentence; addressed to the side `reader`, if given."""
    if outcome.winner is None:
        return sentence(outcome.reason_about(""))
    # A failed player is a program, never the reader.
    names_side = reader is None or outcome.reason is Reason.FAILURE
    loser = side_name(rules, 1 - outcome.winner) if names_side else texts.OPPONENT
    lost = reader is not None and outcome.winner == 1 - reader
    return sentence(outcome.reason_about(loser, to_loser=lost))


def rating_text(rating: Rating) -> str:
    """Return a rating with its margin, within which it is with 95% certainty."""
    return f"{rating_points(rating)} ± {_rounded(2 * rating.deviation, rating)}"


def rating_points(rating: Rating) -> str:
    """Return a rating without its margin, rounded to tens as long as it is a guess."""
    return _rounded(rating.points, rating)


def _rounded(value: float, rating: Rating) -> str:
    return f"{round(value, -1 if rating.deviation >= GUESS_DEVIATION else 0):.0f}"


def rating_sureness(rating: Rating) -> str:
    """Return in words how well a rating is known."""
    if rating.deviation >= GUESS_DEVIATION:
        return texts.FIRST_ESTIMATE
    return texts.PROVISIONAL if rating.deviation >= ROUGH_DEVIATION else texts.ESTABLISHED


def result_sentence(rules: Rules, outcome: Outcome) -> str:
    """Return who won and why in one line."""
    title = result_title(rules, outcome)
    if outcome.winner is None:
        return f"{title}: {outcome.reason.shown}."
    return f"{title} {result_reason(rules, outcome)}"


def reason_shown(rules: Rules, written: str) -> str:
    """Return a reason from a file in the form for display."""
    known = (Reason.TIME, Reason.ADJUDICATION, rules.facts.no_progress, *rules.facts.ends)
    return next((reason.shown for reason in known if reason.value == written), written)


def score_text(rules: Rules, score: Score, side: int) -> str:
    """Describe a score from the view of `side`: in words, and as a number from the first side's view."""
    if score.mate is not None:
        winner = side if score.mate > 0 else 1 - side
        moves = abs(score.mate)
        return texts.wins_in(side_name(rules, winner), moves)
    points = score.cp if side == FIRST else -score.cp
    better, number, size = side_name(rules, int(points < 0)), signed(points), abs(points)
    if size < EVEN:
        return texts.about_even(number)
    for limit, description in (
        (SLIGHT, texts.SLIGHTLY_BETTER),
        (CLEAR, texts.BETTER),
        (WINNING, texts.MUCH_BETTER),
    ):
        if size < limit:
            return texts.advantage(better, description, number)
    return texts.advantage(better, texts.WINNING, number)


def signed(points: int) -> str:
    """Format centipawns as pawns: ``+0.35``, ``−1.20``, ``0.00``."""
    return f"{points / 100:+.2f}".replace("-", MINUS) if points else "0.00"


def short_score(score: Score, side: int) -> str:
    """Format a score from the view of `side` briefly, from the first side's view: ``+0.35``, ``#3``."""
    own = score if side == FIRST else -score
    return signed(own.cp) if own.mate is None else _mate(own.mate)


def bar_score(score: Score, side: int) -> str:
    """Format a score like `short_score`, in fewer characters."""
    own = score if side == FIRST else -score
    if own.mate is not None:
        return _mate(own.mate)
    digits = 1 if abs(own.cp) < NO_TENTHS_FROM else 0
    text = f"{own.cp / 100:+.{digits}f}"
    return "0.0" if float(text) == 0 else text.replace("-", MINUS)


def _mate(moves: int) -> str:
    """Format a mate distance as chess programs do: ``#3``, negative if the first side loses."""
    return f"{MINUS if moves < 0 else ''}#{abs(moves)}"


def view_text(rules: Rules) -> str:
    """Return the unit of scores and the meaning of their sign: positive is good for the first side."""
    unit = texts.PAWNS if rules.facts.counts_in_pawns else texts.POINTS
    return texts.favours(unit, *(side_name(rules, side) for side in (FIRST, SECOND)))


def percent(share: float) -> str:
    """Format a share (0 to 1) as a percentage."""
    return f"{100 * share:.0f}%"


def search_line(rules: Rules, info: SearchInfo, side: int) -> str:
    """Describe a search result in one line: depth, score and effort, or its source (book, tablebase)."""
    if info.source == "book":
        return texts.FROM_BOOK
    if info.source == "tablebase":
        known = "draw" if info.score.cp == 0 else score_text(rules, info.score, side)
        return texts.from_tablebase(known)
    return texts.search_found(info.depth, score_text(rules, info.score, side), effort_text(info))


def effort_text(info: SearchInfo) -> str:
    """Return the nodes of a search, rounded if there are millions, and its time."""
    millions = f"{info.nodes / 1_000_000:.1f}{NO_BREAK}M"
    count = millions if info.nodes >= 1_000_000 else f"{info.nodes:,}"
    return texts.effort(count, info.nodes, f"{info.time_ms / 1000:.2f}{NO_BREAK}s")


def best_line(info: SearchInfo) -> str:
    """Return the principal variation as text; empty if it has only one move."""
    if not info.pv or info.source == "book":
        return ""
    return texts.best_line(" ".join(move.text for move in info.pv))


def counters_text(rules: Rules, repetitions: int, quiet_plies: tuple[int, int], short: bool) -> str:
    """Return the draw counters that are high enough to matter; empty if there are none.

    `quiet_plies` are those of `Game.quiet_plies`.
    """
    parts = []
    if rules.facts.repetitions and repetitions >= 2:
        what = texts.REPETITION_SHORT if short else texts.REPETITION
        parts.append(texts.counted(what, repetitions, rules.facts.repetitions))
    if quiet_turns_matter(*quiet_plies):
        what = texts.QUIET_TURNS_SHORT if short else texts.QUIET_TURNS
        parts.append(texts.counted(what, *quiet_plies))
    return " · ".join(parts)


def quiet_turns_matter(turns: int, limit: int) -> bool:
    """Return whether turns without progress are worth mentioning."""
    return limit > 0 and turns >= min(QUIET_FROM, QUIET_SHARE * limit)
