"""Cube coordinates by their geometry: the point on the face's plane leads back to the direction."""

import numpy as np

from tests.executor.amd.ops.rig import Array, Rig

# For each face: major axis and its sign, then the axis and sign of s and of t.
FACES = {
    0: ((0, 1), (2, -1), (1, -1)),
    1: ((0, -1), (2, 1), (1, -1)),
    2: ((1, 1), (0, 1), (2, 1)),
    3: ((1, -1), (0, 1), (2, -1)),
    4: ((2, 1), (0, 1), (1, -1)),
    5: ((2, -1), (0, -1), (1, -1)),
}
NAMES = {"v_cubeid_f32", "v_cubesc_f32", "v_cubetc_f32", "v_cubema_f32"}


def directions() -> Array:
    """Random ones, and ones where axes tie."""
    random = np.random.default_rng(5)
    grid = np.stack(np.meshgrid(*[[-2.0, -1.0, 1.0, 2.0]] * 3), -1).reshape(-1, 3)
    return np.concatenate([random.standard_normal((512, 3)), grid]).astype(np.float32)


def test_coordinates_lead_back(rig: Rig) -> None:
    points = directions()
    columns = [np.ascontiguousarray(points[:, axis]) for axis in range(3)]
    (face,), (s,), (t,), (major,) = (rig.run(f"v_cube{what}_f32", *columns) for what in ("id", "sc", "tc", "ma"))
    for point, number, *found in zip(points, face, s, t, major, strict=True):
        (axis, sign), (s_axis, s_sign), (t_axis, t_sign) = FACES[int(number)]
        assert abs(point[axis]) == np.abs(point).max()
        assert np.sign(point[axis]) == sign
        assert found == [s_sign * point[s_axis], t_sign * point[t_axis], 2 * point[axis]]


def test_ties_prefer_z_then_y(rig: Rig) -> None:
    ones = np.ones(1, np.float32)
    (face,) = rig.run("v_cubeid_f32", ones, ones, ones)
    assert face[0] == 4
    (face,) = rig.run("v_cubeid_f32", ones, -ones, ones / 2)
    assert face[0] == 3
