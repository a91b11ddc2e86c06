"""Recognises exact covers in ground programs; searches and counts them with bit sets."""
