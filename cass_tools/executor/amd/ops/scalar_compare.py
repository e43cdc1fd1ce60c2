"""SALU comparisons: s_cmp_* of registers and s_cmpk_* with a 16-bit constant; the result is SCC."""

from cass_tools.executor.amd.ops.compare import integer_predicate, relation
from cass_tools.executor.amd.ops.scalar_arithmetic import sign_extended16
from cass_tools.executor.amd.ops.table import Simple, scalar

CONDITIONS = {"eq": "eq", "lg": "ne", "gt": "gt", "ge": "ge", "lt": "lt", "le": "le"}
"""Condition in a mnemonic -> LLVM's, without the sign."""


def with_constant(predicate: str, signed: bool) -> Simple:
    """Comparison with the 16-bit constant, sign- or zero-extended."""
    if signed:
        return lambda f, a, constant: a.cmp(predicate, sign_extended16(constant))
    return lambda f, a, constant: a.cmp(predicate, constant & 0xFFFF)


for _name, _condition in CONDITIONS.items():
    for _sign in "iu":
        _predicate = integer_predicate(_condition, _sign)
        scalar(f"s_cmp_{_name}_{_sign}32", "", "uu", relation(_predicate), "result")
        scalar(f"s_cmpk_{_name}_{_sign}32", "", "uu", with_constant(_predicate, _sign == "i"), "result")
scalar("s_cmp_eq_u64", "", "qq", relation("eq"), "result")
scalar("s_cmp_lg_u64", "", "qq", relation("ne"), "result")
