package dev.tradewind.s3;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a stream in parts of one size. It demands buffers only while a part is wanted, so it
 * holds one part at most.
 */
final class PartReader {

  private final ReadStream<Buffer> content;
  private final int size;
  private Buffer pending = Buffer.buffer();
  private @Nullable Promise<Buffer> awaited;
  private @Nullable Throwable failure;
  private boolean hasEnded;

  /**
   * @param content paused
   */
  PartReader(ReadStream<Buffer> content, int size) {
    this.content = content;
    this.size = size;
    content
        .exceptionHandler(failed -> {
          failure = failed;
          deliver();
        })
        .endHandler(end -> {
          hasEnded = true;
          deliver();
        })
        .handler(buffer -> {
          pending.appendBuffer(buffer);
          deliver();
        });
  }

  /** The next part, shorter only at the end of the stream, and empty after it. */
  Future<Buffer> next() {
    Promise<Buffer> part = Promise.promise();
    awaited = part;
    deliver();
    return part.future();
  }

  private void deliver() {
    Promise<Buffer> part = awaited;
    if (part == null) {
      return;
    }
    if (failure != null) {
      awaited = null;
      part.fail(failure);
    } else if (hasEnded || pending.length() >= size) {
      awaited = null;
      Buffer all = pending;
      int length = Math.min(size, all.length());
      pending = all.getBuffer(length, all.length());
      part.complete(length == all.length() ? all : all.getBuffer(0, length));
    } else {
      content.fetch(1);
    }
  }
}
