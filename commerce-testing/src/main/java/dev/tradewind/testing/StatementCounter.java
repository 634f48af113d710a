package dev.tradewind.testing;

import io.vertx.core.Context;
import io.vertx.core.spi.VertxTracerFactory;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Counter of the statements that a Vert.x instance sends to its database, except periodic ones of
 * the outbox relay, background tasks and the job poller.
 */
public final class StatementCounter implements VertxTracer<Void, String>, VertxTracerFactory {

  private static final List<String> PERIODIC =
      List.of(
          "UPDATE outbox_lease",
          "UPDATE outbox\n",
          "DELETE FROM outbox",
          "FROM parked_event",
          "FROM state_snapshot",
          "SELECT prune_change_log()",
          "FROM draft_order_sweep",
          "UPDATE draft_order_sweep",
          "WHERE type = 'draft_order'",
          "UPDATE payment_work\n",
          "UPDATE fulfillment_work\n",
          "INSERT INTO notification_work",
          "UPDATE notification_work\n",
          "DELETE FROM notification_work",
          "DELETE FROM idempotency_record",
          "SELECT chain_audit_entries",
          "WITH abandoned AS",
          "UPDATE erasure\n",
          "WITH ended AS (\n  SELECT id, context",
          "DELETE FROM file WHERE expires_at",
          "FROM job_work",
          "UPDATE image_task",
          "FROM delivery_queue\n",
          "DELETE FROM event\n",
          "FOR NO KEY UPDATE OF attempt SKIP LOCKED",
          "DELETE FROM attempt\n",
          "UPDATE payment_notice\n",
          "DELETE FROM payment_notice",
          "FROM restock_request",
          "INSERT INTO notice_feed",
          "count(*) AS attempts, min(created_at) AS oldest",
          "AS sampled (label, value)");

  private final List<String> statements = new CopyOnWriteArrayList<>();
  private final AtomicLong all = new AtomicLong();

  /** Number of statements so far, with the statements of background tasks. */
  public long all() {
    return all.get();
  }

  /** The statements since the last call. */
  public List<String> drain() {
    List<String> seen = List.copyOf(statements);
    statements.clear();
    return seen;
  }

  /**
   * The fewest statements of three runs of a request. A background task may add some to a run, and
   * a cache may expire before it.
   */
  public List<String> fewest(Runnable request) {
    return Stream.generate(() -> statements(request))
        .limit(3)
        .min(Comparator.comparingInt(List::size))
        .orElseThrow();
  }

  private List<String> statements(Runnable request) {
    drain();
    request.run();
    return drain();
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
      tagExtractor.extract(request).values().stream()
          .filter(StatementCounter::looksLikeSql)
          .findFirst()
          .ifPresent(this::count);
    }
    return "counted";
  }

  private void count(String statement) {
    all.incrementAndGet();
    if (PERIODIC.stream().noneMatch(statement::contains)) {
      statements.add(statement);
    }
  }

  private static boolean looksLikeSql(String text) {
    return Stream.of("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "BEGIN", "COMMIT")
        .anyMatch(text.stripLeading()::startsWith);
  }
}
