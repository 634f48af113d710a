package dev.tradewind.batch.file;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stream whose buffers are requested one by one, as its reader demands them; paused at first. Used
 * on one context.
 */
final class PulledStream implements ReadStream<Buffer> {

  private final Supplier<Future<Optional<Buffer>>> source;
  private @Nullable Handler<Buffer> handler;
  private @Nullable Handler<Void> endHandler;
  private @Nullable Handler<Throwable> exceptionHandler;
  private @Nullable Buffer held;
  private long demand;
  private boolean isPulling;
  private boolean hasEnded;

  /**
   * @param source next buffer, empty at the end; never requested while one is under way
   */
  PulledStream(Supplier<Future<Optional<Buffer>>> source) {
    this.source = source;
  }

  @Override
  public ReadStream<Buffer> handler(@Nullable Handler<Buffer> handler) {
    this.handler = handler;
    return this;
  }

  @Override
  public ReadStream<Buffer> endHandler(@Nullable Handler<Void> handler) {
    this.endHandler = handler;
    return this;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
    this.exceptionHandler = handler;
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    demand = 0;
    return this;
  }

  @Override
  public ReadStream<Buffer> resume() {
    return fetch(Long.MAX_VALUE);
  }

  @Override
  public ReadStream<Buffer> fetch(long amount) {
    demand = demand + amount < 0 ? Long.MAX_VALUE : demand + amount;
    pull();
    return this;
  }

  private void pull() {
    if (isPulling || hasEnded || demand == 0) {
      return;
    }
    isPulling = true;
    Future<Optional<Buffer>> next =
        held == null ? source.get() : Future.succeededFuture(Optional.of(held));
    held = null;
    next.onSuccess(this::deliver).onFailure(this::fail);
  }

  /** A buffer that arrives while the stream is paused is held until there is demand again. */
  private void deliver(Optional<Buffer> next) {
    isPulling = false;
    if (next.isEmpty()) {
      hasEnded = true;
      if (endHandler != null) {
        endHandler.handle(null);
      }
    } else if (demand == 0) {
      held = next.get();
    } else {
      if (demand != Long.MAX_VALUE) {
        demand--;
      }
      if (handler != null) {
        handler.handle(next.get());
      }
      pull();
    }
  }

  private void fail(Throwable failure) {
    isPulling = false;
    hasEnded = true;
    if (exceptionHandler != null) {
      exceptionHandler.handle(failure);
    }
  }
}
