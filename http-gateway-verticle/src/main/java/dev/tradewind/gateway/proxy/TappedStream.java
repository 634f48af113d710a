package dev.tradewind.gateway.proxy;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stream that shows each chunk to an observer before it passes. */
public final class TappedStream implements ReadStream<Buffer> {

  private final ReadStream<Buffer> source;
  private final Consumer<Buffer> observer;

  public TappedStream(ReadStream<Buffer> source, Consumer<Buffer> observer) {
    this.source = source;
    this.observer = observer;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
    source.exceptionHandler(handler);
    return this;
  }

  @Override
  public ReadStream<Buffer> handler(@Nullable Handler<Buffer> handler) {
    source.handler(
        handler == null
            ? null
            : chunk -> {
              observer.accept(chunk);
              handler.handle(chunk);
            });
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    source.pause();
    return this;
  }

  @Override
  public ReadStream<Buffer> resume() {
    source.resume();
    return this;
  }

  @Override
  public ReadStream<Buffer> fetch(long amount) {
    source.fetch(amount);
    return this;
  }

  @Override
  public ReadStream<Buffer> endHandler(@Nullable Handler<Void> handler) {
    source.endHandler(handler);
    return this;
  }
}
