"""cass-hipcc in a folder of its own: projects that are written, built and run."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HIPCC = Path(sys.executable).with_name("cass-hipcc")
TIMEOUT = 300

KERNEL = """#pragma once
#include <cuda_runtime.h>
template <class T> __global__ void scale(int n, T a, T *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= a;
}
"""
PROGRAM = """#include <cstdio>
#include "scale.cuh"
int main() {
  int host[100], *device;
  for (int i = 0; i < 100; i++) host[i] = i;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<4, 32>>>(100, 7, device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\\n", host[99]);
  return cudaGetLastError();
}
"""


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended and what it said."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Project:
    """Files in `folder`; commands run there, with `env` and for `arch`."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    def __call__(self, *words: str, stdin: str = "", **env: str) -> Said:
        """Compile."""
        return self.run(str(HIPCC), *words, stdin=stdin, **env)

    def run(self, *words: str, stdin: str = "", **env: str) -> Said:
        """Run any command."""
        done = subprocess.run(
            words,
            cwd=self.folder,
            env={**os.environ, "CASS_ARCH": "gfx1100", **self.env, **env},
            input=stdin.encode(),
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    def write(self, **texts: str) -> None:
        """Files by name; `__` stands for a dot."""
        for name, text in texts.items():
            (self.folder / name.replace("__", ".")).write_text(text)

    def names(self) -> set[str]:
        """The files there are."""
        return {path.name for path in self.folder.iterdir()}
