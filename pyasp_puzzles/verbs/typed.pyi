"""Types of the main verbs for the shipped puzzles, for others general ones.

Written by ``python tests/benchmarks/shipped_boards.py``.
"""

import os
from collections.abc import Sequence
from typing import Any, Literal, TypeVar, overload

from pyasp_puzzles.boards.grid import Filled, Marked
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import I, Puzzle
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.engines.optimising.searching import BestBoards
from pyasp_puzzles.engines.results import Answers
from pyasp_puzzles.explanation.deciding.check import Checked
from pyasp_puzzles.explanation.deciding.unique import Uniqueness
from pyasp_puzzles.puzzles.akari import Akari
from pyasp_puzzles.puzzles.battleship import Battleship
from pyasp_puzzles.puzzles.cave import Cave
from pyasp_puzzles.puzzles.country_road import CountryRoad
from pyasp_puzzles.puzzles.eternity.facts import EternitySolution, Place
from pyasp_puzzles.puzzles.eternity.instance import EternityBoard
from pyasp_puzzles.puzzles.fillomino import Fillomino
from pyasp_puzzles.puzzles.flower_finder.format import FlowerBoard, FlowerSolution, StripPlaced
from pyasp_puzzles.puzzles.gokigen import Gokigen
from pyasp_puzzles.puzzles.hashiwokakero import Hashiwokakero
from pyasp_puzzles.puzzles.heyawake import Heyawake
from pyasp_puzzles.puzzles.hitori import Hitori
from pyasp_puzzles.puzzles.kakuro import Kakuro
from pyasp_puzzles.puzzles.kurodoko import Kurodoko
from pyasp_puzzles.puzzles.lits import Lits
from pyasp_puzzles.puzzles.masyu import Masyu
from pyasp_puzzles.puzzles.minesweeper import Minesweeper
from pyasp_puzzles.puzzles.nonogram import Nonogram
from pyasp_puzzles.puzzles.norinori import Norinori
from pyasp_puzzles.puzzles.numberlink import Numberlink
from pyasp_puzzles.puzzles.nurikabe import Nurikabe
from pyasp_puzzles.puzzles.nurimisaki import Nurimisaki
from pyasp_puzzles.puzzles.packing.instance import PackingBoard
from pyasp_puzzles.puzzles.packing.placements import PackingSolution, PolyformPlaced
from pyasp_puzzles.puzzles.pips.instance import CellPips, Link, PipsBoard, PipsSolution
from pyasp_puzzles.puzzles.ripple_effect import RippleEffect
from pyasp_puzzles.puzzles.shakashaka import Shakashaka
from pyasp_puzzles.puzzles.shikaku import Shikaku
from pyasp_puzzles.puzzles.skyscrapers import Skyscrapers
from pyasp_puzzles.puzzles.slitherlink import Slitherlink
from pyasp_puzzles.puzzles.spiral_galaxies import SpiralGalaxies
from pyasp_puzzles.puzzles.star_battle import StarBattle
from pyasp_puzzles.puzzles.sudoku import Sudoku
from pyasp_puzzles.puzzles.suguru import Suguru
from pyasp_puzzles.puzzles.tapa import Tapa
from pyasp_puzzles.puzzles.tents import Tents
from pyasp_puzzles.puzzles.twenty_four_seven.instance import CellDigit, NumberGridBoard
from pyasp_puzzles.puzzles.yajilin import ShadedAndLoop, Yajilin
from pyasp_puzzles.puzzles.yin_yang import YinYang

MarkedBoard = TypeVar(
    "MarkedBoard",
    Akari,
    Battleship,
    Cave,
    CountryRoad,
    Gokigen,
    Hashiwokakero,
    Heyawake,
    Hitori,
    Kurodoko,
    Lits,
    Masyu,
    Minesweeper,
    Nonogram,
    Norinori,
    Numberlink,
    Nurikabe,
    Nurimisaki,
    Shakashaka,
    Shikaku,
    Slitherlink,
    SpiralGalaxies,
    StarBattle,
    Tapa,
    Tents,
    YinYang,
)
FilledBoard = TypeVar(
    "FilledBoard",
    Fillomino,
    Kakuro,
    RippleEffect,
    Skyscrapers,
    Sudoku,
    Suguru,
)

@overload
def find_puzzle(name: Literal["akari"]) -> Puzzle[Akari, Marked]: ...
@overload
def find_puzzle(name: Literal["battleship"]) -> Puzzle[Battleship, Marked]: ...
@overload
def find_puzzle(name: Literal["cave"]) -> Puzzle[Cave, Marked]: ...
@overload
def find_puzzle(name: Literal["country_road"]) -> Puzzle[CountryRoad, Marked]: ...
@overload
def find_puzzle(name: Literal["eternity"]) -> Puzzle[EternityBoard, EternitySolution]: ...
@overload
def find_puzzle(name: Literal["fillomino"]) -> Puzzle[Fillomino, Filled]: ...
@overload
def find_puzzle(name: Literal["flower_finder"]) -> Puzzle[FlowerBoard, FlowerSolution]: ...
@overload
def find_puzzle(name: Literal["gokigen"]) -> Puzzle[Gokigen, Marked]: ...
@overload
def find_puzzle(name: Literal["hashiwokakero"]) -> Puzzle[Hashiwokakero, Marked]: ...
@overload
def find_puzzle(name: Literal["heyawake"]) -> Puzzle[Heyawake, Marked]: ...
@overload
def find_puzzle(name: Literal["hitori"]) -> Puzzle[Hitori, Marked]: ...
@overload
def find_puzzle(name: Literal["kakuro"]) -> Puzzle[Kakuro, Filled]: ...
@overload
def find_puzzle(name: Literal["kurodoko"]) -> Puzzle[Kurodoko, Marked]: ...
@overload
def find_puzzle(name: Literal["lits"]) -> Puzzle[Lits, Marked]: ...
@overload
def find_puzzle(name: Literal["masyu"]) -> Puzzle[Masyu, Marked]: ...
@overload
def find_puzzle(name: Literal["minesweeper"]) -> Puzzle[Minesweeper, Marked]: ...
@overload
def find_puzzle(name: Literal["nonogram"]) -> Puzzle[Nonogram, Marked]: ...
@overload
def find_puzzle(name: Literal["norinori"]) -> Puzzle[Norinori, Marked]: ...
@overload
def find_puzzle(name: Literal["numberlink"]) -> Puzzle[Numberlink, Marked]: ...
@overload
def find_puzzle(name: Literal["nurikabe"]) -> Puzzle[Nurikabe, Marked]: ...
@overload
def find_puzzle(name: Literal["nurimisaki"]) -> Puzzle[Nurimisaki, Marked]: ...
@overload
def find_puzzle(name: Literal["packing"]) -> Puzzle[PackingBoard, PackingSolution]: ...
@overload
def find_puzzle(name: Literal["pips"]) -> Puzzle[PipsBoard, PipsSolution]: ...
@overload
def find_puzzle(name: Literal["ripple_effect"]) -> Puzzle[RippleEffect, Filled]: ...
@overload
def find_puzzle(name: Literal["shakashaka"]) -> Puzzle[Shakashaka, Marked]: ...
@overload
def find_puzzle(name: Literal["shikaku"]) -> Puzzle[Shikaku, Marked]: ...
@overload
def find_puzzle(name: Literal["skyscrapers"]) -> Puzzle[Skyscrapers, Filled]: ...
@overload
def find_puzzle(name: Literal["slitherlink"]) -> Puzzle[Slitherlink, Marked]: ...
@overload
def find_puzzle(name: Literal["spiral_galaxies"]) -> Puzzle[SpiralGalaxies, Marked]: ...
@overload
def find_puzzle(name: Literal["star_battle"]) -> Puzzle[StarBattle, Marked]: ...
@overload
def find_puzzle(name: Literal["sudoku"]) -> Puzzle[Sudoku, Filled]: ...
@overload
def find_puzzle(name: Literal["suguru"]) -> Puzzle[Suguru, Filled]: ...
@overload
def find_puzzle(name: Literal["tapa"]) -> Puzzle[Tapa, Marked]: ...
@overload
def find_puzzle(name: Literal["tents"]) -> Puzzle[Tents, Marked]: ...
@overload
def find_puzzle(name: Literal["twenty_four_seven"]) -> Puzzle[NumberGridBoard, Filled]: ...
@overload
def find_puzzle(name: Literal["yajilin"]) -> Puzzle[Yajilin, ShadedAndLoop]: ...
@overload
def find_puzzle(name: Literal["yin_yang"]) -> Puzzle[YinYang, Marked]: ...
@overload
def find_puzzle(name: str) -> Puzzle[Any, Any]:
    """The puzzle of this name."""

@overload
def load(puzzle: Literal["akari"], address: str | os.PathLike[str] = "") -> Akari: ...
@overload
def load(puzzle: Literal["battleship"], address: str | os.PathLike[str] = "") -> Battleship: ...
@overload
def load(puzzle: Literal["cave"], address: str | os.PathLike[str] = "") -> Cave: ...
@overload
def load(puzzle: Literal["country_road"], address: str | os.PathLike[str] = "") -> CountryRoad: ...
@overload
def load(puzzle: Literal["eternity"], address: str | os.PathLike[str] = "") -> EternityBoard: ...
@overload
def load(puzzle: Literal["fillomino"], address: str | os.PathLike[str] = "") -> Fillomino: ...
@overload
def load(puzzle: Literal["flower_finder"], address: str | os.PathLike[str] = "") -> FlowerBoard: ...
@overload
def load(puzzle: Literal["gokigen"], address: str | os.PathLike[str] = "") -> Gokigen: ...
@overload
def load(
    puzzle: Literal["hashiwokakero"],
    address: str | os.PathLike[str] = "",
) -> Hashiwokakero: ...
@overload
def load(puzzle: Literal["heyawake"], address: str | os.PathLike[str] = "") -> Heyawake: ...
@overload
def load(puzzle: Literal["hitori"], address: str | os.PathLike[str] = "") -> Hitori: ...
@overload
def load(puzzle: Literal["kakuro"], address: str | os.PathLike[str] = "") -> Kakuro: ...
@overload
def load(puzzle: Literal["kurodoko"], address: str | os.PathLike[str] = "") -> Kurodoko: ...
@overload
def load(puzzle: Literal["lits"], address: str | os.PathLike[str] = "") -> Lits: ...
@overload
def load(puzzle: Literal["masyu"], address: str | os.PathLike[str] = "") -> Masyu: ...
@overload
def load(puzzle: Literal["minesweeper"], address: str | os.PathLike[str] = "") -> Minesweeper: ...
@overload
def load(puzzle: Literal["nonogram"], address: str | os.PathLike[str] = "") -> Nonogram: ...
@overload
def load(puzzle: Literal["norinori"], address: str | os.PathLike[str] = "") -> Norinori: ...
@overload
def load(puzzle: Literal["numberlink"], address: str | os.PathLike[str] = "") -> Numberlink: ...
@overload
def load(puzzle: Literal["nurikabe"], address: str | os.PathLike[str] = "") -> Nurikabe: ...
@overload
def load(puzzle: Literal["nurimisaki"], address: str | os.PathLike[str] = "") -> Nurimisaki: ...
@overload
def load(puzzle: Literal["packing"], address: str | os.PathLike[str] = "") -> PackingBoard: ...
@overload
def load(puzzle: Literal["pips"], address: str | os.PathLike[str] = "") -> PipsBoard: ...
@overload
def load(
    puzzle: Literal["ripple_effect"],
    address: str | os.PathLike[str] = "",
) -> RippleEffect: ...
@overload
def load(puzzle: Literal["shakashaka"], address: str | os.PathLike[str] = "") -> Shakashaka: ...
@overload
def load(puzzle: Literal["shikaku"], address: str | os.PathLike[str] = "") -> Shikaku: ...
@overload
def load(puzzle: Literal["skyscrapers"], address: str | os.PathLike[str] = "") -> Skyscrapers: ...
@overload
def load(puzzle: Literal["slitherlink"], address: str | os.PathLike[str] = "") -> Slitherlink: ...
@overload
def load(
    puzzle: Literal["spiral_galaxies"],
    address: str | os.PathLike[str] = "",
) -> SpiralGalaxies: ...
@overload
def load(puzzle: Literal["star_battle"], address: str | os.PathLike[str] = "") -> StarBattle: ...
@overload
def load(puzzle: Literal["sudoku"], address: str | os.PathLike[str] = "") -> Sudoku: ...
@overload
def load(puzzle: Literal["suguru"], address: str | os.PathLike[str] = "") -> Suguru: ...
@overload
def load(puzzle: Literal["tapa"], address: str | os.PathLike[str] = "") -> Tapa: ...
@overload
def load(puzzle: Literal["tents"], address: str | os.PathLike[str] = "") -> Tents: ...
@overload
def load(
    puzzle: Literal["twenty_four_seven"],
    address: str | os.PathLike[str] = "",
) -> NumberGridBoard: ...
@overload
def load(puzzle: Literal["yajilin"], address: str | os.PathLike[str] = "") -> Yajilin: ...
@overload
def load(puzzle: Literal["yin_yang"], address: str | os.PathLike[str] = "") -> YinYang: ...
@overload
def load(puzzle: str, address: str | os.PathLike[str] = "") -> Any:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load_all(puzzle: Literal["akari"], address: str | os.PathLike[str] = "") -> list[Akari]: ...
@overload
def load_all(
    puzzle: Literal["battleship"],
    address: str | os.PathLike[str] = "",
) -> list[Battleship]: ...
@overload
def load_all(puzzle: Literal["cave"], address: str | os.PathLike[str] = "") -> list[Cave]: ...
@overload
def load_all(
    puzzle: Literal["country_road"],
    address: str | os.PathLike[str] = "",
) -> list[CountryRoad]: ...
@overload
def load_all(
    puzzle: Literal["eternity"],
    address: str | os.PathLike[str] = "",
) -> list[EternityBoard]: ...
@overload
def load_all(
    puzzle: Literal["fillomino"],
    address: str | os.PathLike[str] = "",
) -> list[Fillomino]: ...
@overload
def load_all(
    puzzle: Literal["flower_finder"],
    address: str | os.PathLike[str] = "",
) -> list[FlowerBoard]: ...
@overload
def load_all(puzzle: Literal["gokigen"], address: str | os.PathLike[str] = "") -> list[Gokigen]: ...
@overload
def load_all(
    puzzle: Literal["hashiwokakero"],
    address: str | os.PathLike[str] = "",
) -> list[Hashiwokakero]: ...
@overload
def load_all(
    puzzle: Literal["heyawake"],
    address: str | os.PathLike[str] = "",
) -> list[Heyawake]: ...
@overload
def load_all(puzzle: Literal["hitori"], address: str | os.PathLike[str] = "") -> list[Hitori]: ...
@overload
def load_all(puzzle: Literal["kakuro"], address: str | os.PathLike[str] = "") -> list[Kakuro]: ...
@overload
def load_all(
    puzzle: Literal["kurodoko"],
    address: str | os.PathLike[str] = "",
) -> list[Kurodoko]: ...
@overload
def load_all(puzzle: Literal["lits"], address: str | os.PathLike[str] = "") -> list[Lits]: ...
@overload
def load_all(puzzle: Literal["masyu"], address: str | os.PathLike[str] = "") -> list[Masyu]: ...
@overload
def load_all(
    puzzle: Literal["minesweeper"],
    address: str | os.PathLike[str] = "",
) -> list[Minesweeper]: ...
@overload
def load_all(
    puzzle: Literal["nonogram"],
    address: str | os.PathLike[str] = "",
) -> list[Nonogram]: ...
@overload
def load_all(
    puzzle: Literal["norinori"],
    address: str | os.PathLike[str] = "",
) -> list[Norinori]: ...
@overload
def load_all(
    puzzle: Literal["numberlink"],
    address: str | os.PathLike[str] = "",
) -> list[Numberlink]: ...
@overload
def load_all(
    puzzle: Literal["nurikabe"],
    address: str | os.PathLike[str] = "",
) -> list[Nurikabe]: ...
@overload
def load_all(
    puzzle: Literal["nurimisaki"],
    address: str | os.PathLike[str] = "",
) -> list[Nurimisaki]: ...
@overload
def load_all(
    puzzle: Literal["packing"],
    address: str | os.PathLike[str] = "",
) -> list[PackingBoard]: ...
@overload
def load_all(puzzle: Literal["pips"], address: str | os.PathLike[str] = "") -> list[PipsBoard]: ...
@overload
def load_all(
    puzzle: Literal["ripple_effect"],
    address: str | os.PathLike[str] = "",
) -> list[RippleEffect]: ...
@overload
def load_all(
    puzzle: Literal["shakashaka"],
    address: str | os.PathLike[str] = "",
) -> list[Shakashaka]: ...
@overload
def load_all(puzzle: Literal["shikaku"], address: str | os.PathLike[str] = "") -> list[Shikaku]: ...
@overload
def load_all(
    puzzle: Literal["skyscrapers"],
    address: str | os.PathLike[str] = "",
) -> list[Skyscrapers]: ...
@overload
def load_all(
    puzzle: Literal["slitherlink"],
    address: str | os.PathLike[str] = "",
) -> list[Slitherlink]: ...
@overload
def load_all(
    puzzle: Literal["spiral_galaxies"],
    address: str | os.PathLike[str] = "",
) -> list[SpiralGalaxies]: ...
@overload
def load_all(
    puzzle: Literal["star_battle"],
    address: str | os.PathLike[str] = "",
) -> list[StarBattle]: ...
@overload
def load_all(puzzle: Literal["sudoku"], address: str | os.PathLike[str] = "") -> list[Sudoku]: ...
@overload
def load_all(puzzle: Literal["suguru"], address: str | os.PathLike[str] = "") -> list[Suguru]: ...
@overload
def load_all(puzzle: Literal["tapa"], address: str | os.PathLike[str] = "") -> list[Tapa]: ...
@overload
def load_all(puzzle: Literal["tents"], address: str | os.PathLike[str] = "") -> list[Tents]: ...
@overload
def load_all(
    puzzle: Literal["twenty_four_seven"],
    address: str | os.PathLike[str] = "",
) -> list[NumberGridBoard]: ...
@overload
def load_all(puzzle: Literal["yajilin"], address: str | os.PathLike[str] = "") -> list[Yajilin]: ...
@overload
def load_all(
    puzzle: Literal["yin_yang"],
    address: str | os.PathLike[str] = "",
) -> list[YinYang]: ...
@overload
def load_all(puzzle: str, address: str | os.PathLike[str] = "") -> list[Any]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def solve(
    instance: MarkedBoard,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[MarkedBoard, Marked, Predicate]: ...
@overload
def solve(
    instance: EternityBoard,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[EternityBoard, EternitySolution, Place]: ...
@overload
def solve(
    instance: FilledBoard,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[FilledBoard, Filled, Predicate]: ...
@overload
def solve(
    instance: FlowerBoard,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[FlowerBoard, FlowerSolution, StripPlaced]: ...
@overload
def solve(
    instance: PackingBoard,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[PackingBoard, PackingSolution, PolyformPlaced]: ...
@overload
def solve(
    instance: PipsBoard,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[PipsBoard, PipsSolution, Link | CellPips]: ...
@overload
def solve(
    instance: NumberGridBoard,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[NumberGridBoard, Filled, CellDigit]: ...
@overload
def solve(
    instance: Yajilin,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[Yajilin, ShadedAndLoop, Predicate]: ...
@overload
def solve(
    instance: I,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[I, Any, Any]:
    """The answers of an instance, one at a time, each verified."""

@overload
def unique(
    instance: MarkedBoard,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[MarkedBoard, Marked]: ...
@overload
def unique(
    instance: EternityBoard,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[EternityBoard, EternitySolution]: ...
@overload
def unique(
    instance: FilledBoard,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[FilledBoard, Filled]: ...
@overload
def unique(
    instance: FlowerBoard,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[FlowerBoard, FlowerSolution]: ...
@overload
def unique(
    instance: PackingBoard,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[PackingBoard, PackingSolution]: ...
@overload
def unique(
    instance: PipsBoard,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[PipsBoard, PipsSolution]: ...
@overload
def unique(
    instance: NumberGridBoard,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[NumberGridBoard, Filled]: ...
@overload
def unique(
    instance: Yajilin,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[Yajilin, ShadedAndLoop]: ...
@overload
def unique(
    instance: I,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[I, Any]:
    """Whether a board has just one answer; of several what all share, and where two differ."""

@overload
def check(
    instance: MarkedBoard,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[MarkedBoard, Marked]: ...
@overload
def check(
    instance: EternityBoard,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[EternityBoard, EternitySolution]: ...
@overload
def check(
    instance: FilledBoard,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[FilledBoard, Filled]: ...
@overload
def check(
    instance: FlowerBoard,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[FlowerBoard, FlowerSolution]: ...
@overload
def check(
    instance: PackingBoard,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[PackingBoard, PackingSolution]: ...
@overload
def check(
    instance: PipsBoard,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[PipsBoard, PipsSolution]: ...
@overload
def check(
    instance: NumberGridBoard,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[NumberGridBoard, Filled]: ...
@overload
def check(
    instance: Yajilin,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[Yajilin, ShadedAndLoop]: ...
@overload
def check(
    instance: I,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[I, Any]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def best(
    instance: EternityBoard,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[EternityBoard, EternitySolution, Place]: ...
@overload
def best(
    instance: PackingBoard,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[PackingBoard, PackingSolution, PolyformPlaced]: ...
@overload
def best(
    instance: I,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[I, Any, Any]:
    """Boards that keep most of the rules, each better than the one before."""
