"""The language server `cass-lsp`: converts between editors and the engine; nothing here decides about CUDA or HIP."""
