"""The meaning of NVIDIA's opcodes: one function each. `OPS` is the whole table, filled by this folder."""

import pkgutil
from importlib import import_module

from cass_tools.executor.nvidia.lift.ops.registry import OPS

MODULES = tuple(import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))

__all__ = ["MODULES", "OPS"]
