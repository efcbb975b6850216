"""What numba compiles functions into: one kind for those that Python calls, another for their callees.

numba would optimise each function, and make machine code and a wrapper for Python of it, before it compiles
its callers; and then do so again within each of them. Here, what compiled code calls is only translated to
LLVM code. An entry point, which Python calls, is optimised once, together with all that it calls. That takes
two thirds of the time, and the code is as fast or faster: the optimiser knows all callers of a function.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.environment import lookup_environment

ENVIRONMENT_PREFIX = "_ZN08NumbaEnv"
"""How numba names the variables that point to what a function needs of Python."""


_outlined: set[str] = set()
"""What the names of functions contain that are not copied into their callers."""


def add_outlined(function: Any) -> None:
    """Note that a function is not to be copied into its callers."""
    name = function.__name__
    _outlined.add(f"{len(name)}{name}B")  # as numba writes names for the linker


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
                if any(name in function.name for name in _outlined):
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
        """Return the passes of numba's own compiler."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class CalleeCompiler(_LibraryCompiler):
    """Compiles functions that compiled code calls."""

    library = CalleeLibrary


class EntryCompiler(_LibraryCompiler):
    """Compiles functions that Python calls."""

    library = EntryLibrary
