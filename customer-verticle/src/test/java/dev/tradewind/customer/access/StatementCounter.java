package dev.tradewind.customer.access;

import io.vertx.core.Context;
import io.vertx.core.spi.VertxTracerFactory;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** Sees the statements that a node sends to its database, but for those of the outbox relay. */
final class StatementCounter implements VertxTracer<Void, String>, VertxTracerFactory {

  private final List<String> statements = new CopyOnWriteArrayList<>();

  /** The statements since the last call. */
  List<String> drain() {
    List<String> seen = List.copyOf(statements);
    statements.clear();
    return seen;
  }

  @Override
  public VertxTracer<?, ?> tracer(TracingOptions options) {
    return this;
  }

  @Override
  public TracingOptions newOptions() {
    return new TracingOptions();
  }

  @Override
  public <R> String sendRequest(
      Context context,
      SpanKind kind,
      TracingPolicy policy,
      R request,
      String operation,
      BiConsumer<String, String> headers,
      TagExtractor<R> tagExtractor) {
    if ("Query".equals(operation)) {
      String tags = tagExtractor.extract(request).toString();
      if (!tags.contains("outbox_lease")
          && !tags.contains("UPDATE outbox")
          && !tags.contains("DELETE FROM outbox")) {
        statements.add(tags);
      }
    }
    return "counted";
  }
}
