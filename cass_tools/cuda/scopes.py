"""Whose name is it? The CUDA API's, or the file's own: declared here, a member, or of another namespace."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from cass_tools.cuda.includes import Branch
from cass_tools.cuda.neighbours import is_use

if TYPE_CHECKING:
    from cass_tools.cuda.context import Context

# Namespaces whose members are looked up like the API itself.
_API_NAMESPACES = frozenset({b"", b"std", b"cub", b"thrust", b"cooperative_groups", b"cg"})
_DECLARATORS = frozenset(
    f"{kind}_declarator" for kind in ("function", "init", "pointer", "reference", "array", "parenthesized")
)
_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_DECLARATIONS = frozenset(
    {"declaration", "field_declaration", "type_definition", "function_definition", "for_range_loop", *_PARAMETERS}
)
_MACROS = frozenset({"preproc_def", "preproc_function_def"})
# `struct name;` and `struct name *p` name the API's type; only `struct name { ... }` declares one.
_CLASSES = frozenset({"struct_specifier", "class_specifier", "union_specifier"})
_WITH_BODY = _CLASSES | {"enum_specifier"}
_NAMESPACES = frozenset({"namespace_definition", "namespace_alias_definition"})
_NAMED = _MACROS | _NAMESPACES | {"enumerator", "alias_declaration", "type_parameter_declaration"}
_BLOCKS = frozenset(
    {"compound_statement", "function_definition", "lambda_expression", "for_statement", "for_range_loop"}
)
_SCOPES = _CLASSES | _BLOCKS | {"translation_unit", "namespace_definition"}
_PROTOTYPES = frozenset({"declaration", "field_declaration", "type_definition"})  # whose parameters hold nowhere else
_ALIASES = _MACROS | {"type_definition", "alias_declaration"}
_MEMBERS = frozenset({"field_expression", "field_designator", "dependent_name", "template_method"})
_API = (False, False)  # what is known of a name that is neither foreign nor declares anything


class Scopes:
    """Answers for one file; looks only at the names it is asked for."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._declared: dict[bytes, list[tuple[Node, Branch]]] = {}
        self._known = context.known_names()  # by where they are: asked for every use after every key

    def is_api(self, name: bytes, start: int) -> bool:
        """Whether the identifier `name` at byte `start` means CUDA's own name."""
        if self.is_elsewhere(name, start):
            return False
        return not self._declarations(name) or not self.declared_here(name, self._node(name, start))

    def is_elsewhere(self, name: bytes, start: int) -> bool:
        """Whether the identifier is a member's, a label's or a foreign namespace's, whatever the file declares."""
        return self._facts(name, start)[0]

    def api_places(self, name: bytes) -> list[int]:
        """Where the file means CUDA's own `name`: `is_api` for every place at once."""
        found = self._context.words.get(name, [])
        known = self._known
        if list(map(known.get, found)).count(_API) == len(found):  # as with most, once they are known
            return found
        places, declared = [], False
        for start in found:
            foreign, declares = known.get(start) or self._facts(name, start)
            declared = declared or declares
            if not foreign:
                places.append(start)
        return [start for start in places if self.is_api(name, start)] if declared else places

    def _node(self, name: bytes, start: int) -> Node:
        return self._context.node_at(start, start + len(name))

    def _facts(self, name: bytes, start: int) -> tuple[bool, bool]:
        """Whether an identifier is a member, a label or of a foreign namespace, and whether it declares its name.

        Both follow from the declaration that it is in, and are kept with that while a text is edited.
        """
        found = self._known.get(start)
        if found is None:
            known, base = self._context.facts(start)
            found = _API if is_use(self._context.code, start, start + len(name)) else self.by_tree(name, start)
            known.names[start - base] = self._known[start] = found
        return found

    def by_tree(self, name: bytes, start: int) -> tuple[bool, bool]:
        """The same, asked of the tree alone."""
        node = self._node(name, start)
        return is_member(node) or self._foreign(node) or _is_label(node), declares(node)

    def _foreign(self, node: Node) -> bool:
        """Whether the name is qualified by a namespace or class that is not the API's."""
        parent = node.parent
        if parent is not None and parent.type in ("template_type", "template_function", "destructor_name"):
            node, parent = parent, parent.parent
        if parent is None or parent.type != "qualified_identifier" or _field(parent, "scope", node):
            return False
        scope = parent.child_by_field_name("scope")
        code = self._context.code
        return (code[scope.start_byte : scope.end_byte] if scope is not None else b"") not in _API_NAMESPACES

    def declared_here(self, name: bytes, node: Node) -> bool:
        """Whether the file declares `name` in a scope around `node`."""
        declared = self._declarations(name)
        if not declared:
            return False
        around = self._context.layout.branch(node.start_byte)
        return any(around[: len(branch)] == branch and self._covers(scope, node) for scope, branch in declared)

    def offers(self, name: bytes) -> bool:
        """Whether the file declares `name` for those that include it: not only in a function or its parameters."""
        return any(scope.type not in _BLOCKS | _PROTOTYPES for scope, _ in self._declarations(name))

    def _declarations(self, name: bytes) -> list[tuple[Node, Branch]]:
        if name not in self._declared:
            found = []
            for start in self._context.words.get(name, ()):
                if self._facts(name, start)[1] and not self._names_type(node := self._node(name, start)):
                    found.append((_scope_of(node), self._branch(node)))
            self._declared[name] = found
        return self._declared[name]

    def _branch(self, node: Node) -> Branch:
        """A macro or alias of an API name under a condition, as for the other vendor, holds there only."""
        alias = node.parent is not None and node.parent.type in _ALIASES
        return self._context.layout.branch(node.start_byte) if alias else ()

    def _names_type(self, node: Node) -> bool:
        """Before another identifier a name is a type, whatever a broken tree says; except that of a macro."""
        macro = node.parent is not None and node.parent.type in _MACROS
        return not macro and self._context.code[node.end_byte : node.end_byte + 64].lstrip()[:1].isalpha()

    def _covers(self, scope: Node, node: Node) -> bool:
        if scope.parent is None or scope.start_byte <= node.start_byte < scope.end_byte:
            return True
        if scope.type != "namespace_definition":
            return False
        title = _title(scope, self._context)
        above = node.parent
        while above is not None:
            if above.type == "namespace_definition" and _title(above, self._context) == title:
                return True
            above = above.parent
        return False


def _title(namespace: Node, context: "Context") -> bytes:
    name = namespace.child_by_field_name("name")
    return b"" if name is None else context.code[name.start_byte : name.end_byte]


def _field(parent: Node, field: str, node: Node) -> bool:
    child = parent.child_by_field_name(field)
    return child is not None and child.id == node.id


def is_member(node: Node) -> bool:
    """Whether a name is a member of an object: `x.name`, `x->name`, `.name = 1`."""
    return node.type == "field_identifier" and (node.parent is None or node.parent.type in _MEMBERS)


def _is_label(node: Node) -> bool:
    return node.type == "statement_identifier"


def declares(node: Node) -> bool:
    """Whether this very node introduces its name: a variable, function, type, field, enumerator or macro."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type in _NAMED:
        return _field(parent, "name", node)
    if parent.type in _WITH_BODY:
        return _field(parent, "name", node) and parent.child_by_field_name("body") is not None
    child = node
    function = False
    while parent is not None and parent.type in _DECLARATORS:
        if not (_field(parent, "declarator", child) or _holds(parent, child)):
            return False
        if function and parent.type == "parenthesized_declarator":
            return False  # `CHECK(f(x))` without a semicolon reads like a declaration of f
        function = function or parent.type == "function_declarator"
        child, parent = parent, parent.parent
    if parent is None or parent.type not in _DECLARATIONS or _is_doubtful(parent, child, function):
        return False
    return any(declared.id == child.id for declared in parent.children_by_field_name("declarator"))


def _is_doubtful(declaration: Node, declarator: Node, function: bool) -> bool:
    """A call in broken code, or one without its semicolon, may pass for a declaration."""
    if declaration.type == "function_definition":
        return declarator.has_error
    local = declaration.parent is not None and declaration.parent.type == "compound_statement"
    return declaration.has_error or (local and (function or _follows_macro(declaration, declarator)))


def _follows_macro(declaration: Node, declarator: Node) -> bool:
    """`CHECKED f(x, 0);`, where CHECKED is a macro, possibly on the line before, reads like a variable f."""
    kind, value = declaration.child_by_field_name("type"), declarator.child_by_field_name("value")
    if kind is None or value is None or value.type != "argument_list":
        return False
    return kind.type == "type_identifier" and kind.text is not None and kind.text.isupper()


def _holds(declarator: Node, child: Node) -> bool:
    """Reference and parenthesised declarators give no field name to what they hold."""
    unnamed = declarator.type in ("reference_declarator", "parenthesized_declarator")
    return unnamed and any(named.id == child.id for named in declarator.named_children)


def _scope_of(node: Node) -> Node:
    """The scope in which a declaration at `node` holds; of a macro that is the file, of a parameter the function."""
    child, above = node, node.parent
    macro = above is not None and above.type in _MACROS
    parameter = False
    while above is not None:
        parameter = parameter or above.type == "parameter_list"
        own_name = _field(above, "declarator", child) or _field(above, "name", child)
        if not macro and above.type in _SCOPES and (parameter or not own_name):
            return above
        if parameter and above.type in _PROTOTYPES:
            return above
        child, above = above, above.parent
    return child
