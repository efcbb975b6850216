"""The code libraries that numba compiles functions into: one kind for entry points, another for callees.

Left to itself, numba optimises each function and generates its machine code and Python wrapper before it
compiles the callers, and then optimises the function again inside each of them. Here, a function that only
compiled code calls is translated to LLVM IR and no further. An entry point, which Python calls, is optimised
once, together with everything it calls. That cuts the compile time by a third, and the code is as fast or
faster, since the optimiser sees all callers of a function.

numba's passes that change nothing in this program's functions are left out, and its comparison of compiler
options, made at every call of a function, takes a short cut. Together they save another sixth of the time.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.environment import lookup_environment
from numba.core.targetconfig import TargetConfig

ENVIRONMENT_PREFIX = "_ZN08NumbaEnv"
"""The prefix of numba's names for the variables that hold a function's environment: its Python objects."""

UNUSED_PASSES = {
    "inline_closure_likes",  # closures and comprehensions
    "inline_inlinables",  # functions that numba itself is told to inline
    "inline_overloads",
    "nopython_rewrites",  # expressions of whole arrays
    "rewrite_semantic_constants",  # the number of dimensions of an array, the length of a tuple
}
"""Passes for what no compiled function here contains; leaving them out saves time."""

_noinline: set[str] = set()
"""The part of its mangled name that identifies each function that must not be inlined."""


def add_noinline(function: Any) -> None:
    """Mark a function that must not be inlined."""
    name = function.__name__
    _noinline.add(f"{len(name)}{name}B")  # as numba mangles names


class _WithoutAddresses:
    """The code generator of a library without machine code."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: entry points set the variables of all that they call."""


class CalleeLibrary(JITCodeLibrary):
    """The LLVM IR of a function and of all that it calls, to be linked into that of its callers."""

    @property
    def codegen(self) -> Any:
        """The code generator, which ignores the addresses that numba sets: there is no machine code here."""
        return _WithoutAddresses(self._codegen)

    def finalize(self) -> None:
        """Link what the function calls, without optimising or making machine code."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            if hasattr(self, "_reload_init"):  # not in numba 0.61
                self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, by which numba knows a library without machine code."""
        self._ensure_finalized()
        return 0


class EntryLibrary(JITCodeLibrary):
    """The machine code of a function that Python calls, and of all that it calls."""

    def _optimize_final_module(self) -> None:
        """Optimise, knowing that nothing else calls the callees: they are copies for this function."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
                if any(name in function.name for name in _noinline):
                    function.add_function_attribute("noinline")
        super()._optimize_final_module()

    def _finalize_specific(self) -> None:
        codegen: Any = self._codegen
        super()._finalize_specific()
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT_PREFIX):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    codegen.set_env(variable.name, environment)


class _LibraryCompiler(Compiler):
    """numba's compiler, which compiles into the class `library`."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> Any:
        """Return the passes of numba's own compiler that our functions need."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [_without_unused(pipeline) for pipeline in super().define_pipelines()]


def _without_unused(pipeline: Any) -> Any:
    needed: Any = PassManager(pipeline.pipeline_name)
    for each, description in pipeline.passes:
        if each.name() not in UNUSED_PASSES:
            needed.add_pass(each, description)
    needed.finalize()
    return needed


def _speed_up_option_comparison() -> None:
    """Make numba compare only the compiler options that were set; it would list all with their values."""
    plain: Any = TargetConfig.__eq__

    def is_equal(one: Any, other: Any) -> Any:
        same = type(one) is type(other) and one._values == other._values
        return same or plain(one, other)

    # numba's own hash is that of the options' names, and so the same for all.
    options: Any = TargetConfig
    options.__eq__, options.__hash__ = is_equal, lambda one: hash(type(one))


_speed_up_option_comparison()


class CalleeCompiler(_LibraryCompiler):
    """Compiles functions that compiled code calls."""

    library = CalleeLibrary


class EntryCompiler(_LibraryCompiler):
    """Compiles functions that Python calls."""

    library = EntryLibrary
