package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.text.CamelCase;

/**
 * Typed name of an operation that only verticles call: a constant of an enum. The calling client
 * and the serving verticle share it.
 */
public interface InternalOperation {

  /** The name of the constant, such as {@code FIND_REGIONS}. */
  String name();

  /** The operation id on the bus, such as {@code findRegions}. */
  default String id() {
    return CamelCase.ofConstant(name());
  }

  /** The bus address of the verticle that serves it. */
  String address();
}
