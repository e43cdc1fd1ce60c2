"""Records: what a program did on real hardware, kept as JSON, so that machines without that GPU can compare with it.

`making` runs a program and writes down all that it did; `watching` sees its kernels and what each changes in memory;
`form` is the file; `finding` chooses the one that fits a source; `launches` compares kernel by kernel.
"""
