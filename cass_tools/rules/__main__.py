"""`python -m cass_tools.rules` writes the table of what rules look for, which tells whether a rule is needed at all."""

from cass_tools.file_kind import FileKind
from cass_tools.rules import rules_for
from cass_tools.rules._outline import TABLE, table

if __name__ == "__main__":
    TABLE.write_text(table(rules_for(FileKind.SOURCE)), encoding="ascii")
