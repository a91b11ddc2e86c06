"""Readers and writers of text, JSON, XML and answers, which know no puzzle."""
