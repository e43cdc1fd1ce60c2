"""What stands around a name says no more of it than the tree does."""

from cass_tools.cuda.context import Context
from cass_tools.cuda.lex import IDENTIFIER
from cass_tools.cuda.neighbours import is_use
from cass_tools.file_kind import FileKind
from cass_tools.rules import rules_for
from tests.cuda.test_named_calls import read

TEXTS = [example.before for rule in rules_for(FileKind.SOURCE) for example in rule.invalid]
TEXTS += [text for rule in rules_for(FileKind.SOURCE) for text in rule.valid]
MORE = [
    "enum { cudaA, cudaB = 1, cudaC };\nenum E { cudaD } cudaE;\nstruct { int x; } cudaF, *cudaG;\n",
    "int a, cudaA, *cudaB = 0, cudaC(3), (cudaD), (*cudaE)(int), &cudaF = a;\nfor (int i = 0, cudaG = 1;;) ;\n",
    "void f() { for (int i = 0, cudaA = 1; i < cudaA; i++, cudaA--) ; goto cudaB; cudaB: cudaC(1); }\n",
    "#define CALL(x) \\\n  f(x, \\\n  cudaA)\nint cudaA(int a) { return a; }\n#define OPEN f(\nint cudaB = 1;\n",
    "typedef void (CALLBACK *cudaA)(int);\nusing cudaB = int;\nnamespace cudaC { int x; }\nint y = cudaC::x;\n",
    "template <class cudaA, int cudaB> struct S { cudaA a; int b = cudaB; int cudaC : 3; void cudaD(int); };\n",
    "void f(S s) { s.cudaA = 1; s->cudaB(2); a::cudaC(3); ::cudaD(4); S t = {.cudaE = 5}; s.template cudaF<6>(); }\n",
    "int cudaA(int a, cudaB, cudaC b = cudaD, int cudaE = 3, T (*cudaF)(cudaG));\ncudaH *cudaI, cudaJ;\n",
    "void f() { if (a) cudaA(1); else cudaB(2); (int)cudaC(3); return cudaD ? cudaE : cudaF; case cudaG: ; }\n",
    "#ifdef cudaA\n#if defined(cudaB) && cudaC > 3\n#endif\n#undef cudaD\n#endif\nint x = cudaE;\n",
    "auto [cudaA, cudaB] = f(); auto g = [cudaA, &cudaB](int cudaC) { return cudaC; };\n",
    "void f() { check(cudaA(&p, n), __FILE__, cudaB); v<cudaC, 1> x{cudaD, cudaE}; k<<<cudaF, cudaG>>>(cudaH); }\n",
]


def test_a_use_by_its_neighbours_is_one_by_the_tree() -> None:
    sure = 0
    for text in (*TEXTS, *MORE):
        context = read(text)
        for name in IDENTIFIER.finditer(context.code):
            if is_use(context.code, *name.span()):
                sure += 1
                assert not _is_other(context, name.group(), name.start()), (name, text)
    assert sure > 3500


def _is_other(context: Context, name: bytes, start: int) -> bool:
    elsewhere, declares = context.scopes.by_tree(name, start)
    return elsewhere or (declares and not context.code[start + len(name) :].lstrip()[:1].isalpha())


def test_most_uses_are_told_by_their_neighbours() -> None:
    code = read(
        "void f(cudaStream_t s) { cudaEvent_t e; check(cudaMalloc(&p, n));\n"
        "  if (cudaMemcpy(a, b, n, cudaMemcpyHostToDevice) != cudaSuccess) return cudaGetLastError();\n"
        "  cudaFree(p); cudaError_t *x = (cudaError_t *)y; z = cudaEventCreate; k<<<1, 2>>>(cudaCpuDeviceId); }\n"
    ).code
    names = [name.span() for name in IDENTIFIER.finditer(code) if name.group().startswith(b"cuda")]
    assert len(names) == 12
    assert all(is_use(code, *name) for name in names)
