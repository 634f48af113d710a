package dev.tradewind.archive;

import dev.tradewind.kernel.operation.OperationClient;

/** API of a shop as it is at a snapshot of its database. */
public interface SnapshotApi extends AutoCloseable {

  /** Opener of the API. */
  @FunctionalInterface
  interface Opener {

    /**
     * @param snapshot id of a snapshot that a transaction has exported, which outlasts the API
     */
    SnapshotApi open(String snapshot);
  }

  OperationClient bus();

  /** Whether the shop has the verticle that owns an operation. */
  boolean serves(String verticle);

  @Override
  void close();
}
