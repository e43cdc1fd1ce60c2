// CUDA's calls about graphs whose structures or parameters differ from HIP's, as the executor's
// runtime has them; they call HIP's. What they refuse themselves is returned, and no last error.
#include "cuda_graph.cpp" // NOLINT(bugprone-suspicious-include)

namespace cass {

hipError_t done(hipError_t error) { return error; }

#ifdef CASS_CUDA_12
int cuda_version() { return 12; }
#else
int cuda_version() { return 13; }
#endif

} // namespace cass
