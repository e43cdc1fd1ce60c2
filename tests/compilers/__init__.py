"""Tests of the compilers."""
