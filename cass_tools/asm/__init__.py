"""Assembly of both vendors: taken out of programs, translated from NVIDIA's to AMD's, checked, and shown side by side.

What is translated is proven by execution against NVIDIA's own code, and only then written. NVIDIA's machine code is
disassembled with NVIDIA's own tool, once the user has agreed to that (compilers/nvidia_settings).
"""
