"""Games as text: formatting, appending, parsing, and errors."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.game import Game
from engine.record import format as record_format
from engine.record import limits, parse, texts
from engine.record.format import LINE_LENGTH, append_game, format_game, save_games
from engine.record.parse import RecordError, load_games, main_moves, parse_games, salvage, split_games
from engine.record.record import GameRecord, GameResult, RecordedMove
from engine.rules.errors import IllegalMove
from engine.rules.values import Position, Reason
from engine.system.errors import UserError
from engine.system.files import read_text
from engine.system.texts import not_text, not_writable
from tests.engine.rules.congo.support import CONGO, place

HEAD = '[Event "test"]\n[Game "congo"]\n\n'
START = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 1"


def random_game(seed: int, plies: int = 300) -> Game:
    """Return a game of random moves, over or not."""
    chance, game = Random(seed), Game(CONGO)
    while game.cursor < plies and (moves := game.legal_moves()):
        game.play(chance.choice(moves))
    return game


def moves(recorded: tuple[RecordedMove, ...]) -> str:
    """Return the texts of moves."""
    return " ".join(one.move.text for one in recorded)


def only(text: str) -> GameRecord:
    """Return the only game of a text."""
    (found,) = parse_games(text)
    return found


def error(text: str) -> RecordError:
    """Return why a text cannot be read."""
    with pytest.raises(RecordError) as caught:
        parse_games(text)
    return caught.value


# --- round trips


@pytest.mark.parametrize("seed", range(8))
def test_played_games_round_trip(seed: int) -> None:
    game = random_game(seed)
    written = GameRecord.of(game, ("random", 'uci:./a "b\\c" [x] {y}'), {"Date": "2026.09.01", "Seed": "7"})
    read = only(format_game(written))
    assert read == written
    replayed = read.replay()
    assert [ply.move for ply in replayed.plies] == [ply.move for ply in game.plies]
    assert replayed.outcome == game.outcome
    assert read.result is GameResult.of(game.outcome)


message = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]) | st.sampled_from(" {};()"),
    max_size=30,
).map(lambda text: " ".join(text.split()).replace("[Event", ""))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Draw a game with comments, NAGs and variations, with either side to move."""
    game = random_game(draw(st.integers(0, 50)), draw(st.integers(0, 12)))
    start = replace_number(game, draw(st.integers(0, 30)))
    line = draw_line(draw, Game(CONGO, start), draw(st.integers(0, 6)), 2)
    tags = draw(st.dictionaries(st.sampled_from(["Date", "Round", "Limits", "Any_1"]), message))
    players = (draw(message), draw(message))
    reason = draw(message)
    return GameRecord(
        CONGO, start, line, players, GameResult.NONE, reason, tags, draw(message), draw(message)
    )


def replace_number(game: Game, number: int) -> Position:
    """Return the game's position with another move number."""
    fen = CONGO.notation.format(game.position).rsplit(" ", 1)[0]
    return CONGO.notation.parse(f"{fen} {number}")


def draw_line(draw: st.DrawFn, game: Game, plies: int, depth: int) -> tuple[RecordedMove, ...]:
    """Draw moves from the game's position on, with variations `depth` deep."""
    line: list[RecordedMove] = []
    for _ in range(plies):
        choices = game.legal_moves()
        if not choices:
            break
        position = game.position
        variations = tuple(
            one
            for length in draw(st.lists(st.integers(1, 3), max_size=2 if depth else 0))
            if (one := draw_line(draw, Game(CONGO, position), length, depth - 1))
        )
        move = draw(st.sampled_from(choices))
        judged = tuple(draw(st.lists(st.integers(0, 139), max_size=2)))
        line.append(RecordedMove(move, draw(message), judged, variations))
        game.play(move)
    return tuple(line)


@given(records())
def test_any_record_round_trips(written: GameRecord) -> None:
    assert only(format_game(written)) == written


def test_a_line_that_is_longer_than_any_game_is_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 100 MB with a comment in every second letter held all threads for 14 s."""
    monkeypatch.setattr(limits, "MAX_LENGTH", 50)
    monkeypatch.setattr(parse, "_COMMENT", None)
    monkeypatch.setattr(parse, "_TAG_LINE", None)
    long = "{}" * 30
    text = f'[Event "a"]\n\n{long} 1-0\n\n[Event "b"]\n\n{long} {{\n\n[A "{long}"]\n'
    assert [line for line, _ in split_games(text)] == [1, 5]


def test_record_format() -> None:
    game = Game(CONGO)
    for text in ("d2d3", "d6d5", "g1f3"):
        game.play(CONGO.parse_move(game.position, text))
    game.resign(1)
    text = format_game(GameRecord.of(game, ("Ann", "Bob"), {"Round": "3"}, ["", "bold {!"], event="club"))
    assert text == (
        '[Event "club"]\n[Game "congo"]\n[Round "3"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n'
        '[Reason "resignation"]\n\n1. d2d3 d6d5 {bold {!} 2. g1f3 1-0\n\n'
    )
    assert only(text).replay().outcome == game.outcome


def test_a_comment_with_a_closing_brace_ends_with_its_line() -> None:
    game = Game(CONGO)
    move = CONGO.parse_move(game.position, "d2d3")
    other = CONGO.parse_move(game.position, "c2c3")
    line = (RecordedMove(move, "{here}", variations=((RecordedMove(other, "or } here"),),)),)
    written = GameRecord(CONGO, game.start, line, comment="a } b")
    text = format_game(written)
    assert text.endswith("\n\n; a } b\n1. d2d3 ; {here}\n(1. c2c3 ; or } here\n) *\n\n")
    assert only(text) == written
    assert len(list(split_games(text * 2))) == 2


def test_move_numbers_continue_from_the_start_position() -> None:
    start = place("Ld1 ld7 Pa2 pa6", "b", 41)
    game = Game(CONGO, start)
    for text in ("d7d6", "d1d2", "a6a5"):
        game.play(CONGO.parse_move(game.position, text))
    text = format_game(GameRecord.of(game))
    assert '[FEN "3l3/7/p6/7/7/P6/3L3 b 41"]' not in text
    assert f'[FEN "{CONGO.notation.format(start)}"]' in text
    assert "41... d7d6 42. d1d2 a6a5 *" in text
    assert only(text).start.move_number == 41


def test_lines_are_wrapped() -> None:
    text = format_game(GameRecord.of(random_game(3), comments=["a few words on every move"] * 300))
    assert max(map(len, text.splitlines())) <= LINE_LENGTH


def test_keeps_a_result_not_given_by_the_rules() -> None:
    written = GameRecord.of(Game(CONGO), ended=(GameResult.SECOND, "White: exceeded its time limit"))
    read = only(format_game(written))
    assert (read.result, read.reason) == (GameResult.SECOND, "White: exceeded its time limit")
    assert read.replay().outcome is None


# --- reading what others write


def test_comments_judgements_and_variations() -> None:
    found = only(
        HEAD + "{before} 1. d2d3! (1. c2c3 {quiet} d6d5 (1... e6e5?!) 2. b2b3) (1. e2e3) ; and so on\n"
        "d6d5 $7 $2 2.g1f3 *"
    )
    first, second, third = found.moves
    assert found.comment == "before"
    assert first.nags == (1,)
    assert first.comment == "and so on"
    assert [moves(one) for one in first.variations] == ["c2c3 d6d5 b2b3", "e2e3"]
    assert first.variations[0][0].comment == "quiet"
    (inner,) = first.variations[0][1].variations
    assert (moves(inner), inner[0].nags) == ("e6e5", (6,))
    assert second.nags == (7, 2)
    assert third.move.text == "g1f3"


def test_tags_by_order_instead_of_by_colour() -> None:
    found = only('[Game "CONGO"]\n[First "Ann"]\n[Second "Bob \\"B\\" \\\\"]\n1. d2d3 *')
    assert found.players == ("Ann", 'Bob "B" \\')
    assert found.event == "game"
    assert found.tags == {}


@pytest.mark.parametrize("text", ["", "\n\n  \n", "\ufeff"[1:]])
def test_an_empty_text_has_no_games(text: str) -> None:
    assert parse_games(text) == []


def test_several_games_with_other_line_ends() -> None:
    text = HEAD + "1. d2d3 {two\nlines\n[not a tag]\n} *\n" + HEAD + "1. c2c3 d6d5\n\n" + HEAD + "*\n"
    found = parse_games(text)
    assert [moves(one.moves) for one in found] == ["d2d3", "c2c3 d6d5", ""]
    assert parse_games(text.replace("\n", "\r\n")) == found


def test_a_game_may_have_no_moves_nor_result() -> None:
    found = only('[Game "congo"]\n')
    assert (found.moves, found.result, found.start) == ((), GameResult.NONE, CONGO.start())


@pytest.mark.parametrize(
    ("end", "between"),
    [
        ("*", "{about the next game\n[Game of two lines]}\n\n"),
        ("* {its own\nlast * }", "; about the next game\n"),
        ("*\n", "   {indented }\n"),
    ],
)
def test_comments_between_games_belong_to_neither(end: str, between: str) -> None:
    text = f"{between}{HEAD}1. d2d3 (2. e2e3)\n; 1-0\n{end}\n{between}{HEAD}*\n\n{between}"
    first, second = (part for _, part in split_games(text))
    assert (first.rstrip(), second.rstrip()) == (
        f"{HEAD}1. d2d3 (2. e2e3)\n; 1-0\n{end}".rstrip(),
        f"{HEAD}*",
    )


def test_other_text_between_games_is_ignored() -> None:
    found, errors = salvage(f"{HEAD}1. d2d3 *\n\nround two\n{HEAD}1. c2c3 *\n")
    assert [moves(one.moves) for one in found] == ["d2d3", "c2c3"]
    assert [(one.line, one.reason) for one in errors] == [(6, texts.NO_GAME_TAG)]


# --- errors


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("1. d2d3 *", 1, "the tag Game is missing"),
        ('[Game "chess"]\n*', 1, "there is no game called 'chess'"),
        ('[Event "a"]\n[Game congo]\n*', 2, 'a tag is a name and a value in quotes, as in [Game "congo"]'),
        ('[Game "congo"]\n[Game "congo"]\n*', 2, texts.second_tag("Game")),
        ('[Game "congo"]\n\n[FEN "7/7 w 1"]\n*', 3, "board: "),
        (HEAD + "1. d2d3\n2. d3d4 d6d5", 5, "d3d4 is not possible: the pawn on d3 is White's"),
        (HEAD + "1. d2d3 d6d5\n2. what", 5, "'what' is not a move"),
        (HEAD + "1. d2d3 {open\n\n", 4, texts.OPEN_COMMENT),
        (HEAD + "1. d2d3 }", 4, "'}' is not understood"),
        (HEAD + "1. d2d3 $x", 4, "'$x' is not understood"),
        (HEAD + "1. d2d3\n(c2c3", 5, texts.OPEN_VARIATION),
        (HEAD + "(c2c3) 1. d2d3", 4, "'(' comes before the first move of its line"),
        (HEAD + "$1 1. d2d3", 4, "'1' comes before the first move of its line"),
        (HEAD + "1. d2d3 (c2c3\n*) *", 4, texts.OPEN_VARIATION),
        (HEAD + "1. d2d3 (d6d5)", 4, "d6d5 is not possible: the pawn on d6 is Black's"),
        (HEAD + "1. d2d3 )", 4, "')' does not belong here"),
        (HEAD + "1. d2d3 *\nd6d5", 5, "'d6d5' does not belong here"),
        (HEAD + "1. d2d3 " + "(c2c3 " * 70, 4, "variations are nested more than 60 deep"),
        ('[Game "congo"]\n[Result "1-0"]\n0-1', 3, "the moves end with 0-1, but the tag Result says 1-0"),
        ('[Game "congo"]\n[Result "won"]\n1. d2d3', 2, "'won' is not a result; results are 1-0, 0-1"),
        (
            '[Game "congo"]\n[FEN "3l3/7/7/7/7/7/3L3 w 1"]\n\n1. d1d7',
            4,
            "d1d7 is not possible: the game is over",
        ),
        (HEAD + "1. d2d3 " + "(" * 3_000_000, 1, "a game has at most 2,000,000 characters"),
        (HEAD + "1. d2d3 " + "$1 " * 200_000, 4, "a game has at most 100,000 moves, comments and marks"),
        (
            '[Game "congo"]\n[FEN "3l3/p6/7/7/7/7/3L3 w 1"]\n\n1. d1d7 0-1',
            4,
            texts.wrong_result("0-1", "1-0"),
        ),
    ],
)
def test_explains_unreadable_games(text: str, line: int, reason: str) -> None:
    caught = error(text)
    assert (caught.line, caught.reason[: len(reason)]) == (line, reason)
    assert str(caught).startswith(f"line {line}: {reason}")


def test_moves_are_counted_in_variations_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_MOVES", 3)
    assert parse_games(f"{HEAD}1. d2d3 (1. c2c3 c6c5)")
    assert error(f"{HEAD}1. d2d3 (1. c2c3 c6c5 2. d2d3)").reason == "a game has at most 3 moves"


@given(st.text(alphabet='[]{}();$*!?."\\ \nabcd123456-0/Game congoEvent', max_size=80))
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    found, errors = salvage(HEAD + text)
    assert found or errors
    assert all(one.line >= 1 for one in errors)


def test_a_game_continued_after_a_repetition_cannot_be_replayed() -> None:
    shuffle = "c1c2 e7e6 c2c1 e6e7 " * 2
    start = place("Lc1 le7 Pa2 pa6")
    text = f'[Game "congo"]\n[FEN "{CONGO.notation.format(start)}"]\n{shuffle}'
    outcome = only(text).replay().outcome
    assert outcome is not None
    assert outcome.reason is Reason.REPETITION
    with pytest.raises(IllegalMove):
        only(text + "c1c2").replay()


# --- files


def test_truncated_game_leaves_the_others_readable(tmp_path: Path) -> None:
    games = [GameRecord.of(random_game(seed, 20), comments=["words (a) of b"] * 9) for seed in range(3)]
    first, second, third = (format_game(game) for game in games)
    for cut in range(1, len(second) - 3, 7):
        path = tmp_path / f"{cut}.txt"
        append_game(path, first)
        with path.open("ab") as file:
            file.write(second[:cut].encode())
        append_game(path, third)
        found, errors = salvage(read_text(path), str(path))
        assert (found[0], found[-1]) == (games[0], games[2])
        assert len(found) + len(errors) in (2, 3)
        if errors:
            assert errors[0].line > first.count("\n")
            with pytest.raises(RecordError) as caught:
                load_games(path)
            assert str(caught.value).startswith(f"{path}, line ")


def test_appending_and_saving(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    games = [GameRecord.of(random_game(seed, 10)) for seed in range(3)]
    for game in games:
        append_game(path, format_game(game))
    assert load_games(path) == games
    save_games(path, games[1:])
    assert load_games(path) == games[1:]
    assert [each.name for each in tmp_path.iterdir()] == ["games.txt"]


def test_failed_save_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError("no space left on the disk")

    path = tmp_path / "games.txt"
    save_games(path, [GameRecord.of(random_game(1, 10))])
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        save_games(path, [GameRecord.of(random_game(2, 10))])
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_a_full_disk_is_reported_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr("os.fsync", full)
    path = tmp_path / "games.txt"
    with pytest.raises(UserError, match=re.escape(not_writable(path, "no space left"))):
        append_game(path, format_game(GameRecord.of(Game(CONGO))))


def test_a_full_disk_leaves_no_part_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part could end in the middle of a letter, and the whole file would not be UTF-8."""
    path = tmp_path / "games.txt"
    game = format_game(GameRecord.of(Game(CONGO), ("李四", "first")))
    append_game(path, game)
    before, write = path.read_bytes(), os.write
    room = [game.encode().index("李".encode()) + 1]

    def write_to_full_disk(file: int, data: bytes) -> int:
        if not room:
            raise OSError(errno.ENOSPC, "no space left")
        return write(file, data[: room.pop()])

    monkeypatch.setattr("os.write", write_to_full_disk)
    with pytest.raises(UserError, match="no space left"):
        append_game(path, game)
    assert path.read_bytes() == before


def test_invalid_unicode_names_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    append_game(path, format_game(GameRecord.of(Game(CONGO), ("uci:\udcff", "first"))))
    assert load_games(path)[0].players == ("uci:?", "first")


def test_explains_invalid_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read: No such file"):
        load_games(tmp_path / "missing")
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match=re.escape(not_text(path))):
        load_games(path)
    path.write_bytes(b"\xef\xbb\xbf" + HEAD.encode() + b"1. d2d3 *")
    assert moves(load_games(path)[0].moves) == "d2d3"


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_may_end_as_on_other_systems(tmp_path: Path, end: str) -> None:
    path = tmp_path / "games.txt"
    text = f"{HEAD}1. d2d3 ; a comment\nd6d5 *\n\n" * 2
    path.write_bytes(text.replace("\n", end).encode())
    assert [moves(game.moves) for game in load_games(path)] == ["d2d3 d6d5"] * 2


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("1. d2d3 ; a good\rmove\nd6d5 *\n\n", "\n"),
        ('[White "a\rb"]\n\n1. d2d3 d6d5 *\n\n', "\n"),
        ('1. d2d3 {see\n[Round "2"] here}\nd6d5 *\n\n', "\r\r\n"),
        ('1. d2d3 {a\n[Site "x"]\nb} d6d5 *\n\n', "\r\r\n"),
    ],
    ids=["comment", "tag", "CR CR LF", "tag in a comment"],
)
def test_a_cr_ends_no_line_where_others_end_with_lf(tmp_path: Path, text: str, end: str) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes((HEAD.rstrip() + "\n" * (text[0] != "[") + "\n" + text).replace("\n", end).encode())
    (game,) = load_games(path)
    assert moves(game.moves) == "d2d3 d6d5"


def test_a_move_list_shows_the_main_line() -> None:
    line = "1. d2d3! {a (comment)} (1. c2c3 (1. a2a3) c6c5) 1... d6d5 $3 2.e2e3 ; rest (of\n2... e6e5?? 1-0\n"
    assert main_moves(HEAD + line) == ["d2d3", "d6d5", "e2e3", "e6e5"]


ENDLESS = {"brackets": "(" * 50_000 + ")" * 50_000} | {
    sign: sign * 100_000 for sign in ("1", "{", "!", "$", "1.", "(", "[", "*")
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_damaged_games_are_listed_in_linear_time(text: str) -> None:
    """Some of them used to take minutes."""
    assert len(main_moves(text)) <= 1


HEADLESS = '[Game "congo"]\n\n1. d2d3 {move} *\n\n'


def test_unclosed_comment_hides_no_other_game() -> None:
    damaged = '[Game "congo"]\n\n1. d2d3 {never closed *\n\n'
    games = [HEADLESS, damaged, HEADLESS, HEADLESS]
    parts = [part for _, part in split_games("".join(games))]
    assert [part.strip() for part in parts] == [game.strip() for game in games]
    records, errors = salvage("".join(games))
    assert (len(records), len(errors)) == (3, 1)


def test_a_blank_line_in_a_comment_ends_no_game() -> None:
    text = '[Game "congo"]\n\n1. d2d3 {one\n\n[%cal a1b2] two} 1... d6d5 *\n'
    assert len(list(split_games(text))) == 1
    (record,) = parse_games(text)
    assert len(record.moves) == 2


def test_an_indented_tag_begins_a_game() -> None:
    assert len(list(split_games(HEADLESS + '  [Event "game"]\n' + HEADLESS))) == 2


def grow(path: Path, *texts: str, growing: record_format.GrowingGame | None = None) -> None:
    """Save a game after each of some moves."""
    game, growing = Game(CONGO), growing or record_format.GrowingGame(path)
    for text in texts:
        game.play(CONGO.parse_move(game.position, text))
        with suppress(UserError):
            growing.save(format_game(GameRecord.of(game)))
    growing.finish(format_game(GameRecord.of(game)))


def lengths(path: Path) -> list[int]:
    return [len(game.moves) for game in load_games(path)]


def test_a_growing_game_is_in_its_file_once(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    append_game(path, format_game(GameRecord.of(random_game(1, 5))))
    inode = path.stat().st_ino
    grow(path, "d2d3", "d6d5", "c2c3")
    assert lengths(path) == [5, 3]
    assert path.stat().st_ino == inode


def test_a_growing_game_is_replaced_before_games_of_others(tmp_path: Path) -> None:
    path, growing = tmp_path / "games.txt", record_format.GrowingGame(tmp_path / "games.txt")
    growing.save(format_game(GameRecord.of(random_game(1, 2))))
    append_game(path, format_game(GameRecord.of(random_game(1, 5))))
    grow(path, "d2d3", "d6d5", "c2c3", growing=growing)
    assert lengths(path) == [3, 5]


def test_a_growing_game_survives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sync, calls = tmp_path / "games.txt", os.fsync, iter(range(9))

    def full_at_first(file: int) -> None:
        if next(calls) == 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(file)

    monkeypatch.setattr(os, "fsync", full_at_first)
    grow(path, "d2d3", "d6d5", "c2c3")
    assert lengths(path) == [3]


def test_an_interrupted_save_leaves_no_second_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sync, calls = tmp_path / "games.txt", os.fsync, iter(range(9))

    def interrupted(file: int) -> None:
        sync(file)
        if next(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    growing = record_format.GrowingGame(path)
    with pytest.raises(KeyboardInterrupt):
        grow(path, "d2d3", "d6d5", growing=growing)
    growing.finish(format_game(GameRecord.of(random_game(1, 2))))
    assert lengths(path) == [2]
