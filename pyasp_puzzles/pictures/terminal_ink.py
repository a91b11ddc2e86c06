"""How texts and grounds look on a terminal: colours, styles of roles, brackets around clues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.style import Style

from pyasp_puzzles.pictures.picture import Role, Tile
from pyasp_puzzles.pictures.roles import signed

# Background colours for black text (xterm's 256 colours); neighbours in the list differ in hue.
PALETTE = (
    *(210, 117, 150, 222, 183, 80, 216, 147, 191, 180, 218, 109),
    *(144, 175, 75, 107, 229, 139, 173, 159, 203, 252, 113, 105),
)
ROLE_STYLES: Mapping[Role, str] = {
    "given": "bold",
    "known": "",
    "reason": "bold underline",
    "new": "bold color(16) on color(46)",
    "wrong": "bold color(231) on color(160)",
    "differs": "bold color(16) on color(226)",
}
SHADE = "█"
"""The sign of a black cell."""
PLAIN = Style()


def background(colour: int | None, coloured: bool) -> Style:
    """The style of a ground with a colour of the palette."""
    if colour is None or not coloured:
        return PLAIN
    return Style.parse(f"color(16) on color({PALETTE[colour % len(PALETTE)]})")


@dataclass(frozen=True)
class Ink:
    """Whether there are colours, and whether only some of the texts are clues."""

    coloured: bool
    mixed: bool

    def ground(self, colour: int | None) -> Style:
        return background(colour, self.coloured)

    def line(self, colour: int | None) -> Style:
        if colour is None or not self.coloured:
            return PLAIN
        return Style.parse(f"color({PALETTE[colour % len(PALETTE)]})")

    def role(self, role: Role | None) -> Style:
        return Style.parse(ROLE_STYLES[role]) if role and self.coloured else PLAIN

    def label(self, tile: Tile) -> tuple[str, Style]:
        """The text of a tile; a clue among derived texts is bold, or in brackets without colour.

        A role has its signs with colours, too.
        """
        ground, text = self.ground(tile.colour), tile.text or SHADE * tile.shaded
        if tile.role:
            return signed(text, tile.role), ground + self.role(tile.role)
        if not (tile.given and self.mixed and tile.text) or tile.shaded:
            return text, ground
        if self.coloured:
            return text, ground + Style(bold=True, underline=True)
        return f"[{text}]", ground
