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

  /**
   * @param tracing absent on a node that exports no traces
   */
  public CallContexts(Duration timeout, Clock clock, @Nullable Tracing tracing) {
    this.timeout = timeout;
    this.clock = clock;
    this.tracing = tracing;
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
    String client = Traceparent.valid(request.getHeader("traceparent"));
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

  /** The same call with the time of another request; for a response that goes on. */
  public CallContext renewed(CallContext call) {
    return call.withDeadline(clock.instant().plus(timeout));
  }
}
