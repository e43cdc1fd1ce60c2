"""Tests of what teams use: baselines, configuration, hooks, reports, watching."""
