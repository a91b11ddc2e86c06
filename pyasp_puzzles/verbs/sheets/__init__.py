"""Sheets to print: boards, their answers, and their pieces to cut out, on pages of paper."""
