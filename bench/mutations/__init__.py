"""Random mutations of NVIDIA's machine code, sorted, executed here and on a GPU, and compared."""
