"""Lessons: every written solution works, and goals are judged by the effects of moves."""

from __future__ import annotations

from typing import Any

import pytest

from engine import rules
from engine.learn import lessons, texts
from engine.learn.goals import LessonError
from engine.learn.lessons import AttemptStage, Lesson, LessonAttempt, Lessons, Verdict
from engine.rules.rules import Rules
from engine.rules.values import Danger
from engine.rules.words import sentence
from tests.engine.rules.games import NAMES

TAUGHT = [name for name in NAMES if lessons.has_lessons(rules.get(name))]
CONGO = rules.get("congo")
ALL = [(name, lesson) for name in TAUGHT for lesson in lessons.load(rules.get(name)).lessons]
every_lesson = pytest.mark.parametrize(("game", "lesson"), ALL, ids=[lesson.id for _, lesson in ALL])
BARE = {"id": "x", "title": "X", "kind": "M", "text": "X.", "task": "X.", "hint": "X.", "done": "X."}
LINE = "4l2/7/7/7/3z3/1p5/M2L3 w 1"


def attempt(goal: dict[str, Any], fen: str, *moves: str, turns: int = 1, game: str = "congo") -> Verdict:
    """Return the verdict on the last move."""
    played = rules.get(game)
    kind = next(iter(played.facts.kind_names))
    data = {**BARE, "kind": kind, "fen": fen, "goal": goal, "turns": turns, "solution": list(moves)}
    found = lessons.parse(played, {"playgrounds": [], "lessons": [data]}).lessons[0]
    trial, verdict = LessonAttempt(played, found), Verdict(AttemptStage.OPEN)
    for text in moves:
        move = played.parse_move(trial.position, text)
        verdict = trial.play(move, move.path)
    return verdict


def solve(game: Rules, lesson: Lesson) -> list[AttemptStage]:
    """Play the written solution; return the stages after its moves."""
    trial, stages = LessonAttempt(game, lesson), []
    while (move := trial.next_of_solution()) is not None:
        stages.append(trial.play(move, move.path).stage)
    return stages


def test_every_game_is_taught() -> None:
    assert list(NAMES) == TAUGHT


@every_lesson
def test_the_solution_is_legal_and_reaches_the_goal(game: str, lesson: Lesson) -> None:
    assert len(lesson.solution) <= lesson.turns
    expected = [*[AttemptStage.OPEN] * (len(lesson.solution) - 1), AttemptStage.SOLVED]
    assert solve(rules.get(game), lesson) == expected


@every_lesson
def test_not_every_move_solves_it(game: str, lesson: Lesson) -> None:
    played = rules.get(game)
    stages = set()
    for move in played.legal_moves(lesson.position):
        verdict = LessonAttempt(played, lesson).play(move, move.path)
        stages.add(verdict.stage)
        assert bool(verdict.missing) == (verdict.stage is not AttemptStage.SOLVED)
    assert stages - {AttemptStage.SOLVED}


@every_lesson
def test_lesson_texts_are_sentences_and_fit_the_panel(game: str, lesson: Lesson) -> None:
    del game
    for text, longest in ((lesson.text, 230), (lesson.task, 120), (lesson.hint, 130), (lesson.done, 110)):
        assert text.endswith((".", "!", "?", ".)"))
        assert len(text) <= longest
    assert len(lesson.title) <= 28


@every_lesson
def test_no_lesson_lets_an_unrelated_animal_drown(game: str, lesson: Lesson) -> None:
    """No piece of the learner is in the river unless the lesson is about that."""
    played = rules.get(game)
    if "drown" not in lesson.text + lesson.task and "river" not in lesson.text + lesson.title:
        dangers = {warning.danger for warning in played.warnings(lesson.position)}
        assert Danger.WILL_DROWN not in dangers


@pytest.mark.parametrize("name", TAUGHT)
def test_ids_are_used_once(name: str) -> None:
    ids = [lesson.id for lesson in lessons.load(rules.get(name)).lessons]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", TAUGHT)
def test_every_piece_has_a_playground_and_a_lesson(name: str) -> None:
    game = rules.get(name)
    found: Lessons = lessons.load(game)
    assert sorted(one.kind for one in found.playgrounds) == sorted(game.facts.kind_names)
    assert {lesson.kind for lesson in found.lessons} == set(game.facts.kind_names)
    for one in found.playgrounds:
        movers = {target.square for target in game.clicks.after(one.position, ()).onward}
        pieces = game.notation.pieces(one.position)
        assert one.kind in {pieces[square].kind for square in movers}
        assert game.null_move(one.position) is not None
        assert not game.warnings(one.position), "a warning would distract from the piece"


TOPICS = {
    "congo": [
        "castle",
        "river",
        "drown",
        "black's turns do not count",
        "flying lion",
        "nothing may stand between",
        "superpawn",
        "crocodile",
        "leaves the river with a single step",
        "two animals in one turn",
        "never in its way",
        "only the two lions are left",
        "both agree",
        "third time",
        "100 turns",
        "you cannot pass: without a move you lose",
        "and move first",
        "there is no check",
        "slides any distance straight towards the river and into it, but not beyond it, and not over other "
        "animals. it captures in the same way",
        "what a drowning animal captured stays captured",
        "captures one step forward, like a pawn, and also one step sideways",
    ],
    "minichess": [
        "ferz",
        "princess",
        "empress",
        "no promotion",
        "checkmate",
        "capture your opponent's king",
        "leave it open",
        "50 turns",
        "cannot move at all",
    ],
    "konane": [
        "corner",
        "beside the gap",
        "jump again",
        "need not jump on",
        "corner",
        "no jump on your turn",
    ],
    "conga": [
        "the rest onto the third",
        "edge of the board",
        "run out",
        "not in the way",
        "third time",
        "cannot move on your turn",
    ],
    "bonzee": [
        "diagonally",
        "in the direction of the step",
        "stepping away",
        "only the forward attack",
        "do not have to attack",
        "ten turns",
        "no second attack",
        "all the enemy tokens",
        "no move on your turn",
    ],
}


@pytest.mark.parametrize(("name", "topic"), [(name, topic) for name in NAMES for topic in TOPICS[name]])
def test_every_important_rule_has_a_lesson(name: str, topic: str) -> None:
    found = lessons.load(rules.get(name)).lessons
    texts = " ".join(f"{one.title} {one.text} {one.task}" for one in found)
    assert topic in texts.lower()


# --- goals


@pytest.mark.parametrize(
    ("goal", "fen", "move", "missing"),
    [
        ({"captures": 2}, LINE, "a1c3e3", ""),
        ({"captures": 2}, LINE, "a1c3", "That turn captured 1 of 2."),
        ({"captures": 1}, LINE, "a1a2", "That turn captured nothing."),
        ({"piece": "M"}, LINE, "a1a2", ""),
        ({"piece": "M"}, LINE, "d1d2", "That was the lion; move the monkey."),
        ({"takes": "ZP"}, LINE, "a1c3e3", ""),
        ({"takes": "ZP"}, LINE, "a1c3", "The zebra was not captured."),
        ({"reaches": ["a2", "b1"]}, LINE, "a1b1", ""),
        ({"reaches": ["a2", "b1"]}, LINE, "a1c3", sentence(texts.went_elsewhere("c3", ["a2", "b1"]))),
        ({"promotes": True}, "2l4/5P1/7/7/7/7/4L2 w 1", "f6f7", ""),
        ({"promotes": True}, "2l4/5P1/7/7/7/7/4L2 w 1", "f6f5", "Nothing was promoted."),
        ({"wins": True}, "3l3/P6/7/7/7/7/3L3 w 1", "d1d7", ""),
        ({"wins": True}, "3l3/P6/7/7/7/7/3L3 w 1", "a6a7", "The game is not won yet."),
        ({"saves": "Z"}, "4l2/7/7/1Z3P1/7/7/2L4 w 1", "b4c6", ""),
        ({"saves": "ZP"}, "4l2/7/7/1Z3P1/7/7/2L4 w 1", "b4c6", "Your pawn drowned."),
        ({"safe": "Z"}, "4l2/7/7/7/g6/Z6/2L4 w 1", "a2c3", "The giraffe on a3 could capture your zebra now."),
        ({"safe": "Z"}, "4l2/7/7/7/g6/Z6/2L4 w 1", "c1c2", ""),
        ({"piece": "M", "captures": 2}, LINE, "a1c3", "That turn captured 1 of 2."),
    ],
)
def test_a_missed_goal_is_explained(goal: dict[str, Any], fen: str, move: str, missing: str) -> None:
    verdict = attempt(goal, fen, move)
    assert verdict == Verdict(AttemptStage.MISSED if missing else AttemptStage.SOLVED, missing)


CHECKED = "3K3/7/7/R6/7/7/4k2 w 0 1"
CORNERED = "-,-,-,-/-,-,-,-/-,-,-,-/b6,-,w1,w2 b"


@pytest.mark.parametrize(
    ("game", "goal", "fen", "move", "missing"),
    [
        ("minichess", {"threatens": "K"}, CHECKED, "a3e3", ""),
        ("minichess", {"threatens": "K"}, CHECKED, "a3b3", "The king is not attacked."),
        ("minichess", {"draws": False}, "3K3/7/R6/7/7/p6/4k2 w 49 60", "a2a5", ""),
        (
            "minichess",
            {"draws": False},
            "3K3/7/R6/7/7/p6/4k2 w 49 60",
            "a2a3",
            "That is a draw: 50 turns in a row without a capture.",
        ),
        ("minichess", {"draws": True}, CHECKED, "a3a4", sentence(texts.NOT_DRAWN)),
        ("minichess", {"draws": True}, "3K3/7/7/R3k2/7/7/7 w 0 1", "a3e3", sentence(texts.NOT_DRAWN)),
        ("konane", {"reaches": ["c2"]}, "bwbw/wbwb/bwbw/wbwb b 0", "c2", ""),
        (
            "konane",
            {"reaches": ["c2"]},
            "bwbw/wbwb/bwbw/wbwb b 0",
            "a4",
            sentence(texts.removed_elsewhere("a4", ["c2"])),
        ),
        ("conga", {"holds": {"a2": 1, "a3": 2}}, CORNERED, "a1N", ""),
        ("conga", {"holds": {"b1": 5}}, CORNERED, "a1E", sentence(texts.wrong_stones(6, "b1", 5))),
        ("conga", {"holds": {"c1": 0, "d1": 1}}, CORNERED, "a1N", sentence(texts.wrong_stones(0, "d1", 1))),
        ("bonzee", {"captures": 2}, "9/9/3g1rr2/9/8r g 0", "C4D4", "That turn captured nothing."),
    ],
)
def test_a_missed_goal_of_another_game_is_explained(
    game: str, goal: dict[str, Any], fen: str, move: str, missing: str
) -> None:
    verdict = attempt(goal, fen, move, game=game)
    assert verdict == Verdict(AttemptStage.MISSED if missing else AttemptStage.SOLVED, missing)


def test_a_goal_can_take_several_turns_while_the_other_side_waits() -> None:
    fen = "4l2/7/7/e6/6p/7/2L2C1 w 1"
    assert attempt({"takes": "E"}, fen, "f1f4", turns=2).stage is AttemptStage.OPEN
    assert attempt({"takes": "E"}, fen, "f1f4", "f4a4", turns=2).stage is AttemptStage.SOLVED
    assert attempt({"takes": "E"}, fen, "f1f4", "f4b4", turns=2).stage is AttemptStage.MISSED


def test_a_lost_position_ends_the_attempt_early() -> None:
    fen = "4l2/7/7/1Z5/7/7/2L4 w 1"
    assert attempt({"saves": "Z", "wins": True}, fen, "c1d1", turns=3).stage is AttemptStage.MISSED


def test_solution_continues_while_it_is_followed() -> None:
    lesson = next(one for one in lessons.load(CONGO).lessons if one.id == "crocodile-swim")
    trial = LessonAttempt(CONGO, lesson)
    assert str(trial.next_of_solution()) == "f1f4"
    other = CONGO.parse_move(trial.position, "f1f2")
    trial.play(other, other.path)
    assert trial.next_of_solution() is None


# --- files


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"goal": {"flies": True}}, "there is no condition 'flies'"),
        ({"goal": {"captures": "two"}}, "takes int"),
        ({"fen": "nonsense"}, "lesson 'x'"),
        ({"kind": "Q"}, "no piece 'Q'"),
        ({"goal": {"holds": {"z9": 1}}}, "no square 'z9'"),
    ],
)
def test_explains_a_damaged_file(change: dict[str, Any], message: str) -> None:
    data = {**BARE, "fen": LINE, "goal": {"captures": 1}, "solution": ["a1c3"], **change}
    with pytest.raises(LessonError, match=message):
        lessons.parse(CONGO, {"playgrounds": [], "lessons": [data]})


def test_explains_a_damaged_playground() -> None:
    playground = {"kind": "Z", "fen": "nonsense", "text": "Try it."}
    with pytest.raises(LessonError, match="playground of 'Z': "):
        lessons.parse(CONGO, {"playgrounds": [playground], "lessons": []})


def test_explains_an_incomplete_file() -> None:
    with pytest.raises(LessonError, match="title"):
        lessons.parse(CONGO, {"playgrounds": [], "lessons": [{"id": "x", "fen": LINE, "goal": {}}]})
