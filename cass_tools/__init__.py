"""cass-tools: port CUDA to AMD HIP, prove the port by running it, and only then write it."""

__version__ = "0.1.0"
