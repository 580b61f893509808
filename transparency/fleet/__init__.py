"""Many machines, one task per municipality: Celery over Redis, results in ``AUDITS_STORE``."""
