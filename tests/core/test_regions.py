"""Connected regions of cells."""

from __future__ import annotations

from collections.abc import Iterator

from pyasp_puzzles.core.regions import neighbours, regions


def test_every_cell_is_in_one_region_and_no_two_regions_touch() -> None:
    cells = [(r, c) for r in range(12) for c in range(12) if (r * r + 3 * c + r * c) % 5 > 1]
    found = regions(cells, neighbours)
    assert sorted(cell for region in found for cell in region) == cells
    for region in found:
        border = {near for cell in region for near in neighbours(cell)} - region
        assert not border & set(cells)
    assert len(found) > 2


def test_regions_come_in_the_order_of_their_first_cells() -> None:
    def near(number: int) -> Iterator[int]:
        yield number + 2
        yield number - 2

    assert regions([5, 2, 3, 4, 9, 2], near) == [{5, 3}, {2, 4}, {9}]
    assert regions([], near) == []
