"""Trying kernels by themselves: a driver for each `__global__` function, for files without `main` and on request.

signatures -> shapes (sizes, blocks, roles) -> plan (cases) -> source (a program at the end of the user's file) ->
results (what each case wrote) -> values (compared) -> trying (a verdict). docs/kernels.md tells it to users.
"""
