"""Random small programs with clues, as Hypothesis draws them."""

from __future__ import annotations

from hypothesis import strategies as st

CHOICES = [f"p({i})" for i in range(1, 6)]


@st.composite
def programs(draw: st.DrawFn, least: int = 2, most: int = 8, longest: int = 3) -> str:
    """A program of five choices and of some clues, each with a weight."""
    lines = ["{ p(1..5) }.", '%@ p(X) "{X} holds" "{X} does not hold"', "#show p/1."]
    for number in range(draw(st.integers(least, most))):
        atoms = draw(st.lists(st.sampled_from(CHOICES), min_size=1, max_size=longest, unique=True))
        signs = draw(st.lists(st.booleans(), min_size=len(atoms), max_size=len(atoms)))
        body = ", ".join(a if s else f"not {a}" for a, s in zip(atoms, signs, strict=True))
        lines += [f'%@ {draw(st.integers(1, 3))} "clue {number}"', f":- {body}."]
    return "\n".join([*lines, ""])


CELLS = """
%@ v(C,D) "cell {C} is {D}" "cell {C} is not {D}"
{ v(C,1..4) } = 1 :- C=1..3.
#show v/2.
"""


@st.composite
def clues_of_cells(draw: st.DrawFn) -> str:
    """Cells with one of four values each, and clues that leave out values or pairs of values."""
    lines = [CELLS]
    weights = draw(st.lists(st.integers(1, 2), min_size=5, max_size=5))
    for number in range(draw(st.integers(3, 9))):
        atoms = draw(
            st.lists(
                st.tuples(st.integers(1, 3), st.integers(1, 4)), min_size=1, max_size=2, unique=True
            )
        )
        lines.append(f'%@ {weights[number // 2]} "clue {number // 2}"')
        lines.append(f":- {', '.join(f'v({c},{d})' for c, d in atoms)}.")
    return "\n".join(lines) + "\n"
