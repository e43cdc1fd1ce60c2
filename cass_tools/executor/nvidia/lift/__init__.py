"""NVIDIA machine code lifted to LLVM IR, thread by thread: one function per opcode, for AMD GPUs and for this CPU.

Registers are stack slots of 32 bits, predicates of one bit; LLVM's optimiser makes values of them. What concerns other
threads or the machine (lanes, barriers, where memories start) are calls of functions named nv_*, which the runtime of
each platform has in its own way.
"""
