"""Certificates: a formula, a proof, and a checker that shares no code with the solvers."""

from __future__ import annotations

from pyasp_puzzles.certificate.certificate import TRUST, Certificate, certify
from pyasp_puzzles.certificate.evidence import CHECKERS
from pyasp_puzzles.certificate.rup import ProofError

__all__ = ["CHECKERS", "TRUST", "Certificate", "ProofError", "certify"]
