"""Certificates: a formula, a proof, and a checker that shares no code with the solvers."""

from __future__ import annotations

from pyasp_puzzles.counts.certificate.certificate import TRUST, Certificate, certify
from pyasp_puzzles.counts.certificate.evidence import CHECKERS
from pyasp_puzzles.counts.certificate.rup import ProofError

__all__ = ["CHECKERS", "TRUST", "Certificate", "ProofError", "certify"]
