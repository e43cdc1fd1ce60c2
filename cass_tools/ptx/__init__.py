"""Inline PTX to HIP: `statement` reads the `asm` statement and `text` its PTX; tables and families say what becomes of
each instruction, `emit` writes C++, `replace` makes edits of it."""
