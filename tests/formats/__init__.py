"""Tests of the formats of findings."""
