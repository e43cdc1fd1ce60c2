"""VALU cube map coordinates: which face a direction meets, and where on it.

The major axis is z where |z| is at least as large as the others, else y where |y| >= |x|, else x.
"""

from cass_tools.executor.amd.ops.table import Function, Simple, Value, vector


def by_axis(f: Function, direction: tuple[Value, Value, Value], on: tuple[Value, Value, Value]) -> Value:
    """The one of three values (for x, y, z) that belongs to the major axis."""
    x, y, z = (f.intrinsic("fabs", v) for v in direction)
    z_major = z.cmp("oge", x) & z.cmp("oge", y)
    return z_major.select(on[2], y.cmp("oge", x).select(on[1], on[0]))


def signed(v: Value, positive: Value, negative: Value) -> Value:
    """One of two values by the sign of `v`."""
    return v.cmp("olt", 0.0).select(negative, positive)


def face(f: Function, x: Value, y: Value, z: Value) -> Value:
    """0 to 5: +x, -x, +y, -y, +z, -z."""
    numbers = [f.const(float(n), "float", x.lanes) for n in range(6)]
    on_x, on_y, on_z = (signed(v, numbers[2 * n], numbers[2 * n + 1]) for n, v in enumerate((x, y, z)))
    return by_axis(f, (x, y, z), (on_x, on_y, on_z))


def s_coordinate(f: Function, x: Value, y: Value, z: Value) -> Value:
    """Horizontal coordinate on the face, not divided yet."""
    return by_axis(f, (x, y, z), (signed(x, -z, z), x, signed(z, x, -x)))


def t_coordinate(f: Function, x: Value, y: Value, z: Value) -> Value:
    """Vertical coordinate on the face, not divided yet."""
    return by_axis(f, (x, y, z), (-y, signed(y, z, -z), -y))


def twice_major(f: Function, x: Value, y: Value, z: Value) -> Value:
    """Twice the coordinate along the major axis."""
    return by_axis(f, (x, y, z), (x, y, z)) * 2.0


_COORDINATES: dict[str, Simple] = {"id": face, "sc": s_coordinate, "tc": t_coordinate, "ma": twice_major}
for _name, _fn in _COORDINATES.items():
    vector(f"v_cube{_name}_f32", "f", "fff", _fn)
