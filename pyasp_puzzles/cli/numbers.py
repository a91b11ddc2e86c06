"""Numbers as values of options: their limits stand in the help, their errors have our form."""

from __future__ import annotations

from typing import Any

import click


class Integer(click.ParamType):  # type: ignore[type-arg]
    """An integer within limits; the help shows them ("1-64"), or N."""

    def __init__(self, least: int, most: int | None = None, name: str = "") -> None:
        self.least, self.most = least, most
        self.name = name or ("n" if most is None else f"{least}-{most}")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or number < self.least or (self.most is not None and number > self.most):
            limits = f"of at least {self.least}"
            if self.most is not None:
                limits = f"from {self.least} to {self.most}"
            self.fail(f"found {str(value)!r}, expected an integer {limits}", param, ctx)
        return number


class Amount(click.ParamType):  # type: ignore[type-arg]
    """A number greater than 0, or from ``least`` on, and at most ``most``, with its unit."""

    def __init__(self, unit: str, most: int, least: float | None = None) -> None:
        self.unit, self.most, self.least = unit, most, least
        self.name = unit

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        high_enough = number > 0 if self.least is None else number >= self.least
        if not (high_enough and number <= self.most):  # not a number is neither
            least = "more than 0" if self.least is None else f"at least {self.least:g}"
            expected = f"{self.unit}: {least}, at most {self.most:,}"
            self.fail(f"found {str(value)!r}, expected {expected}", param, ctx)
        return number


SEED = Integer(0, 2**31 - 1, "n")
"""A seed; clasp takes no greater one."""

SECONDS = Amount("seconds", 10**9)
"""A time limit."""
