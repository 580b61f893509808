"""One run over many municipalities: its arguments, locks, watchdog, monitors, revisits, and judging again."""
