package dev.tradewind.kernel.operation;

/**
 * Typed name of an operation that only verticles call. The client that sends it and the verticle
 * that binds it share one constant.
 */
public interface InternalOperation {

  /** The operation id on the bus. */
  String id();

  /** The bus address of the verticle that serves it. */
  String address();
}
