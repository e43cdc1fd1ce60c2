"""The command line: parses, calls, prints. One module per command; nothing here decides anything about CUDA or HIP."""
