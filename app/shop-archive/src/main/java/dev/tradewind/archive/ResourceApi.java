package dev.tradewind.archive;

import dev.tradewind.kernel.operation.OperationClient;

/**
 * API at one snapshot that can be opened anew: a failed statement ends the transaction of its
 * connection, so that later requests on this connection would fail too.
 */
final class ResourceApi implements AutoCloseable {

  private final SnapshotApi.Opener opener;
  private final String snapshot;
  private SnapshotApi api;

  ResourceApi(SnapshotApi.Opener opener, String snapshot) {
    this.opener = opener;
    this.snapshot = snapshot;
    this.api = opener.open(snapshot);
  }

  OperationClient bus() {
    return api.bus();
  }

  boolean serves(String verticle) {
    return api.serves(verticle);
  }

  void renew() {
    api.close();
    api = opener.open(snapshot);
  }

  @Override
  public void close() {
    api.close();
  }
}
