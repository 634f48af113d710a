package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Traceparent;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;

/** Call contexts of requests before authentication: request id, deadline and trace. */
public final class CallContexts {

  private final Duration timeout;
  private final Clock clock;

  public CallContexts(Duration timeout, Clock clock) {
    this.timeout = timeout;
    this.clock = clock;
  }

  public CallContext of(RoutingContext context) {
    String requestId = context.get(RequestIdHandler.REQUEST_ID);
    return new CallContext(
        requestId,
        clock.instant().plus(timeout),
        Traceparent.valid(context.request().getHeader("traceparent")),
        Principal.ANONYMOUS);
  }
}
