"""What numba compiles functions into: one kind for those that Python calls, another for their callees.

numba would optimise each function, and make machine code and a wrapper for Python of it, before it compiles
its callers; and then do so again within each of them. Here, what compiled code calls is only translated to
LLVM code. An entry point, which Python calls, is optimised once, together with all that it calls. That takes
two thirds of the time, and the code is as fast or faster: the optimiser knows all callers of a function.

Passes of numba that change nothing in this program's functions are left out, and the comparison of compiler
options, which numba makes for each call of a function, takes its short cut: another sixth of the time.
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
"""How numba names the variables that point to what a function needs of Python."""

UNUSED_PASSES = {
    "inline_closure_likes",  # closures and comprehensions
    "inline_inlinables",  # functions that numba itself is told to inline
    "inline_overloads",
    "nopython_rewrites",  # expressions of whole arrays
    "rewrite_semantic_constants",  # the number of dimensions of an array, the length of a tuple
}
"""What compiled functions here never contain; without these passes it would still be compiled."""

_noinline: set[str] = set()
"""What the mangled names of functions contain that are never inlined."""


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
    """The LLVM code of a function and of all that it calls, to be linked into that of its callers."""

    @property
    def codegen(self) -> Any:
        """What numba sets the addresses of machine code in, of which there are none here."""
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
        """Return numba's sign for having no machine code."""
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
    """numba's compiler, into a library of a certain kind."""

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


def _compare_quickly() -> None:
    """Let numba compare compiler options by what was set; it would list all options, each with its value."""
    plain: Any = TargetConfig.__eq__

    def is_equal(one: Any, other: Any) -> Any:
        same = type(one) is type(other) and one._values == other._values
        return same or plain(one, other)

    # numba's own hash is that of the options' names, and so the same for all.
    options: Any = TargetConfig
    options.__eq__, options.__hash__ = is_equal, lambda one: hash(type(one))


_compare_quickly()


class CalleeCompiler(_LibraryCompiler):
    """Compiles functions that compiled code calls."""

    library = CalleeLibrary


class EntryCompiler(_LibraryCompiler):
    """Compiles functions that Python calls."""

    library = EntryLibrary
