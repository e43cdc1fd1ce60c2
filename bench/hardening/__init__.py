"""Hostile input, hostile folders and sudden ends: `python -m bench.hardening --help`, results in docs/hardening.md."""
