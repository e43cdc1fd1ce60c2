"""Iterators of newer Thrust that rocThrust does not have, such as `thrust::strided_iterator`.

**Why it fails on AMD.** rocThrust follows Thrust by some releases: in those of ROCm 6 neither the headers nor the names
are there.

**Example.**

    #include <thrust/iterator/strided_iterator.h>
    auto every_third = thrust::make_strided_iterator(first, 3);

**Instead.** Older iterators that do the same, mostly a `thrust::permutation_iterator` over computed indices, or a
release of rocThrust that has them.
"""

from collections.abc import Iterator

from cass_tools.cuda.captures import FILE
from cass_tools.cuda.context import Context, Node
from cass_tools.cuda.patterns import Pattern
from cass_tools.model import Effort, Finding, Severity, Span
from cass_tools.rule import Example, Rule

_INSTEAD = {
    "tabulate_output_iterator": "Call its function in `thrust::for_each` over a zip of a `thrust::counting_iterator` "
    "and the values.",
    "strided_iterator": "Read through a `thrust::permutation_iterator` over a `thrust::transform_iterator` that "
    "multiplies a `thrust::counting_iterator` by the stride.",
    "offset_iterator": "Add the offset to the iterator where it is known: `first + offset`.",
    "shuffle_iterator": "Fill an array of indices, give it to `thrust::shuffle`, and read through a "
    "`thrust::permutation_iterator`.",
}
_NAMES = "|".join(_INSTEAD).encode()
_NAME = Pattern(rb"\bthrust\s*::\s*(?:make_)?(" + _NAMES + rb")\b")
_HEADER = Pattern(rb"#[ \t]*include[ \t]*[<\"](thrust/iterator/(" + _NAMES + rb")\.h)[>\"]")


def check(_root: Node, context: Context) -> Iterator[Finding]:
    """One finding for each header and each place that names such an iterator."""
    for match in _HEADER.finditer(context.data):
        yield _told(Span(*match.span(1)), match[1].decode(), match[2].decode(), context)
    for match in _NAME.finditer(context.code):
        name = b"::".join(part.strip() for part in match[0].split(b"::")).decode()
        yield _told(Span(*match.span()), name, match[1].decode(), context)


def _told(where: Span, name: str, iterator: str, context: Context) -> Finding:
    return context.finding(
        RULE,
        where,
        f"{name} is not in rocThrust as ROCm 6 has it; a newer one may have it.",
        severity=Severity.ERROR,
        effort=Effort.MEDIUM,
        suggestion=_INSTEAD[iterator],
    )


RULE = Rule(
    code="CASS243",
    name="thrust-missing",
    on=(FILE,),
    needs=tuple(name.encode() for name in _INSTEAD),
    check=check,
    doc=__doc__,
    invalid=(
        Example("#include <thrust/iterator/tabulate_output_iterator.h>\n"),
        Example("auto f(int* p) { return thrust::make_strided_iterator(p, 3); }\n"),
        Example("template <class I> using Shuffled = thrust :: shuffle_iterator<I>;\n"),
    ),
    valid=(
        "#include <thrust/iterator/zip_iterator.h>\n",
        "namespace mine { struct strided_iterator {}; }\nmine::strided_iterator i;\n",
        "// thrust::offset_iterator\n",
    ),
)
