"""Shown texts are named constants or functions in text modules."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TypeGuard

import pytest

from congo_gui.play.events import Cause
from congo_gui.play.game_state import GameState, Trigger
from engine.trace.trace import StepKind
from tests import texts
from tests.imports import ROOT

UNSEEN = {
    # Programs, commands and threads, by their names.
    "congo_gui/__main__.py": {"Congo ", "python -m engine play {game.name}", "python -m congo_gui"},
    "engine/system/folders.py": {"Congo"},
    "congo_gui/system/startup.py": {"engine loader", "move counting"},
    "engine/__main__.py": {"python -m engine"},
    "engine/cli/main.py": {"python -m engine"},
    # Names of pygame and of Unicode.
    "congo_gui/system/display.py": {"Window"},
    "congo_gui/draw/assets.py": {"Cc", "Cs"},
    # The names of keys, which the settings keep.
    "congo_gui/commands/actions.py": {
        *("Page Up", "Page Down", "Home or Up", "End or Down", "Left", "Right", "Space", "Escape", "Delete"),
        *(
            "Delete or Backspace",
            "Enter or Keypad Enter",
            "Z or Ctrl+Z",
            "Y or Ctrl+Y or Ctrl+Shift+Z",
            "? or F1",
            "+ or =",
        ),
        *("Ctrl++ or Ctrl+=", "Ctrl+K or F10"),
    },
    "congo_gui/commands/command.py": {"Cmd", "Ctrl", "Enter", "Keypad Enter", "Space"},
    "congo_gui/games/__init__.py": {"Skin"},  # a name in `__all__`
    # What states, triggers and causes are, for those who read the source.
    "congo_gui/play/game_state.py": {
        *(each.value for each in (*GameState, *Trigger)),
        "{trigger.name} while {state.name}",
    },
    "congo_gui/screens/analysis/second_engine.py": {"Hash", "Threads"},  # options of UCI
    "congo_gui/play/events.py": {Cause.SET_UP.value, Cause.NEXT.value},
    # Tags of PGN, and what a saved file says.
    "congo_gui/play/game_file.py": {
        *("Date", "Event", "Game", "Result", "Shown", "Undone", "game in the window", r"[^\w .,()+-]+")
    },
    "congo_gui/store/earlier_games.py": {'[Result "{result.value}"]'},
    "congo_gui/play/game_list.py": {"Date", "Event", "Result", "Reason"},
    "congo_gui/screens/files/library_screen.py": {"Date", "Event", "Game", "Result", "Reason"},
    "congo_gui/share/page.py": {"Date"},
    "congo_gui/screens/analysis/own_games.py": {"Date"},
    "congo_gui/screens/analysis/pasted.py": {'[Game "{rules.name}"] {text}'},
    # An error of the engine, which is taken apart; the log.
    "congo_gui/screens/tournament/names.py": {"; players are "},
    "congo_gui/screens/search_tree/labels.py": {"at most", "at least"},  # kinds of bounds of `bound_of`
    # Names that matplotlib, Linux and saved reports know; seeds of chance; commands.
    "engine/research/reports.py": {"model name", "Python", "Date", "offset points"},
    "engine/research/ablation/measure.py": {
        *('"key": {json.dumps(key)}', "{plan.seed} openings", "{plan.seed} book")
    },
    "engine/research/ablation/plots.py": {"lower right"},
    "engine/research/ablation/report.py": {"python -m engine ablation"},
    "engine/research/growth/growth.py": {"{settings.seed} growth {size}"},
    # What steps of a traced search are, for those who read the source; kinds of bounds.
    "engine/trace/trace.py": {each.value for each in StepKind},
    "engine/trace/prose.py": {"at most", "at least"},
    # Commands of UCI and of the shell, steps of compiling, and what a saved file says of a move.
    "engine/players/base.py": {
        "depth {depth}, {nodes} {noun(nodes, 'node')}, {seconds} s",
        "{text}, score {self.info.score.describe()}",
    },
    "engine/players/program.py": {'read line; kill -s KILL -- "-$1"'},
    "engine/players/uci_client.py": {
        *("setoption name UCI_Variant value {known}", "setoption name {name} value {value}", "fen {text}"),
        *("position {where} moves {moves}", "position {where}"),
    },
    "congo_gui/system/clipboard.py": {'set the clipboard to (read (POSIX file "{path}") as «class PNGf»)'},
    "engine/players/program_settings.py": {"setoption name {name} value {value or '<empty>'}"},
    "engine/players/warmup.py": {"move counting"},
    "engine/players/weights_player.py": {
        *("setoption name Hash value {HASH_MIB}", "setoption name OwnBook value true")
    },
    # What saved files and UCI say of a score; seeds of chance.
    "engine/search/limits.py": {
        *("cp {self.cp}", "mate {self.mate}", "wins in {self.mate}", "loses in {-self.mate}"),
        "info depth {self.depth} seldepth {self.seldepth} multipv {self.multipv} score {self.score}"
        " nodes {self.nodes} nps {self.nps} time {self.time_ms} pv {line}",
    },
    "engine/search/searcher.py": {"{options.seed} form"},
    # Tags of PGN, and what a saved file says of a move.
    "engine/record/format.py": {
        *("Event", "Game", "Date", "Round", "Result", "Reason"),
        "[%clk {format_time(recorded.clock)}] {recorded.comment}",
    },
    "engine/record/parse.py": {"Game", "Reason", "Event", "Result"},
    "engine/record/record.py": {
        *("First", "Second", "Clocks", "Event", "Game", "Result", "Reason", '[Event "{TOURNAMENT_EVENT}"]')
    },
    "engine/record/remark.py": {
        r"(?P<points>[+-]\d{1,6}\.\d\d)|(?P<ahead>wins|loses) in (?P<moves>\d{1,6})",
        r"depth (?P<depth>[1-9]\d{0,5})|{TABLEBASE}",
        *("endgame table", "depth {self.depth}"),
    },
    # What the games of an event say of it in their tags, by which a tournament is known again; seeds.
    "engine/library/entry.py": {
        *(
            "Id",
            "Deleted",
            "Commented",
            "Shown",
            "Undone",
            "Clocks",
            "Game",
            "Result",
            "Date",
            "Reason",
            "Event",
            "Round",
        )
    },
    "engine/library/index.py": {
        *("Event", "Game", "Date", "Result", "Reason", "{0} = excluded.{0}"),
        "AND kind IN ({', '.join('?' * len(kinds))})",
    },
    "engine/match/conditions.py": {
        *("Adjudication", "Concurrency", "Date", "Game", "Limits", "Openings", "Seed", "Sprt")
    },
    "engine/match/tournament_summary.py": {"Result", "Round"},
    "engine/match/game_runner.py": {"Round", "Limits", "Seed", "Seats", "Seconds", "Fault"},
    "engine/match/adjudication.py": {
        *("win {self.win.cp} {self.win.moves}",),
        "draw {self.draw.cp} {self.draw.moves} {self.draw.first_move}",
    },
    "engine/match/openings.py": {"{seed} openings"},
    "engine/match/stored_tournament.py": {"Format", "Game", "Sprt"},
    "engine/match/tournament.py": {
        *("Format", "Entrants", "Sprt", "Adjudication"),
        *("{self.format}, {self.games} games a meeting", "{tag}, {self.rounds} rounds"),
    },
    "engine/match/tournament_file.py": {
        *("Game", "Seed", "Limits", "Round", "Seconds", "Reason", "Fault"),
        *(r"\b1 node\b", "1 nodes", r"\b1 ply\b", "1 plies"),
    },
    # Answers to programs, in words that do not change; UCI; seeds and what a file of weights says of itself.
    "engine/cli/evaluate.py": {"total {total}", "mate 0"},
    "engine/cli/positions.py": {"error: {error}"},
    "engine/cli/openings.py": {
        "{each.move} games {each.games} wins {each.wins} draws {each.draws} losses {each.losses}"
        " score {each.score}"
    },
    "engine/cli/research.py": {
        *("value {value_text(trace.value)}", "bestmove {trace.best_move}"),
        *("--data {shlex.quote(str(args.data))}", "--games {args.games} --nodes {args.nodes}"),
        "tune {name} {source} --seed {args.seed} --base {args.base}",
    },
    "engine/cli/terminal_commands.py": {"Date"},  # a tag of PGN
    "engine/cli/search.py": {
        *("bestmove {info.pv[0]}", "bestmove (none)", "nodes {figures.nodes}", "nps {figures.nps}")
    },
    "engine/cli/uci.py": {
        *("Hash", "Threads", "Skill Level", "Ponder", "clear hash", "skill level", "info string {message}"),
        *("id name Congo {__version__}", "id author the authors of Congo", "var {name}"),
        "option name UCI_Variant type combo default {rules.names()[0]} {variants}",
        "option name {name} type spin default {spin.default} min {spin.minimum} max {spin.maximum}",
        *("option name Ponder type check default false", "option name OwnBook type check default false"),
        *(
            "option name Clear Hash type button",
            "Fen: {self._game.rules.notation.format(self._game.position)}",
        ),
        *("bestmove (none)", " ponder {line[1]}", "bestmove {event.move}{expected}"),
        *("option name Use NNUE type check default true", "Use NNUE", "use nnue"),
        "option name EvalFile type string default <empty>",
    },
    # What stands in a file of numba's.
    "engine/system/preflight.py": {r'"version": "(\d{1,4})\.(\d{1,4})'},
    # Code that another Python runs.
    "engine/system/own_python.py": {
        "import sys; root = sys.argv.pop(1); sys.path[: not sys.path[0]] = [root] * (root not in sys.path); "
        "from runpy import run_module; run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
    },
    # How files of ours begin, by which the program knows them again.
    "engine/book/opening_book.py": {"congo-book 1"},
    "engine/learn/puzzles.py": {"congo-puzzles 1"},
    "engine/learn/explorer.py": {"congo-openings 1"},
    "congo_gui/play/rated.py": {"Rated"},
    "congo_gui/store/rated_games.py": {"congo-rated-games 1"},
    "engine/compiled/cache.py": {
        "Signature: 8a477f597d28d172789f06886806bc55\n"
        "# Compiled code of {PROGRAM}; it may be deleted at any time.\n"
    },
    "engine/rules/__init__.py": {"Rules"},  # a name in `__all__`
    "engine/rules/congo/tuning.py": {' "origin": {json.dumps(origin)},', ' "places": {'},  # keys of a file
    # The source's board, which programs read.
    "engine/rules/minichess/players/gameboard.py": {"White", "Black"},
    # One file that imports nothing, by the source's demand.
    "engine/rules/minichess/AB.py": {
        *("White", "Black", "King", "Pawn", "Ferz", "Knight", "Bishop", "Rook", "Queen"),
        *("Princess", "Empress"),
        "The file {sys.argv[1]} cannot be read. Name a text file such as config.txt.",
    },
}
"""By module: strings that read like texts but that no player sees."""
MODULES = sorted(
    {file for package in ("congo_gui", "engine") for file in (ROOT / package).rglob("*.py")}
    - {*texts.text_modules()}
)


def path_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def shown(file: Path) -> list[tuple[int, str]]:
    return [found for found in texts.loose(file) if found[1] not in UNSEEN.get(path_of(file), ())]


@pytest.mark.parametrize("file", MODULES, ids=path_of)
def test_shown_texts_are_in_text_modules(file: Path) -> None:
    assert shown(file) == []


def test_every_exception_is_needed() -> None:
    for name, strings in UNSEEN.items():
        assert strings <= {words for _, words in texts.loose(ROOT / name)}


def test_every_named_text_is_used() -> None:
    used = {name for file in MODULES for name in re.findall(r"texts\.(\w+)", file.read_text("utf-8"))}
    for module in texts.text_modules():
        if module.name == texts.HELP_PAGE:
            continue
        names = {re.split(r"\W", text.name)[0] for text in texts.named(module)}
        here = {node.id for node in ast.walk(ast.parse(module.read_text("utf-8"))) if _is_read(node)}
        assert names <= used | here, path_of(module)


def _is_read(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("show('Two words')", ["Two words"]),
        ("show(f'{count} cut')", ["{count} cut"]),
        ("show('Back')", ["Back"]),
        ("show(f'{name}: {\"Yes sir\" if so else other}')", ["Yes sir"]),
        ("raise GameError('Not here.')", ["Not here."]),
        ("raise ValueError('this cannot be')", []),
        ("assert so, 'this cannot be'", []),
        ("LOG.warning('%s could not be read', path)", []),
        ("re.compile('[a-z] +')", []),
        ("def function():\n    '''Return two words.'''", []),
        ("show('key', 'left_to_right', 'a1', 'FEN', '%d / %d')", []),
        ("show('3l3/7/7/7/7/7/3L3 w 1')", []),
    ],
)
def test_recognises_shown_texts(tmp_path: Path, source: str, found: list[str]) -> None:
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    assert [words for _, words in texts.loose(tmp_path / "module.py")] == found


def test_the_list_has_constants_templates_and_lessons() -> None:
    found = {f"{path_of(text.file)} {text.name}": text.words for text in texts.collected()}
    assert found["congo_gui/screens/search_tree/texts.py NO_WINDOW"]
    assert "{alpha}" in found["congo_gui/screens/search_tree/texts.py bounds()"]
    assert any(name.startswith("engine/rules/congo/lessons.json ") for name in found)
    assert "{signature}" in found["engine/research/ablation/texts.md method"]
