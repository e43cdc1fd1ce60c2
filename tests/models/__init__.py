"""Tests of the models on this machine: files, registry, fetching."""
