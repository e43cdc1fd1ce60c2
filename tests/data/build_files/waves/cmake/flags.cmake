# Options of the GPU compiler.
set(WAVES_FLAGS
  $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--use_fast_math>  # fast, not exact
  $<$<COMPILE_LANGUAGE:CXX>:-Wall>
)
