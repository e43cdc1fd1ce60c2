"""Reading CUDA: preparation, parsing, names, and the one walk that hands nodes to rules."""
