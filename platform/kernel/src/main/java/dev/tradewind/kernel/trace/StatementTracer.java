package dev.tradewind.kernel.trace;

import dev.tradewind.kernel.operation.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.vertx.core.Context;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.impl.tracing.QueryRequest;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Spans of the SQL statements of calls, through the hook that Vert.x has for tracers; everything
 * else that Vert.x reports to it is ignored, because those spans are made where operation and route
 * are known. A statement is named by its summary; neither its text nor its values are recorded.
 */
public final class StatementTracer implements VertxTracer<Object, Span> {

  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
  private static final AttributeKey<String> SUMMARY = AttributeKey.stringKey("db.query.summary");
  private static final AttributeKey<String> NAMESPACE = AttributeKey.stringKey("db.namespace");
  private static final AttributeKey<String> SQLSTATE =
      AttributeKey.stringKey("db.response.status_code");

  private final StatementSummaries summaries = new StatementSummaries();

  @Override
  public <R> @Nullable Span sendRequest(
      Context context,
      SpanKind kind,
      TracingPolicy policy,
      R request,
      String operation,
      BiConsumer<String, String> headers,
      TagExtractor<R> tags) {
    if (!(request instanceof QueryRequest query)) {
      return null;
    }
    String summary = summaries.of(query.sql());
    Span span = Tracing.stepOf(context, summary);
    if (span != null) {
      span.setAttribute(SYSTEM, "postgresql").setAttribute(SUMMARY, summary);
      for (int tag = 0; tag < tags.len(request); tag++) {
        if (NAMESPACE.getKey().equals(tags.name(request, tag))) {
          span.setAttribute(NAMESPACE, tags.value(request, tag));
        }
      }
    }
    return span;
  }

  @Override
  public <R> void receiveResponse(
      Context context,
      @Nullable R response,
      @Nullable Span span,
      @Nullable Throwable failure,
      TagExtractor<R> tags) {
    if (span != null) {
      if (failure instanceof PgException refused) {
        span.setAttribute(SQLSTATE, refused.getSqlState());
      }
      Tracing.end(span, failure);
    }
  }
}
