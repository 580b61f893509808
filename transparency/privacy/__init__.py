"""People's data: what is found in a text, and how it is hidden. Uses texts and words."""
