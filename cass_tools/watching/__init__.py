"""Keeping a translated tree up to date while its sources are edited."""
