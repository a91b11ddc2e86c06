"""Explanations in a program's own words: why an atom holds, step by step.

The words stand in the program: a comment ``%@ "..."`` above a constraint is the sentence that an
explanation says when it uses that constraint.

How data flows, each arrow one folder or module::

    program files -> words -> theory -> reasons -> steps -> telling
"""
