"""Messages about faults, and the checks of memory accesses, on real programs."""
