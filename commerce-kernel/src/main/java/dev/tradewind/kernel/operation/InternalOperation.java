package dev.tradewind.kernel.operation;

/**
 * Typed name of an operation that only verticles call. The calling client and the serving verticle
 * share one constant.
 */
public interface InternalOperation {

  /** The operation id on the bus. */
  String id();

  /** The bus address of the verticle that serves it. */
  String address();
}
