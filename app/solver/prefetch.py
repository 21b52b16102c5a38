"""Asking for memory before it is needed: the trainer waits for little else."""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _prefetch(_typing: Any, array: Any, index: Any) -> Any:
    """Ask for the cache line of one element of a one-dimensional array, which will be changed."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        llvm_prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        address = builder.bitcast(builder.gep(held.data, [arguments[1]]), byte)
        # To write to; to be kept close; data, not code.
        builder.call(llvm_prefetch, [address, word(1), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, index), generate


prefetch = cast(Callable[[Any, Any], None], intrinsic(_prefetch))
