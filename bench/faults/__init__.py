"""Faults that are put into right translations, to see which of them the verifier catches."""
