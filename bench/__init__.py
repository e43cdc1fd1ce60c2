"""Measurements behind every speed claim: ratios to a peer or to a budget, taken in one run."""
