// A kernel with a descriptor and metadata that the test knows.
.amdgcn_target "amdgcn-amd-amdhsa--gfx90a:xnack-"
.text
.globl k
.type k,@function
.p2align 8
k: s_endpgm
.size k, .-k
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 24
  .amdhsa_next_free_sgpr 30
  .amdhsa_accum_offset 16
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_private_segment_fixed_size 32
  .amdhsa_kernarg_size 48
  .amdhsa_user_sgpr_dispatch_ptr 1
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_vgpr_workitem_id 2
  .amdhsa_system_sgpr_private_segment_wavefront_offset 1
  .amdhsa_float_denorm_mode_32 3
  .amdhsa_ieee_mode 0
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 48
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4096
    .private_segment_fixed_size: 32
    .wavefront_size: 64
    .sgpr_count: 36
    .vgpr_count: 24
    .agpr_count: 8
    .max_flat_workgroup_size: 512
    .reqd_workgroup_size: [8, 4, 2]
.end_amdgpu_metadata
