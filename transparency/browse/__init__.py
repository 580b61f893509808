"""A page in the browser: opened, replayed, filled, settled, read, photographed. Knows no criterion."""
