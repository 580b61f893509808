"""Matrices as data: criteria, items and their words, read from ``keywords/``. Uses texts only."""

from transparency.matrix.matrix import (
    Criterion,
    Item,
    Matrix,
    Subject,
    Vocabulary,
    keywords_directory,
    load_matrix,
)

__all__ = ["Criterion", "Item", "Matrix", "Subject", "Vocabulary", "keywords_directory", "load_matrix"]
