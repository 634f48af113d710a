package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Traceparent;
import dev.tradewind.kernel.operation.Tracestate;
import dev.tradewind.kernel.operation.Tracing;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Call contexts of requests before authentication: request id, deadline and trace. */
public final class CallContexts {

  private final Duration timeout;
  private final Clock clock;
  private final @Nullable Tracing tracing;
  private final boolean trustsCallers;

  /**
   * @param tracing absent on a node that exports no traces
   * @param trustsCallers whether clients decide that their traces are recorded
   */
  public CallContexts(
      Duration timeout, Clock clock, @Nullable Tracing tracing, boolean trustsCallers) {
    this.timeout = timeout;
    this.clock = clock;
    this.tracing = tracing;
    this.trustsCallers = trustsCallers;
  }

  /** The call of a request that is not of an operation. */
  public CallContext of(RoutingContext context) {
    String path = context.currentRoute().getPath();
    return of(context, null, path == null ? "/*" : path);
  }

  /**
   * The call of a request, which becomes the current one.
   *
   * @param route path of the operation in the contract
   */
  public CallContext of(RoutingContext context, @Nullable String operation, String route) {
    String requestId = context.get(RequestIdHandler.REQUEST_ID);
    HttpServerRequest request = context.request();
    String client = parent(Traceparent.valid(request.getHeader("traceparent")));
    String state = client == null ? null : Tracestate.valid(request.headers().getAll("tracestate"));
    CallContext call =
        new CallContext(
            requestId,
            clock.instant().plus(timeout),
            tracing == null
                ? client
                : Traceparent.of(
                    RequestSpan.begin(tracing, context, client, state, operation, route)
                        .getSpanContext()),
            state,
            Principal.ANONYMOUS,
            null);
    CurrentCall.begin(operation, call);
    return call;
  }

  /**
   * Parent that a client sent. Before authentication a request of a gateway looks like any other,
   * so that the shop samples all of them like traces that begin here.
   */
  private @Nullable String parent(@Nullable String client) {
    if (client == null || trustsCallers) {
      return client;
    }
    return Traceparent.withSampling(client, tracing != null && tracing.draw());
  }

  /** The path of a request with its ids alone, as logs and spans show it. */
  public static String shownPath(RoutingContext context, String route) {
    return RequestSpan.path(route, context.pathParams());
  }

  /** The same call with the time of another request; for a response that goes on. */
  public CallContext renewed(CallContext call) {
    return call.withDeadline(clock.instant().plus(timeout));
  }
}
