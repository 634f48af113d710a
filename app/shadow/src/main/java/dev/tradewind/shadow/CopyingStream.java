package dev.tradewind.shadow;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.streams.ReadStream;
import org.jspecify.annotations.Nullable;

/** Stream of an answer that copies each chunk as it passes. */
final class CopyingStream implements ReadStream<Buffer> {

  private final HttpClientResponse answer;
  private final CapturedAnswer copy;

  CopyingStream(HttpClientResponse answer, CapturedAnswer copy) {
    this.answer = answer;
    this.copy = copy;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
    answer.exceptionHandler(handler);
    return this;
  }

  @Override
  public ReadStream<Buffer> handler(@Nullable Handler<Buffer> handler) {
    answer.handler(
        handler == null
            ? null
            : chunk -> {
              copy.add(chunk);
              handler.handle(chunk);
            });
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    answer.pause();
    return this;
  }

  @Override
  public ReadStream<Buffer> resume() {
    answer.resume();
    return this;
  }

  @Override
  public ReadStream<Buffer> fetch(long amount) {
    answer.fetch(amount);
    return this;
  }

  @Override
  public ReadStream<Buffer> endHandler(@Nullable Handler<Void> handler) {
    answer.endHandler(handler);
    return this;
  }
}
