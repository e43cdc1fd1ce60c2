// Kernels of which only descriptors and metadata are used: their code is replaced by that of
// kernels.c.
#define GLOBAL extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, 1024)))
#define PLAIN(name)                                                                                \
  GLOBAL void name(unsigned *out) { *out = __builtin_amdgcn_workgroup_id_x(); }

GLOBAL void start(unsigned *out) {
  *out = __builtin_amdgcn_workgroup_id_x() + __builtin_amdgcn_workgroup_id_y() +
         __builtin_amdgcn_workgroup_id_z() + __builtin_amdgcn_workitem_id_y() +
         __builtin_amdgcn_workitem_id_z();
}

extern __attribute__((shared)) unsigned dynamic[];

GLOBAL void hidden(unsigned *out) {
  out[64] = dynamic[*out];
  auto arguments =
      (const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr();
  for (int i = 0; i < 64; ++i)
    out[i] = arguments[i];
}

PLAIN(barrier)
PLAIN(unequal_barriers)
PLAIN(flag_of_a_later_block)
PLAIN(grid_barrier)
PLAIN(grid_barrier_passed_by)
PLAIN(yield_within_a_block)
PLAIN(wild_write)
PLAIN(trap)
PLAIN(breakpoint)
PLAIN(lds)
PLAIN(order)
PLAIN(first_tier)
PLAIN(on_many_threads)
