"""What a program under test may see, change and use: its view of the files, its limits, and what watches it.

`policy` says what may be read and `watch` when to stop, for proc.py. The other modules run in the small start of Python
that limits itself and then becomes the program; they know the standard library only and must load quickly.
"""
