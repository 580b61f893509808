"""Whole audits and feeds, kept elsewhere as well: on S3, or in a folder that several machines share."""
