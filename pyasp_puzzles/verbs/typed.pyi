"""Types of the main verbs for the shipped puzzles, for others general ones.

Written by ``python tests/benchmarks/shipped_boards.py``.
"""

import os
from collections.abc import Sequence
from typing import Any, Literal, overload

from pyasp_puzzles.boards.board import Filled as FillominoFilled
from pyasp_puzzles.boards.board import Filled as KakuroFilled
from pyasp_puzzles.boards.board import Filled as RippleEffectFilled
from pyasp_puzzles.boards.board import Filled as SkyscrapersFilled
from pyasp_puzzles.boards.board import Filled as SudokuFilled
from pyasp_puzzles.boards.board import Filled as SuguruFilled
from pyasp_puzzles.boards.board import Filled as TwentyFourSevenFilled
from pyasp_puzzles.boards.board import Marked as AkariMarked
from pyasp_puzzles.boards.board import Marked as BattleshipMarked
from pyasp_puzzles.boards.board import Marked as CaveMarked
from pyasp_puzzles.boards.board import Marked as CountryRoadMarked
from pyasp_puzzles.boards.board import Marked as HashiwokakeroMarked
from pyasp_puzzles.boards.board import Marked as HeyawakeMarked
from pyasp_puzzles.boards.board import Marked as HitoriMarked
from pyasp_puzzles.boards.board import Marked as KurodokoMarked
from pyasp_puzzles.boards.board import Marked as LitsMarked
from pyasp_puzzles.boards.board import Marked as MasyuMarked
from pyasp_puzzles.boards.board import Marked as MinesweeperMarked
from pyasp_puzzles.boards.board import Marked as NonogramMarked
from pyasp_puzzles.boards.board import Marked as NorinoriMarked
from pyasp_puzzles.boards.board import Marked as NurikabeMarked
from pyasp_puzzles.boards.board import Marked as NurimisakiMarked
from pyasp_puzzles.boards.board import Marked as ShakashakaMarked
from pyasp_puzzles.boards.board import Marked as ShikakuMarked
from pyasp_puzzles.boards.board import Marked as SlitherlinkMarked
from pyasp_puzzles.boards.board import Marked as SpiralGalaxiesMarked
from pyasp_puzzles.boards.board import Marked as StarBattleMarked
from pyasp_puzzles.boards.board import Marked as TapaMarked
from pyasp_puzzles.boards.board import Marked as TentsMarked
from pyasp_puzzles.boards.board import Marked as YinYangMarked
from pyasp_puzzles.boards.partial import Partial
from pyasp_puzzles.boards.puzzle import I, Puzzle
from pyasp_puzzles.core.atoms import Predicate
from pyasp_puzzles.engines.optimising.searching import BestBoards
from pyasp_puzzles.engines.results import Answers
from pyasp_puzzles.explanation.deciding.check import Checked
from pyasp_puzzles.explanation.deciding.unique import Uniqueness
from pyasp_puzzles.puzzles.akari import Akari as AkariAkari
from pyasp_puzzles.puzzles.battleship import Battleship as BattleshipBattleship
from pyasp_puzzles.puzzles.cave import Cave as CaveCave
from pyasp_puzzles.puzzles.country_road import CountryRoad as CountryRoadCountryRoad
from pyasp_puzzles.puzzles.eternity.facts import Place as EternityPlace
from pyasp_puzzles.puzzles.eternity.facts import Solution as EternitySolution
from pyasp_puzzles.puzzles.eternity.instance import Instance as EternityInstance
from pyasp_puzzles.puzzles.fillomino import Fillomino as FillominoFillomino
from pyasp_puzzles.puzzles.flower_finder.facts import Solution as FlowerFinderSolution
from pyasp_puzzles.puzzles.flower_finder.facts import StripPlaced as FlowerFinderStripPlaced
from pyasp_puzzles.puzzles.flower_finder.format import Instance as FlowerFinderInstance
from pyasp_puzzles.puzzles.hashiwokakero import Hashiwokakero as HashiwokakeroHashiwokakero
from pyasp_puzzles.puzzles.heyawake import Heyawake as HeyawakeHeyawake
from pyasp_puzzles.puzzles.hitori import Hitori as HitoriHitori
from pyasp_puzzles.puzzles.kakuro import Kakuro as KakuroKakuro
from pyasp_puzzles.puzzles.kurodoko import Kurodoko as KurodokoKurodoko
from pyasp_puzzles.puzzles.lits import Lits as LitsLits
from pyasp_puzzles.puzzles.masyu import Masyu as MasyuMasyu
from pyasp_puzzles.puzzles.minesweeper import Minesweeper as MinesweeperMinesweeper
from pyasp_puzzles.puzzles.nonogram import Nonogram as NonogramNonogram
from pyasp_puzzles.puzzles.norinori import Norinori as NorinoriNorinori
from pyasp_puzzles.puzzles.nurikabe import Nurikabe as NurikabeNurikabe
from pyasp_puzzles.puzzles.nurimisaki import Nurimisaki as NurimisakiNurimisaki
from pyasp_puzzles.puzzles.packing.instance import Instance as PackingInstance
from pyasp_puzzles.puzzles.packing.placements import PolyformPlaced as PackingPolyformPlaced
from pyasp_puzzles.puzzles.packing.placements import Solution as PackingSolution
from pyasp_puzzles.puzzles.pips.facts import CellPips as PipsCellPips
from pyasp_puzzles.puzzles.pips.facts import Link as PipsLink
from pyasp_puzzles.puzzles.pips.facts import Solution as PipsSolution
from pyasp_puzzles.puzzles.pips.instance import Instance as PipsInstance
from pyasp_puzzles.puzzles.ripple_effect import RippleEffect as RippleEffectRippleEffect
from pyasp_puzzles.puzzles.shakashaka import Shakashaka as ShakashakaShakashaka
from pyasp_puzzles.puzzles.shikaku import Shikaku as ShikakuShikaku
from pyasp_puzzles.puzzles.skyscrapers import Skyscrapers as SkyscrapersSkyscrapers
from pyasp_puzzles.puzzles.slitherlink import Slitherlink as SlitherlinkSlitherlink
from pyasp_puzzles.puzzles.spiral_galaxies import SpiralGalaxies as SpiralGalaxiesSpiralGalaxies
from pyasp_puzzles.puzzles.star_battle import StarBattle as StarBattleStarBattle
from pyasp_puzzles.puzzles.sudoku import Sudoku as SudokuSudoku
from pyasp_puzzles.puzzles.suguru import Suguru as SuguruSuguru
from pyasp_puzzles.puzzles.tapa import Tapa as TapaTapa
from pyasp_puzzles.puzzles.tents import Tents as TentsTents
from pyasp_puzzles.puzzles.twenty_four_seven.instance import CellDigit as TwentyFourSevenCellDigit
from pyasp_puzzles.puzzles.twenty_four_seven.instance import Instance as TwentyFourSevenInstance
from pyasp_puzzles.puzzles.yajilin import ShadedAndLoop as YajilinShadedAndLoop
from pyasp_puzzles.puzzles.yajilin import Yajilin as YajilinYajilin
from pyasp_puzzles.puzzles.yin_yang import YinYang as YinYangYinYang

@overload
def find_puzzle(
    name: Literal["akari"],
) -> Puzzle[AkariAkari, AkariMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["battleship"],
) -> Puzzle[BattleshipBattleship, BattleshipMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["cave"],
) -> Puzzle[CaveCave, CaveMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["country_road"],
) -> Puzzle[CountryRoadCountryRoad, CountryRoadMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["eternity"],
) -> Puzzle[EternityInstance, EternitySolution]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["fillomino"],
) -> Puzzle[FillominoFillomino, FillominoFilled]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["flower_finder"],
) -> Puzzle[FlowerFinderInstance, FlowerFinderSolution]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["hashiwokakero"],
) -> Puzzle[HashiwokakeroHashiwokakero, HashiwokakeroMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["heyawake"],
) -> Puzzle[HeyawakeHeyawake, HeyawakeMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["hitori"],
) -> Puzzle[HitoriHitori, HitoriMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["kakuro"],
) -> Puzzle[KakuroKakuro, KakuroFilled]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["kurodoko"],
) -> Puzzle[KurodokoKurodoko, KurodokoMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["lits"],
) -> Puzzle[LitsLits, LitsMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["masyu"],
) -> Puzzle[MasyuMasyu, MasyuMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["minesweeper"],
) -> Puzzle[MinesweeperMinesweeper, MinesweeperMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["nonogram"],
) -> Puzzle[NonogramNonogram, NonogramMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["norinori"],
) -> Puzzle[NorinoriNorinori, NorinoriMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["nurikabe"],
) -> Puzzle[NurikabeNurikabe, NurikabeMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["nurimisaki"],
) -> Puzzle[NurimisakiNurimisaki, NurimisakiMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["packing"],
) -> Puzzle[PackingInstance, PackingSolution]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["pips"],
) -> Puzzle[PipsInstance, PipsSolution]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["ripple_effect"],
) -> Puzzle[RippleEffectRippleEffect, RippleEffectFilled]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["shakashaka"],
) -> Puzzle[ShakashakaShakashaka, ShakashakaMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["shikaku"],
) -> Puzzle[ShikakuShikaku, ShikakuMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["skyscrapers"],
) -> Puzzle[SkyscrapersSkyscrapers, SkyscrapersFilled]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["slitherlink"],
) -> Puzzle[SlitherlinkSlitherlink, SlitherlinkMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["spiral_galaxies"],
) -> Puzzle[SpiralGalaxiesSpiralGalaxies, SpiralGalaxiesMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["star_battle"],
) -> Puzzle[StarBattleStarBattle, StarBattleMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["sudoku"],
) -> Puzzle[SudokuSudoku, SudokuFilled]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["suguru"],
) -> Puzzle[SuguruSuguru, SuguruFilled]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["tapa"],
) -> Puzzle[TapaTapa, TapaMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["tents"],
) -> Puzzle[TentsTents, TentsMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["twenty_four_seven"],
) -> Puzzle[TwentyFourSevenInstance, TwentyFourSevenFilled]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["yajilin"],
) -> Puzzle[YajilinYajilin, YajilinShadedAndLoop]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: Literal["yin_yang"],
) -> Puzzle[YinYangYinYang, YinYangMarked]:
    """The puzzle of this name."""

@overload
def find_puzzle(
    name: str,
) -> Puzzle[Any, Any]:
    """The puzzle of this name."""

@overload
def load(
    puzzle: Literal["akari"],
    address: str | os.PathLike[str] = "",
) -> AkariAkari:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["battleship"],
    address: str | os.PathLike[str] = "",
) -> BattleshipBattleship:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["cave"],
    address: str | os.PathLike[str] = "",
) -> CaveCave:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["country_road"],
    address: str | os.PathLike[str] = "",
) -> CountryRoadCountryRoad:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["eternity"],
    address: str | os.PathLike[str] = "",
) -> EternityInstance:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["fillomino"],
    address: str | os.PathLike[str] = "",
) -> FillominoFillomino:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["flower_finder"],
    address: str | os.PathLike[str] = "",
) -> FlowerFinderInstance:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["hashiwokakero"],
    address: str | os.PathLike[str] = "",
) -> HashiwokakeroHashiwokakero:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["heyawake"],
    address: str | os.PathLike[str] = "",
) -> HeyawakeHeyawake:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["hitori"],
    address: str | os.PathLike[str] = "",
) -> HitoriHitori:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["kakuro"],
    address: str | os.PathLike[str] = "",
) -> KakuroKakuro:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["kurodoko"],
    address: str | os.PathLike[str] = "",
) -> KurodokoKurodoko:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["lits"],
    address: str | os.PathLike[str] = "",
) -> LitsLits:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["masyu"],
    address: str | os.PathLike[str] = "",
) -> MasyuMasyu:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["minesweeper"],
    address: str | os.PathLike[str] = "",
) -> MinesweeperMinesweeper:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["nonogram"],
    address: str | os.PathLike[str] = "",
) -> NonogramNonogram:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["norinori"],
    address: str | os.PathLike[str] = "",
) -> NorinoriNorinori:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["nurikabe"],
    address: str | os.PathLike[str] = "",
) -> NurikabeNurikabe:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["nurimisaki"],
    address: str | os.PathLike[str] = "",
) -> NurimisakiNurimisaki:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["packing"],
    address: str | os.PathLike[str] = "",
) -> PackingInstance:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["pips"],
    address: str | os.PathLike[str] = "",
) -> PipsInstance:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["ripple_effect"],
    address: str | os.PathLike[str] = "",
) -> RippleEffectRippleEffect:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["shakashaka"],
    address: str | os.PathLike[str] = "",
) -> ShakashakaShakashaka:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["shikaku"],
    address: str | os.PathLike[str] = "",
) -> ShikakuShikaku:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["skyscrapers"],
    address: str | os.PathLike[str] = "",
) -> SkyscrapersSkyscrapers:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["slitherlink"],
    address: str | os.PathLike[str] = "",
) -> SlitherlinkSlitherlink:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["spiral_galaxies"],
    address: str | os.PathLike[str] = "",
) -> SpiralGalaxiesSpiralGalaxies:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["star_battle"],
    address: str | os.PathLike[str] = "",
) -> StarBattleStarBattle:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["sudoku"],
    address: str | os.PathLike[str] = "",
) -> SudokuSudoku:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["suguru"],
    address: str | os.PathLike[str] = "",
) -> SuguruSuguru:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["tapa"],
    address: str | os.PathLike[str] = "",
) -> TapaTapa:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["tents"],
    address: str | os.PathLike[str] = "",
) -> TentsTents:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["twenty_four_seven"],
    address: str | os.PathLike[str] = "",
) -> TwentyFourSevenInstance:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["yajilin"],
    address: str | os.PathLike[str] = "",
) -> YajilinYajilin:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: Literal["yin_yang"],
    address: str | os.PathLike[str] = "",
) -> YinYangYinYang:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load(
    puzzle: str,
    address: str | os.PathLike[str] = "",
) -> Any:
    """The typed instance at an address: shipped name, path or ``-``, perhaps with ``#label``."""

@overload
def load_all(
    puzzle: Literal["akari"],
    address: str | os.PathLike[str] = "",
) -> list[AkariAkari]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["battleship"],
    address: str | os.PathLike[str] = "",
) -> list[BattleshipBattleship]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["cave"],
    address: str | os.PathLike[str] = "",
) -> list[CaveCave]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["country_road"],
    address: str | os.PathLike[str] = "",
) -> list[CountryRoadCountryRoad]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["eternity"],
    address: str | os.PathLike[str] = "",
) -> list[EternityInstance]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["fillomino"],
    address: str | os.PathLike[str] = "",
) -> list[FillominoFillomino]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["flower_finder"],
    address: str | os.PathLike[str] = "",
) -> list[FlowerFinderInstance]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["hashiwokakero"],
    address: str | os.PathLike[str] = "",
) -> list[HashiwokakeroHashiwokakero]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["heyawake"],
    address: str | os.PathLike[str] = "",
) -> list[HeyawakeHeyawake]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["hitori"],
    address: str | os.PathLike[str] = "",
) -> list[HitoriHitori]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["kakuro"],
    address: str | os.PathLike[str] = "",
) -> list[KakuroKakuro]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["kurodoko"],
    address: str | os.PathLike[str] = "",
) -> list[KurodokoKurodoko]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["lits"],
    address: str | os.PathLike[str] = "",
) -> list[LitsLits]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["masyu"],
    address: str | os.PathLike[str] = "",
) -> list[MasyuMasyu]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["minesweeper"],
    address: str | os.PathLike[str] = "",
) -> list[MinesweeperMinesweeper]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["nonogram"],
    address: str | os.PathLike[str] = "",
) -> list[NonogramNonogram]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["norinori"],
    address: str | os.PathLike[str] = "",
) -> list[NorinoriNorinori]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["nurikabe"],
    address: str | os.PathLike[str] = "",
) -> list[NurikabeNurikabe]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["nurimisaki"],
    address: str | os.PathLike[str] = "",
) -> list[NurimisakiNurimisaki]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["packing"],
    address: str | os.PathLike[str] = "",
) -> list[PackingInstance]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["pips"],
    address: str | os.PathLike[str] = "",
) -> list[PipsInstance]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["ripple_effect"],
    address: str | os.PathLike[str] = "",
) -> list[RippleEffectRippleEffect]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["shakashaka"],
    address: str | os.PathLike[str] = "",
) -> list[ShakashakaShakashaka]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["shikaku"],
    address: str | os.PathLike[str] = "",
) -> list[ShikakuShikaku]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["skyscrapers"],
    address: str | os.PathLike[str] = "",
) -> list[SkyscrapersSkyscrapers]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["slitherlink"],
    address: str | os.PathLike[str] = "",
) -> list[SlitherlinkSlitherlink]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["spiral_galaxies"],
    address: str | os.PathLike[str] = "",
) -> list[SpiralGalaxiesSpiralGalaxies]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["star_battle"],
    address: str | os.PathLike[str] = "",
) -> list[StarBattleStarBattle]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["sudoku"],
    address: str | os.PathLike[str] = "",
) -> list[SudokuSudoku]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["suguru"],
    address: str | os.PathLike[str] = "",
) -> list[SuguruSuguru]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["tapa"],
    address: str | os.PathLike[str] = "",
) -> list[TapaTapa]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["tents"],
    address: str | os.PathLike[str] = "",
) -> list[TentsTents]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["twenty_four_seven"],
    address: str | os.PathLike[str] = "",
) -> list[TwentyFourSevenInstance]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["yajilin"],
    address: str | os.PathLike[str] = "",
) -> list[YajilinYajilin]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: Literal["yin_yang"],
    address: str | os.PathLike[str] = "",
) -> list[YinYangYinYang]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def load_all(
    puzzle: str,
    address: str | os.PathLike[str] = "",
) -> list[Any]:
    """All boards of a file, in its order; otherwise as :func:`load`."""

@overload
def solve(
    instance: AkariAkari,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[AkariAkari, AkariMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: BattleshipBattleship,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[BattleshipBattleship, BattleshipMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: CaveCave,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[CaveCave, CaveMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: CountryRoadCountryRoad,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[CountryRoadCountryRoad, CountryRoadMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: EternityInstance,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[EternityInstance, EternitySolution, EternityPlace]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: FillominoFillomino,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[FillominoFillomino, FillominoFilled, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: FlowerFinderInstance,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[FlowerFinderInstance, FlowerFinderSolution, FlowerFinderStripPlaced]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: HashiwokakeroHashiwokakero,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[HashiwokakeroHashiwokakero, HashiwokakeroMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: HeyawakeHeyawake,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[HeyawakeHeyawake, HeyawakeMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: HitoriHitori,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[HitoriHitori, HitoriMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: KakuroKakuro,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[KakuroKakuro, KakuroFilled, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: KurodokoKurodoko,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[KurodokoKurodoko, KurodokoMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: LitsLits,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[LitsLits, LitsMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: MasyuMasyu,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[MasyuMasyu, MasyuMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: MinesweeperMinesweeper,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[MinesweeperMinesweeper, MinesweeperMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: NonogramNonogram,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[NonogramNonogram, NonogramMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: NorinoriNorinori,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[NorinoriNorinori, NorinoriMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: NurikabeNurikabe,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[NurikabeNurikabe, NurikabeMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: NurimisakiNurimisaki,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[NurimisakiNurimisaki, NurimisakiMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: PackingInstance,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[PackingInstance, PackingSolution, PackingPolyformPlaced]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: PipsInstance,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[PipsInstance, PipsSolution, PipsLink | PipsCellPips]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: RippleEffectRippleEffect,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[RippleEffectRippleEffect, RippleEffectFilled, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: ShakashakaShakashaka,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[ShakashakaShakashaka, ShakashakaMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: ShikakuShikaku,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[ShikakuShikaku, ShikakuMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: SkyscrapersSkyscrapers,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[SkyscrapersSkyscrapers, SkyscrapersFilled, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: SlitherlinkSlitherlink,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[SlitherlinkSlitherlink, SlitherlinkMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: SpiralGalaxiesSpiralGalaxies,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[SpiralGalaxiesSpiralGalaxies, SpiralGalaxiesMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: StarBattleStarBattle,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[StarBattleStarBattle, StarBattleMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: SudokuSudoku,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[SudokuSudoku, SudokuFilled, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: SuguruSuguru,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[SuguruSuguru, SuguruFilled, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: TapaTapa,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[TapaTapa, TapaMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: TentsTents,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[TentsTents, TentsMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: TwentyFourSevenInstance,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[TwentyFourSevenInstance, TwentyFourSevenFilled, TwentyFourSevenCellDigit]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: YajilinYajilin,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[YajilinYajilin, YajilinShadedAndLoop, Predicate | Predicate]:
    """The answers of an instance, one at a time, each verified."""

@overload
def solve(
    instance: YinYangYinYang,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    options: Sequence[str] = (),
) -> Answers[YinYangYinYang, YinYangMarked, Predicate]:
    """The answers of an instance, one at a time, each verified."""

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
    instance: AkariAkari,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[AkariAkari, AkariMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: BattleshipBattleship,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[BattleshipBattleship, BattleshipMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: CaveCave,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[CaveCave, CaveMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: CountryRoadCountryRoad,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[CountryRoadCountryRoad, CountryRoadMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: EternityInstance,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[EternityInstance, EternitySolution]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: FillominoFillomino,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[FillominoFillomino, FillominoFilled]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: FlowerFinderInstance,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[FlowerFinderInstance, FlowerFinderSolution]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: HashiwokakeroHashiwokakero,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[HashiwokakeroHashiwokakero, HashiwokakeroMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: HeyawakeHeyawake,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[HeyawakeHeyawake, HeyawakeMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: HitoriHitori,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[HitoriHitori, HitoriMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: KakuroKakuro,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[KakuroKakuro, KakuroFilled]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: KurodokoKurodoko,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[KurodokoKurodoko, KurodokoMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: LitsLits,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[LitsLits, LitsMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: MasyuMasyu,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[MasyuMasyu, MasyuMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: MinesweeperMinesweeper,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[MinesweeperMinesweeper, MinesweeperMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: NonogramNonogram,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[NonogramNonogram, NonogramMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: NorinoriNorinori,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[NorinoriNorinori, NorinoriMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: NurikabeNurikabe,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[NurikabeNurikabe, NurikabeMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: NurimisakiNurimisaki,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[NurimisakiNurimisaki, NurimisakiMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: PackingInstance,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[PackingInstance, PackingSolution]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: PipsInstance,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[PipsInstance, PipsSolution]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: RippleEffectRippleEffect,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[RippleEffectRippleEffect, RippleEffectFilled]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: ShakashakaShakashaka,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[ShakashakaShakashaka, ShakashakaMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: ShikakuShikaku,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[ShikakuShikaku, ShikakuMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: SkyscrapersSkyscrapers,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[SkyscrapersSkyscrapers, SkyscrapersFilled]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: SlitherlinkSlitherlink,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[SlitherlinkSlitherlink, SlitherlinkMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: SpiralGalaxiesSpiralGalaxies,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[SpiralGalaxiesSpiralGalaxies, SpiralGalaxiesMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: StarBattleStarBattle,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[StarBattleStarBattle, StarBattleMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: SudokuSudoku,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[SudokuSudoku, SudokuFilled]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: SuguruSuguru,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[SuguruSuguru, SuguruFilled]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: TapaTapa,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[TapaTapa, TapaMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: TentsTents,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[TentsTents, TentsMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: TwentyFourSevenInstance,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[TwentyFourSevenInstance, TwentyFourSevenFilled]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: YajilinYajilin,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[YajilinYajilin, YajilinShadedAndLoop]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def unique(
    instance: YinYangYinYang,
    *,
    timeout: float | None = None,
    most: int = 100,
    symmetry: bool | str = False,
    engine: str = "auto",
    solver: str = "",
    threads: int = 1,
) -> Uniqueness[YinYangYinYang, YinYangMarked]:
    """Whether a board has just one answer, proved by a search that has seen everything."""

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
    """Whether a board has just one answer, proved by a search that has seen everything."""

@overload
def check(
    instance: AkariAkari,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[AkariAkari, AkariMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: BattleshipBattleship,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[BattleshipBattleship, BattleshipMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: CaveCave,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[CaveCave, CaveMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: CountryRoadCountryRoad,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[CountryRoadCountryRoad, CountryRoadMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: EternityInstance,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[EternityInstance, EternitySolution]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: FillominoFillomino,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[FillominoFillomino, FillominoFilled]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: FlowerFinderInstance,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[FlowerFinderInstance, FlowerFinderSolution]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: HashiwokakeroHashiwokakero,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[HashiwokakeroHashiwokakero, HashiwokakeroMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: HeyawakeHeyawake,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[HeyawakeHeyawake, HeyawakeMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: HitoriHitori,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[HitoriHitori, HitoriMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: KakuroKakuro,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[KakuroKakuro, KakuroFilled]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: KurodokoKurodoko,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[KurodokoKurodoko, KurodokoMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: LitsLits,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[LitsLits, LitsMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: MasyuMasyu,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[MasyuMasyu, MasyuMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: MinesweeperMinesweeper,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[MinesweeperMinesweeper, MinesweeperMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: NonogramNonogram,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[NonogramNonogram, NonogramMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: NorinoriNorinori,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[NorinoriNorinori, NorinoriMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: NurikabeNurikabe,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[NurikabeNurikabe, NurikabeMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: NurimisakiNurimisaki,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[NurimisakiNurimisaki, NurimisakiMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: PackingInstance,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[PackingInstance, PackingSolution]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: PipsInstance,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[PipsInstance, PipsSolution]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: RippleEffectRippleEffect,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[RippleEffectRippleEffect, RippleEffectFilled]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: ShakashakaShakashaka,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[ShakashakaShakashaka, ShakashakaMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: ShikakuShikaku,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[ShikakuShikaku, ShikakuMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: SkyscrapersSkyscrapers,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[SkyscrapersSkyscrapers, SkyscrapersFilled]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: SlitherlinkSlitherlink,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[SlitherlinkSlitherlink, SlitherlinkMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: SpiralGalaxiesSpiralGalaxies,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[SpiralGalaxiesSpiralGalaxies, SpiralGalaxiesMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: StarBattleStarBattle,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[StarBattleStarBattle, StarBattleMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: SudokuSudoku,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[SudokuSudoku, SudokuFilled]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: SuguruSuguru,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[SuguruSuguru, SuguruFilled]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: TapaTapa,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[TapaTapa, TapaMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: TentsTents,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[TentsTents, TentsMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: TwentyFourSevenInstance,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[TwentyFourSevenInstance, TwentyFourSevenFilled]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: YajilinYajilin,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[YajilinYajilin, YajilinShadedAndLoop]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

@overload
def check(
    instance: YinYangYinYang,
    partial: Partial | str,
    *,
    timeout: float | None = None,
    most: int = 100,
) -> Checked[YinYangYinYang, YinYangMarked]:
    """Whether a partial answer is right so far, wrong, or cannot be completed."""

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
    instance: AkariAkari,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[AkariAkari, AkariMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: BattleshipBattleship,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[BattleshipBattleship, BattleshipMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: CaveCave,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[CaveCave, CaveMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: CountryRoadCountryRoad,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[CountryRoadCountryRoad, CountryRoadMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: EternityInstance,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[EternityInstance, EternitySolution, EternityPlace]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: FillominoFillomino,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[FillominoFillomino, FillominoFilled, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: FlowerFinderInstance,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[FlowerFinderInstance, FlowerFinderSolution, FlowerFinderStripPlaced]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: HashiwokakeroHashiwokakero,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[HashiwokakeroHashiwokakero, HashiwokakeroMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: HeyawakeHeyawake,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[HeyawakeHeyawake, HeyawakeMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: HitoriHitori,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[HitoriHitori, HitoriMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: KakuroKakuro,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[KakuroKakuro, KakuroFilled, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: KurodokoKurodoko,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[KurodokoKurodoko, KurodokoMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: LitsLits,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[LitsLits, LitsMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: MasyuMasyu,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[MasyuMasyu, MasyuMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: MinesweeperMinesweeper,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[MinesweeperMinesweeper, MinesweeperMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: NonogramNonogram,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[NonogramNonogram, NonogramMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: NorinoriNorinori,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[NorinoriNorinori, NorinoriMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: NurikabeNurikabe,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[NurikabeNurikabe, NurikabeMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: NurimisakiNurimisaki,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[NurimisakiNurimisaki, NurimisakiMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: PackingInstance,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[PackingInstance, PackingSolution, PackingPolyformPlaced]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: PipsInstance,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[PipsInstance, PipsSolution, PipsLink | PipsCellPips]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: RippleEffectRippleEffect,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[RippleEffectRippleEffect, RippleEffectFilled, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: ShakashakaShakashaka,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[ShakashakaShakashaka, ShakashakaMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: ShikakuShikaku,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[ShikakuShikaku, ShikakuMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: SkyscrapersSkyscrapers,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[SkyscrapersSkyscrapers, SkyscrapersFilled, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: SlitherlinkSlitherlink,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[SlitherlinkSlitherlink, SlitherlinkMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: SpiralGalaxiesSpiralGalaxies,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[SpiralGalaxiesSpiralGalaxies, SpiralGalaxiesMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: StarBattleStarBattle,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[StarBattleStarBattle, StarBattleMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: SudokuSudoku,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[SudokuSudoku, SudokuFilled, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: SuguruSuguru,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[SuguruSuguru, SuguruFilled, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: TapaTapa,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[TapaTapa, TapaMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: TentsTents,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[TentsTents, TentsMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: TwentyFourSevenInstance,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[TwentyFourSevenInstance, TwentyFourSevenFilled, TwentyFourSevenCellDigit]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: YajilinYajilin,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[YajilinYajilin, YajilinShadedAndLoop, Predicate | Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

@overload
def best(
    instance: YinYangYinYang,
    *,
    timeout: float | None = None,
    seed: int = 1,
    memory: int | str = "1G",
    save: str | os.PathLike[str] = "",
) -> BestBoards[YinYangYinYang, YinYangMarked, Predicate]:
    """Boards that keep most of the rules, each better than the one before."""

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
