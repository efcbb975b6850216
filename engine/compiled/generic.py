"""Generic functions, dispatched at compile time by the type of their first argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global


def declare_generic(function: Callable[..., Any], body_for: Callable[[str, Any], Any]) -> None:
    """Let compiled code call a function whose body depends on the type of the first argument.

    `body_for` returns it, a compiled function or None, for the function's name and that type. numba's own
    `overload` would compile one more function around it.
    """
    bodies: dict[Any, Any] = {}

    class Template(AbstractTemplate):
        """What numba asks about a call."""

        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            """Return the signature of the body for arguments of these types."""
            body = body_for(function.__name__, args[0])
            if body is None:
                return None
            signature: Any = types.Dispatcher(body).get_call_type(self.context, args, kws)
            bodies[signature.args] = body.get_overload(signature)
            return signature

        def get_impl_key(self, sig: Any) -> Any:
            """Return the compiled body for a signature."""
            return bodies[sig.args]

    infer(Template)
    infer_global(function, types.Function(Template))
