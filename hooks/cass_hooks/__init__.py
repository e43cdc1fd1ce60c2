"""Hooks for git and pre-commit: staged files to the engine, and its answer to an exit status."""
