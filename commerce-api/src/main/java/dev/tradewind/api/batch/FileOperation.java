package dev.tradewind.api.batch;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the batch verticle on files, called through {@link FileClient}. */
public enum FileOperation implements InternalOperation {
  BEGIN("beginFile"),
  APPEND("appendFile"),
  ABANDON("abandonFile"),
  OPEN("openFile"),
  READ("readFile");

  private final String id;

  FileOperation(String id) {
    this.id = id;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String address() {
    return FileClient.ADDRESS;
  }
}
