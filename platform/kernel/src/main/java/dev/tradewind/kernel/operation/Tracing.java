package dev.tradewind.kernel.operation;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tracer of a node, found by its Vert.x instance; a node that exports no traces has none. The
 * parent of a span is the trace context that the call carries, on one node as between nodes. A
 * trace that is not sampled has its ids and no spans.
 */
public final class Tracing implements Shareable {

  private static final String NAME = "tradewind.tracing";

  private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  private final Tracer tracer;
  private final double sample;
  private final boolean tracesMessages;

  private Tracing(Tracer tracer, double sample, boolean tracesMessages) {
    this.tracer = tracer;
    this.sample = sample;
    this.tracesMessages = tracesMessages;
  }

  /**
   * To be called once for each Vert.x instance, before its verticles are made.
   *
   * @param sample share of the traces of clients that are recorded, from 0 to 1
   * @param tracesMessages whether events that are sent to Kafka have spans
   */
  public static void install(Vertx vertx, Tracer tracer, double sample, boolean tracesMessages) {
    vertx
        .sharedData()
        .<String, Tracing>getLocalMap(NAME)
        .put(NAME, new Tracing(tracer, sample, tracesMessages));
  }

  /** The tracer of the node; null if it exports no traces. */
  public static @Nullable Tracing of(Vertx vertx) {
    return vertx.sharedData().<String, Tracing>getLocalMap(NAME).get(NAME);
  }

  /** Whether events that are sent to Kafka have spans. */
  public boolean tracesMessages() {
    return tracesMessages;
  }

  /**
   * Draws whether the trace of a client is recorded. The id of the trace decides nothing, because
   * the client has chosen it.
   */
  public boolean draw() {
    return ThreadLocalRandom.current().nextDouble() < sample;
  }

  /**
   * Begins the span of a request from outside. It continues the trace of the client, if there is
   * one, and records nothing in a trace that is not sampled.
   *
   * @param client trace context that it sent, with the decision whether it is sampled
   * @param state values of tracing systems beside it
   * @param age time since the request arrived
   */
  public Span request(String name, @Nullable String client, @Nullable String state, Duration age) {
    return tracer
        .spanBuilder(name)
        .setSpanKind(SpanKind.SERVER)
        .setParent(Traceparent.context(client, state))
        .setStartTimestamp(Instant.now().minus(age))
        .startSpan();
  }

  /**
   * Begins the span of a step of a call.
   *
   * @return null outside of traces, and in a trace that is not sampled
   */
  @Nullable Span step(String name, SpanKind kind, CallContext call) {
    return step(name, kind, call.traceparent(), call.tracestate());
  }

  /**
   * Begins the span of a step.
   *
   * @param parent trace context of the step
   * @param state values of tracing systems beside it
   * @return null outside of traces, and in a trace that is not sampled
   */
  public @Nullable Span step(
      String name, SpanKind kind, @Nullable String parent, @Nullable String state) {
    if (Traceparent.isSampled(parent)) {
      return tracer
          .spanBuilder(name)
          .setSpanKind(kind)
          .setParent(Traceparent.context(parent, state))
          .startSpan();
    }
    return null;
  }

  /** Begins the span of a step, to another service, of the call that a context executes. */
  public static @Nullable Span stepOf(@Nullable Context context, String name) {
    CurrentCall call = CurrentCall.of(context);
    if (context == null || call == null || !Traceparent.isSampled(call.context().traceparent())) {
      return null;
    }
    Tracing tracing = of(context.owner());
    return tracing == null ? null : tracing.step(name, SpanKind.CLIENT, call.context());
  }

  /**
   * Executes background work as a trace of its own, on a context of its own: its statements,
   * provider calls and requests to verticles have spans below the one of the work. A poll that
   * finds nothing is not work. Without tracing, and in a trace that is not sampled, the work is
   * executed as it is.
   *
   * @param task name of the span
   */
  public static <T> Future<T> background(String task, Supplier<Future<T>> work) {
    return background(task, List.of(), work);
  }

  /**
   * Executes background work in the same way, with links to the calls that caused it.
   *
   * @param task name of the span
   * @param origins trace contexts of the calls that caused the work; those that are sampled are
   *     linked
   */
  public static <T> Future<T> background(
      String task, Collection<String> origins, Supplier<Future<T>> work) {
    if (!(Vertx.currentContext() instanceof ContextInternal current)) {
      return work.get();
    }
    Tracing tracing = of(current.owner());
    Span span = tracing == null ? Span.getInvalid() : tracing.root(task, origins);
    if (!span.getSpanContext().isSampled()) {
      return work.get();
    }
    return CurrentCall.execute(current, new CurrentCall(task, CallContext.ofBackground(span)), work)
        .onComplete(ended -> end(span, ended.cause()));
  }

  private Span root(String task, Collection<String> origins) {
    SpanBuilder root = tracer.spanBuilder(task).setNoParent();
    origins.stream()
        .filter(Traceparent::isSampled)
        .distinct()
        .map(origin -> Span.fromContext(Traceparent.context(origin, null)).getSpanContext())
        .forEach(root::addLink);
    return root.startSpan();
  }

  /** Ends a span. Messages of failures may contain data of a shop and stay out of it. */
  public static void end(Span span, @Nullable Throwable failure) {
    if (failure instanceof Problem expected) {
      Problem problem = expected;
      span.setAttribute(ERROR_TYPE, problem.getClass().getSimpleName());
      if (problem.status() >= 500) {
        span.setStatus(StatusCode.ERROR);
      }
    } else if (failure != null) {
      span.setAttribute(ERROR_TYPE, failure.getClass().getName()).setStatus(StatusCode.ERROR);
    }
    span.end();
  }
}
