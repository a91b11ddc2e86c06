"""Explanations in a program's own words: why an atom holds, step by step.

The words stand in the program: a comment ``%@ "..."`` above a constraint is the sentence that an
explanation says when it uses that constraint.

How data flows, each arrow one module::

    program files -> words -> transform -> theory -> reasons -> steps -> sentences

``pyasp_puzzles.explain`` is both this package and the function
:func:`pyasp_puzzles.explain.explanation.explain`: Python sets a package's name in its parent when
it is imported, so the package can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyasp_puzzles.explain.explanation import Explanation
    from pyasp_puzzles.puzzle import InstanceLike


class _Callable(ModuleType):
    def __call__(self, instance: InstanceLike, *, timeout: float | None = None) -> Explanation:
        """Explain a board; see :func:`pyasp_puzzles.explain.explanation.explain`."""
        from pyasp_puzzles.explain.explanation import explain

        return explain(instance, timeout=timeout)


sys.modules[__name__].__class__ = _Callable
