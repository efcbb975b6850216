"""Texts of training a network."""

from __future__ import annotations

from engine.rules.words import count_text

# Progress


def games_played(generation: int, done: int, games: int) -> str:
    return f"generation {generation}: {done}/{games} games"


def positions(generation: int, count: int, exact: int) -> str:
    return f"generation {generation}: {count} training positions, {exact} of them in the tablebase"


def epoch(generation: int, number: int, epochs: int, loss: float, held_out: float) -> str:
    return f"generation {generation}: epoch {number}/{epochs}, loss {loss:.5f}, held out {held_out:.5f}"


def calibrated(generation: int, found: float, wanted: float, scale_cp: int) -> str:
    return (
        f"generation {generation}: {found:.0f} centipawns multiply the odds of winning by e (target "
        f"{wanted:.0f}); scale_cp set to {scale_cp}"
    )


def match_line(done: int, games: int, line: str) -> str:
    return f"{done}/{games}  {line}"


def match_incomplete(games: int, path: object) -> str:
    return (
        f"{count_text(games, 'game')} of the match could not be played, so the network is not judged: "
        f"delete {path}, and give the command again"
    )


def generation_done(generation: int, line: str, taken: bool) -> str:
    return f"generation {generation} is {'accepted' if taken else 'rejected'}: {line}"


# The report

REPORT_HEAD = (
    "generation",
    "positions",
    "loss",
    "held-out loss",
    "wins",
    "draws",
    "losses",
    "Elo, 95%",
    "the network",
)
TAKEN = "accepted"
NOT_TAKEN = "rejected"
NO_RATING = "–"
REPORT_EXPLANATION = """\
Each generation learns from its own games and those of all generations before. The loss is the mean squared
error of the expected score; "held-out" means on positions that the network did not learn from. The match
is against the best player so far: in generation 1 the handcrafted evaluation, later the last accepted
network.
"""
CURVE_CAPTION = "Loss by epoch, generation after generation"
CURVE_EPOCH = "epoch"
CURVE_LOSS = "loss"
CURVE_LABELS = "training positions", "held-out positions"


def report_title(game: str) -> str:
    return f"# {game}: training the network\n"


def curve_title(game: str) -> str:
    return f"{game}: loss by epoch"


# Errors

NO_POSITIONS = "the games have no quiet positions to learn from; play more of them"
NOT_GAMES = "its lists do not fit together"
ILLEGAL_MOVE = "a move is illegal"
DAMAGED = "is damaged"


def games_not_readable(path: object, error: Exception) -> str:
    return f"{path} holds no games that can be read ({error})"


def no_inputs(game: str) -> str:
    return f"{game} is not evaluated by a network"


def unusable_name(folder: object) -> str:
    return f"the name of the folder {folder} must not contain a comma or start with a space, a quote or ~"


def other_training(folder: object) -> str:
    return f"{folder} holds a training run with other settings; choose another folder or the same settings"
