"""Ground programs as data, translated to formulas in conjunctive normal form."""
