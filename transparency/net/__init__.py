"""Scrapy's extension points towards portals: politeness, back-off, robots, the browser's handler, named failures."""
