"""Rules about cooperative groups, on declarations of every form."""

import pytest

from tests.rules.findings import fixed, found, lines

OPEN = "using namespace cooperative_groups;\nnamespace cg = cooperative_groups;\n"


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("auto g = this_grid(); p[0] = g.num_blocks();", "(gridDim.x * gridDim.y * gridDim.z);"),
        ("cg::grid_group g = cg::this_grid(); p[0] = g.dim_blocks().y;", "p[0] = gridDim.y;"),
        ("const thread_block& b = this_thread_block(); p[0] = b.dim_threads().x;", "p[0] = blockDim.x;"),
        ("p[0] = cg::this_thread_block().num_threads();", "p[0] = cg::this_thread_block().size();"),
        ("auto t = cg::tiled_partition<16>(cg::this_thread_block()); p[0] = t.num_threads();", "p[0] = t.size();"),
        ("thread_block_tile<32, thread_block> t = f(); p[0] = t.num_threads();", "p[0] = t.size();"),
        ("coalesced_group c(coalesced_threads()); p[0] = c.num_threads();", "p[0] = c.size();"),
    ],
)
def test_members_become_what_they_stand_for(code: str, after: str) -> None:
    assert after in fixed("CASS171", f"{OPEN}__global__ void k(int* p) {{ {code} }}\n")


def test_members_of_groups_that_are_passed_and_of_other_objects() -> None:
    passed = "template <typename G> __device__ int f(const G& g) { return g.num_blocks() + g.num_threads(); }\n"
    assert [finding.fix is None for finding in found("CASS171", OPEN + passed)] == [True, False]
    pool = "struct Pool { int num_threads(); int block_rank(); };\nint f(Pool& p) { return p.num_threads(); }\n"
    assert found("CASS171", OPEN + pool) == []


def test_clusters_are_found_however_the_namespace_is_opened() -> None:
    kernel = "__global__ void k(int* p) {\n  cluster_group c =\n    this_cluster();\n  c.sync();\n}\n"
    assert lines("CASS144", OPEN + kernel) == [4, 5]
    one = "using cooperative_groups::this_cluster;\n__global__ void k() {\n  this_cluster().sync();\n}\n"
    assert lines("CASS144", one) == [1, 3]
    assert found("CASS144", f"struct cluster_group {{}};\n{kernel.replace('this_cluster()', '{}')}") == []


def test_threads_that_run_together_stay_in_32_beside_tiles_of_32() -> None:
    code = (
        "auto t = cg::tiled_partition<%d>(cg::this_thread_block()); auto c = cg::coalesced_threads(); p[0] = c.size();"
    )
    kernel = f"{OPEN}__global__ void k(int* p) {{ {code} p[1] = __shfl_sync(~0u, p[0], 1); }}\n"
    assert "auto c = cass::coalesced_threads32();" in fixed("CASS144", kernel % 32)
    assert "auto c = cg::coalesced_threads();" in fixed("CASS144", kernel % 16)
