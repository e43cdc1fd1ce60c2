"""cass-hipcc, the drop-in compiler: command lines of nvcc and gcc, AMD's machine code, messages on the user's lines.

Its start is counted in milliseconds, so Python looks for garbage seldom from here on: what is imported makes none.
"""

from cass_tools.garbage import collect_seldom

collect_seldom()
