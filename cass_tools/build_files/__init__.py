"""Reading build files: CMake, make, Python's setup files and Bazel, at the user's byte offsets, as rules need them."""
