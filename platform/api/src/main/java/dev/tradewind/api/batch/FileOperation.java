package dev.tradewind.api.batch;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the batch verticle on files, called through {@link FileClient}. */
public enum FileOperation implements InternalOperation {
  BEGIN_FILE,
  APPEND_FILE,
  ABANDON_FILE,
  OPEN_FILE,
  MEASURE_IMAGES,
  READ_FILE;

  @Override
  public String address() {
    return FileClient.ADDRESS;
  }
}
