"""Tests of the headers that are shipped."""
