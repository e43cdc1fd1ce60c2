"""User rules at work: beside cass's own findings, in each other, in macros, and over them."""

from pathlib import Path

from cass_tools.config import Config
from cass_tools.engine import apply, check, choose
from cass_tools.model import Finding, Safety, Source
from cass_tools.user_rules.nearest import rules_for

LAUNCH = """
[[rules.pattern]]
code = "USR001"
message = "The stream comes last."
query = '''
(call_expression
  function: (identifier) @f (#eq? @f "launch")
  arguments: (argument_list . (_) @stream . "," . _+ @rest . ")")) @match
'''
replace = "run({rest}, {stream})"
"""
CHECK = """
[[rules.pattern]]
code = "USR002"
message = "Results are checked."
query = '''
(expression_statement (call_expression function: (identifier) @f (#match? @f "^(cuda|hip)[A-Z]")) @match)
'''
replace = "CHECK({match})"
safety = "safe"
"""


def config(folder: Path, text: str) -> Config:
    (folder / "cass.toml").write_text(text)
    return Config(user_rules=rules_for(folder))


def found(text: str, made: Config, code: str = "") -> list[Finding]:
    return [f for f in check(Source(Path("x.cu"), text.encode()), made) if f.code.startswith(code)]


def fixed(text: str, made: Config, least: Safety = Safety.UNSAFE) -> str:
    return apply(text.encode(), choose(found(text, made), least)).decode()


def test_names_in_code_only(tmp_path: Path) -> None:
    made = config(tmp_path, '[[rules.rename]]\nfrom = "old"\nto = "ours::fresh"\n')
    text = '// old\n#define CALL(x) old(x)\nint a = old + older; const char* s = "old";\n'
    assert fixed(text, made) == text.replace("old(x)", "ours::fresh(x)").replace("= old +", "= ours::fresh +")


def test_a_file_without_a_gpu_is_looked_at_too(tmp_path: Path) -> None:
    made = config(tmp_path, '[[rules.rename]]\nfrom = "old"\nmessage = "old is gone."\n')
    [finding] = found("int f() { return old(); }\n", made)
    assert (finding.code, finding.message, finding.fix, finding.effort) == ("USR100", "old is gone.", None, "medium")


def test_headers_keep_their_marks_and_may_go(tmp_path: Path) -> None:
    made = config(tmp_path, '[[rules.header]]\nfrom = "a/b.h"\nto = "c.h"\n[[rules.header]]\nfrom = "d.h"\nto = ""\n')
    assert fixed('#include <a/b.h>\n#include "a/b.h" // x\n#include "d.h"\nint i;\n', made) == (
        '#include <c.h>\n#include "c.h" // x\nint i;\n'
    )


def test_the_projects_rule_wins_over_cass(tmp_path: Path) -> None:
    made = config(tmp_path, '[[rules.rename]]\nfrom = "cudaMalloc"\nto = "pool"\n')
    text = "void f(float** p) { cudaMalloc(p, 8); cudaFree(*p); }\n"
    assert "{ pool(p, 8); hipFree(*p); }" in fixed(text, made)


def test_what_cass_does_not_know_is_known_then(tmp_path: Path) -> None:
    text = "void f() { cudaOurOwnThing(); }\n"
    assert [f.code for f in found(text, Config())] == ["CASS119"]
    made = config(tmp_path, '[[rules.rename]]\nfrom = "cudaOurOwnThing"\nto = "hipOurOwnThing"\n')
    assert [f.code for f in found(text, made)] == ["USR100"]


def test_other_fixes_hold_in_what_stays_and_in_what_moves(tmp_path: Path) -> None:
    made = config(tmp_path, LAUNCH)
    text = "void f() { launch(cudaStreamLegacy, k, /* how */ cudaSuccess, launch(a, b, cudaSuccess)); }\n"
    assert "{ run(k, /* how */ hipSuccess, run(b, hipSuccess, a), hipStreamLegacy); }" in fixed(text, made)


def test_without_unsafe_fixes_the_others_are_made(tmp_path: Path) -> None:
    made = config(tmp_path, LAUNCH)
    text = "void f() { launch(cudaStreamLegacy, k, cudaSuccess); }\n"
    assert "{ launch(hipStreamLegacy, k, hipSuccess); }" in fixed(text, made, Safety.SAFE)


def test_wrapping_touches_nothing_inside(tmp_path: Path) -> None:
    made = config(tmp_path, CHECK)
    once = fixed("void f(float* p) {\n  cudaFree(\n    p  // all of it\n  );\n}\n", made)
    assert "  CHECK(hipFree(\n    p  // all of it\n  ));\n" in once
    assert fixed(once, made) == once


def test_macros_and_suppression(tmp_path: Path) -> None:
    made = config(tmp_path, LAUNCH)
    assert "#define GO(s) run(k, s)\n" in fixed("#define GO(s) launch(s, k)\n", made)
    assert found("void f() { launch(s, k); }  // cass: ignore[USR001]\n", made, "USR") == []


def test_a_replacement_that_would_lose_an_argument_is_refused(tmp_path: Path) -> None:
    query = "(call_expression function: (_) @f arguments: (argument_list (_) @a (_) @b)) @match"
    rule = f'[[rules.pattern]]\ncode = "USR001"\nmessage = "Use launch."\nquery = "{query}"\n'
    made = config(tmp_path, rule + 'replace = "launch({a}, {b})"\n')
    [finding] = found("void f() { kern<<<1, 2>>>(3); }\n", made, "USR")
    assert finding.fix is None and "would lose `3`" in finding.suggestion
    assert "launch(1, 2);" in fixed("void f() { kern(1, 2); }\n", made)


def test_a_name_in_a_namespace_is_renamed_there_only(tmp_path: Path) -> None:
    made = config(tmp_path, '[[rules.rename]]\nfrom = "ns::cudaThing"\nto = "ours::thing"\n')
    text = "int a = ns::cudaThing(1), b = other::ns::cudaThing, c = cudaThing2, d = ns :: cudaThing;\n"
    assert fixed(text, made) == ("int a = ours::thing(1), b = other::ns::cudaThing, c = cudaThing2, d = ours::thing;\n")
