"""GPU machine code on this CPU: AMD code objects are translated to LLVM IR and run natively."""
