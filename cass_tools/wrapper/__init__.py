"""cass-hipcc, the drop-in compiler: command lines of nvcc and gcc, AMD's machine code, messages on the user's lines."""
