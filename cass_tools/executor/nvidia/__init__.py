"""NVIDIA's machine code (SASS), read: cubins, fat binaries, typed instructions, strict opcode tables, control flow."""
