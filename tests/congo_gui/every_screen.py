"""Every screen of the window, opened by keys and clicks and filled with typical contents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from congo_gui.commands import actions
from congo_gui.play.demo import CountedGame
from congo_gui.screens.analysis.screen import AnalyseScreen
from congo_gui.screens.analysis.side_choice import SideChoice
from congo_gui.screens.files import texts as files_texts
from congo_gui.screens.files.comment_dialog import CommentDialog
from congo_gui.screens.files.file_games_screen import FileGamesScreen
from congo_gui.screens.files.library_screen import LibraryScreen
from congo_gui.screens.learn import texts as learn_texts
from congo_gui.screens.learn.screen import ExerciseScreen
from congo_gui.screens.new_game import texts as new_game_texts
from congo_gui.screens.new_game.player_choice import CUSTOM_AI, SIMPLE
from congo_gui.screens.new_game.program_options import ProgramOptionsScreen
from congo_gui.screens.play.screen import PlayScreen
from congo_gui.screens.search_tree.examples import EXAMPLES
from congo_gui.screens.tournament import texts as tournament_texts
from congo_gui.screens.tournament.leaving import LeaveScreen
from congo_gui.screens.tournament.live_game import LiveGameScreen
from congo_gui.store.rated_games import RatedResult
from engine.learn.game_review import GameReview, PhaseAccuracy
from engine.learn.puzzles import puzzles_of
from engine.library.entry import entry_of
from engine.library.library import Library
from engine.match.game_runner import GameView
from engine.players.program_settings import UciOption
from engine.rules.values import Outcome, Reason
from engine.search.limits import Score
from engine.system.folders import games_dir
from tests.congo_gui.driver import CONGO, START, TRIPLE_JUMP, Driver
from tests.engine.library.games import resigned

ScreenOpener = Callable[[Driver], None]


def run_command(*ids: str) -> ScreenOpener:
    """Return an opener that presses the first key of each of these commands."""

    def press(driver: Driver) -> None:
        for one in ids:
            key = actions.BY_ID[one].keys[0]
            mod = pygame.KMOD_LCTRL if key.control else 0
            driver.press(key.code or ord(key.character), key.character, mod)

    return press


def _begun(driver: Driver) -> None:
    """Play two plies, so that there are moves to list."""
    driver.click_squares("d2", "d3")
    driver.reply("d6d5")


def _openings(driver: Driver) -> None:
    """Analyse a position of the opening explorer, and point at a sample game."""
    driver.click_squares("d2", "c3")
    driver.reply("b6b5")
    run_command("analyse")(driver)
    screen = driver.top(AnalyseScreen)
    driver.until(lambda: screen.panel.known.known.is_table)
    screen.group.set_focus(screen.panel.known)
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT):
        driver.press(key)


def _analysis(driver: Driver) -> None:
    _begun(driver)
    run_command("analyse")(driver)
    game, position = driver.session.game.rules, driver.session.game.position
    moves = [game.parse_move(position, text) for text in ("e2e3", "c2c3", "a2a3")]
    for rank, move in enumerate(moves, start=1):
        driver.thinker.report(move, cp=60 - 45 * rank, depth=12, rank=rank)


def _reviewed(driver: Driver) -> None:
    """Review a game of blunders."""
    _begun(driver)
    run_command("review")(driver)
    while driver.top(AnalyseScreen).analyst.reviewing is not None:
        driver.thinker.answer(cp=900)  # for either side to move
        driver.run_loop()


def _mistake(driver: Driver) -> None:
    _reviewed(driver)
    run_command("learn_mistakes")(driver)


def _whose_mistakes(driver: Driver) -> None:
    """Ask to learn from mistakes that both sides made."""
    driver.app.push(SideChoice(driver.app, CONGO, {0: 12, 1: 3}, lambda sides: None))


def _exposed(driver: Driver) -> None:
    """Move the elephant between the lions."""
    driver.app.settings.ask_before_exposing = "always"
    driver.play.panel.position.set_up("3l3/7/7/7/3E3/7/3L1P1 w 1")
    driver.run_loop()
    driver.click_squares("d3", "e3")


def _won(driver: Driver) -> None:
    """Win with a monkey's chain of jumps."""
    driver.play.panel.position.set_up(TRIPLE_JUMP)
    driver.run_loop()
    driver.click_squares("b1", "d3", "f5", "d7")
    driver.run_loop(3)


def _level(driver: Driver) -> None:
    """Click the card of the AI."""
    driver.click(driver.play.panel.cards[0].rect.center)


def _score(driver: Driver) -> None:
    driver.session.demo.series.add(CountedGame(("human", "5"), Outcome(0, Reason.REPETITION), 12))
    run_command("score")(driver)


def _told(driver: Driver) -> None:
    _begun(driver)
    run_command("tell_game")(driver)


def _decision(driver: Driver) -> None:
    """Make the first side an AI, and open the dialog to adjudicate the game."""
    _begun(driver)
    driver.session.current.players = (driver.session.current.players[1], driver.session.current.players[1])
    run_command("decide")(driver)


def _search(driver: Driver) -> None:
    """Choose Congo's example, and step forward."""
    run_command("see_search", "examples")(driver)
    dialog: Any = driver.app.stack[-1]
    example = next(at for at, each in enumerate(EXAMPLES) if each.game == "congo")
    driver.click(dialog.buttons[example + 1].rect.center)
    screen: Any = driver.app.stack[-1]
    driver.until(lambda: not screen.stepper.working)
    run_command(*["both_trees", *["forward"] * 12])(driver)


def _opponents(who: int) -> ScreenOpener:
    """Return an opener of the screen for an opponent of a kind in New game."""

    def ask(driver: Driver) -> None:
        run_command("new_game")(driver)
        screen: Any = driver.app.stack[-1]
        driver.click(screen.choices[1].who.part_rect(who).center)

    return ask


def _page_of_a_tournament(page: str) -> ScreenOpener:
    """Return an opener of a page of the tournament form."""

    def ask(driver: Driver) -> None:
        run_command("tournament")(driver)
        driver.tool(page)

    return ask


def _tournament(driver: Driver) -> None:
    """Run a tournament in a separate process until two games are over."""
    run_command("tournament")(driver)
    for label in ("3", "4", "5", "Random", "Start"):
        driver.tool(label)
    screen: Any = driver.app.stack[-1]
    driver.until(lambda: len(screen.live.news.played) >= 2)


def _live_game(driver: Driver) -> None:
    """Follow a game of a tournament."""
    after = "gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ w 2"
    last_scores = (Score(35), 8), (Score(-120), 9)
    view = GameView(1, (0, 1), after, 2, ("d2d3", "d6d5"), last_scores, (61.2, 9.0), START)
    names, skin = ("AI – level 10", "My own engine"), driver.play.skin
    driver.app.push(
        LiveGameScreen(
            driver.app, CONGO, skin, names, view, lambda: view, lambda: None, lambda: False, lambda: None
        )
    )


def _program_options(driver: Driver) -> None:
    """Show the options of a program."""
    screen = ProgramOptionsScreen(driver.app, "option.Hash=64 uci", CONGO, lambda command: None)
    screen.close()
    screen._asked = None
    style = UciOption("Style", "combo", "Solid", choices=("Solid", "Very Wild"))
    screen._list_options(
        (UciOption("Hash", "spin", "16", 1, 512), UciOption("Ponder", "check", "true"), style)
    )
    screen._show_message(new_game_texts.OPTIONS_HELP)
    driver.app.push(screen)


def _leave_tournament(driver: Driver) -> None:
    """Open the question about running games."""
    later = now = lambda: None
    driver.app.push(LeaveScreen(driver.app, tournament_texts.LEAVE_QUESTION, 4, later, now))


def open_report(title: str) -> ScreenOpener:
    """Return an opener for a shipped report."""

    def choose(driver: Driver) -> None:
        run_command("experiment")(driver)
        driver.tool("Open report…")
        dialog: Any = driver.app.stack[-1]
        rows = [row.text for row in dialog.list.rows]
        row = rows.index(title)
        dialog.list.scroller.scroll_to(dialog.list.row_rect(row).y - dialog.list.rect.y)
        driver.click(dialog.list.row_rect(row).center)
        driver.until(lambda: driver.app.stack[-1] is not dialog)

    return choose


def _open_report(driver: Driver) -> None:
    run_command("experiment")(driver)
    driver.tool("Open report…")


def _games_of_a_file(driver: Driver) -> None:
    """Drop a file of several games on the window."""
    names = ("Ann", "Ben"), ("Cem", "engine:level=8"), ("random", "greedy"), ("Dee", "Ann")
    results = "1-0", "0-1", "1/2-1/2", "*"
    text = "".join(
        f'[Event "Club evening"]\n[Game "congo"]\n[Date "2026.10.{at + 1:02}"]\n[White "{white}"]\n'
        f'[Black "{black}"]\n[Result "{result}"]\n\n1. d2d3 d6d5 2. {move} {result}\n\n'
        for at, ((white, black), result, move) in enumerate(
            zip(names * 5, results * 5, ("e2e3", "c2c3", "a2a3", "b2b3", "g2g3") * 4, strict=True)
        )
    )
    path = games_dir() / "club.pgn"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.run_loop()
    screen = driver.top(FileGamesScreen)
    driver.until(lambda: bool(screen.preview.pictures.drawn))


def _library(driver: Driver) -> None:
    """Find games of the library with the position on the board."""
    names = ("Ann", "engine:level=5"), ("human", "engine:level=8"), ("Dee with a very long name", "Ann")
    games = [
        resigned("d2d3", "d6d5", *more, players=names[at % 3], Date=f"2026.11.{at + 1:02}")
        for at, more in enumerate((("e2e3",), ("c2c3", "c6c5"), (), ("a2a3",), ("g2g3", "g6g5", "b2b3")) * 3)
    ]
    with Library() as library:
        library.put([entry_of(game) for game in games])
        while library.index_positions():
            pass
    _begun(driver)
    run_command("find_position")(driver)
    screen = driver.top(LibraryScreen)
    driver.until(lambda: not screen.is_busy and bool(screen.preview.pictures.drawn))


def _game_comment(driver: Driver) -> None:
    _library(driver)
    driver.tool(files_texts.COMMENT)
    driver.until(lambda: isinstance(driver.app.stack[-1], CommentDialog))


def _lesson(driver: Driver) -> None:
    driver.learn(learn_texts.RULES)
    run_command("forward")(driver)


def _pieces(driver: Driver) -> None:
    driver.learn(CONGO.facts.piece_words[1].capitalize())


def _model_games(driver: Driver) -> None:
    """Open a model game at a comment."""
    driver.learn(learn_texts.MODEL_GAMES)
    run_command(*["forward"] * 13)(driver)


def _strategy(driver: Driver) -> None:
    """Open a lesson about strategy with arrows."""
    driver.learn(learn_texts.STRATEGY)
    run_command("forward")(driver)


def _puzzles(driver: Driver) -> None:
    """Open the first puzzle, and its hint."""
    driver.learn(learn_texts.PUZZLES)
    screen = driver.top(ExerciseScreen)
    assert screen.puzzles is not None
    screen.puzzles.go_to(0)
    run_command("hint")(driver)


def _themes(driver: Driver) -> None:
    _puzzles(driver)
    driver.tool(learn_texts.ANY_THEME)


def _endings(driver: Driver) -> None:
    """Open an ending, and make a move in it that is not the best."""
    driver.learn(learn_texts.ENDINGS)
    course = driver.top(ExerciseScreen).endings
    assert course is not None
    course.go_to(1)
    driver.until(lambda: course.open)
    move = CONGO.legal_moves(course.position)[0]
    course.play(move, move.path)
    driver.until(lambda: not course.pending)


def _endings_dialog(label: Callable[[Driver], str]) -> ScreenOpener:
    """Return a function that opens a dialog of the endings by its button."""

    def open_dialog(driver: Driver) -> None:
        _endings(driver)
        driver.tool(label(driver))

    return open_dialog


ANIMALS = CONGO.facts.piece_words[1]


def _unfinished_rated_game(driver: Driver) -> None:
    """Begin a rated game, make moves, and ask for another one."""
    run_command("my_level", "commit")(driver)
    for white, black in (("d2", "d3"), "d6d5"), (("c2", "c3"), "c6c5"):
        driver.click_squares(*white)
        driver.reply(black)
    run_command("my_level")(driver)


def _progress(driver: Driver) -> None:
    """Add rated games and puzzles, and open the page about them."""
    review = GameReview({"opening": PhaseAccuracy(91.5, 8), "ending": PhaseAccuracy(70.0, 9)}, ("fork",))
    for number, score in enumerate((1.0, 0.5, 0.0)):
        level = driver.app.rated_games.next_level("congo")
        result = RatedResult(f"{number:032x}", "congo", level, number % 2, score, 1e9 + 1e5 * number, "d2d3")
        driver.app.rated_games.add(result)
        driver.app.rated_games.note_reviews({result.id: review})
    for puzzle in puzzles_of("congo")[:9]:
        driver.app.puzzle_progress.note("congo", puzzle, True, 700_000)
    driver.learn(learn_texts.PROGRESS)


OPENERS: dict[str, ScreenOpener] = {
    "play": _begun,
    "exposed lion": _exposed,
    "won": _won,
    "level": _level,
    "menu": run_command("menu"),
    "new game": run_command("new_game"),
    "play at my level": run_command("my_level"),
    "unfinished rated game": _unfinished_rated_game,
    "simple players": _opponents(SIMPLE),
    "experiment": _opponents(CUSTOM_AI),
    "open": run_command("open_game"),
    "games of a file": _games_of_a_file,
    "library": _library,
    "comment on a game": _game_comment,
    "save": run_command("save_game"),
    "share": run_command("share"),
    "settings": run_command("options"),
    "keys": run_command("keys"),
    "help": run_command("help"),
    "about": run_command("about"),
    "programs": run_command("programs"),
    "options of a program": _program_options,
    "score": _score,
    "games": run_command("games"),
    "learn": run_command("learn"),
    "lesson": _lesson,
    "animals": _pieces,
    "strategy": _strategy,
    "model games": _model_games,
    "puzzles": _puzzles,
    "themes of puzzles": _themes,
    "endings": _endings,
    "animals of endings": _endings_dialog(lambda driver: learn_texts.any_pieces(ANIMALS)),
    "themes of endings": _endings_dialog(lambda driver: learn_texts.ANY_THEME),
    "distances of endings": _endings_dialog(
        lambda driver: learn_texts.distance_label(None, driver.app.ending_progress.distance("congo"))
    ),
    "one animal more": _endings_dialog(lambda driver: learn_texts.BARE),
    "progress": _progress,
    "set up": run_command("edit"),
    "in words": _told,
    "decide": _decision,
    "analyse": _analysis,
    "openings": _openings,
    "reviewed": _reviewed,
    "learn from mistakes": _mistake,
    "whose mistakes": _whose_mistakes,
    "engines": run_command("analyse", "engines"),
    "see a search": _search,
    "examples": run_command("see_search", "examples"),
    "new tournament": run_command("tournament"),
    "games of a tournament": _page_of_a_tournament(tournament_texts.GAMES_PAGE),
    "adjudication of a tournament": _page_of_a_tournament(tournament_texts.ADJUDICATION_PAGE),
    "advanced tournament": _page_of_a_tournament(tournament_texts.ADVANCED_PAGE),
    "tournament": _tournament,
    "leave a tournament": _leave_tournament,
    "running game of a tournament": _live_game,
    "new experiment": run_command("experiment"),
    "open a report": _open_report,
    "report on growth": open_report("Konane: node growth"),
    "report on improvements": open_report("Congo: improvements"),
}
"""By name: how to open it from a new game of a human against the AI."""


def open_screen(driver: Driver, name: str) -> Any:
    """Open a screen and return it."""
    OPENERS[name](driver)
    driver.run_loop()
    screen = driver.app.stack[-1]
    assert isinstance(screen, PlayScreen) == (name in ("play", "won")), name
    return screen
