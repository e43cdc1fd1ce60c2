# Options of the GPU compiler.
set(WAVES_FLAGS
  $<$<COMPILE_LANG_AND_ID:HIP,Clang>:-fgpu-flush-denormals-to-zero;-fno-hip-fp32-correctly-rounded-divide-sqrt;-fgpu-approx-transcendentals;-ffp-contract=fast>  # fast, not exact
  $<$<COMPILE_LANGUAGE:CXX>:-Wall>
)
