"""What can be pressed on a page, and what its forms ask: pure Python over the facts of a frame (``model.Page``)."""

from transparency.extract.controls.view import Reader, read_view

__all__ = ["Reader", "read_view"]
