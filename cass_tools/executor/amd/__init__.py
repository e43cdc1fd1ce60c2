"""AMD code objects: decoding, meaning of instructions, translation of kernels."""
