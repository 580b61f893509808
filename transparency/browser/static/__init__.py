"""Pages read without a browser."""

from transparency.browser.static.page import read_static

__all__ = ["read_static"]
