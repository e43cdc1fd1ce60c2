"""Building LLVM IR as text, and native code from it (llvmlite)."""
