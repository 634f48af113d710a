package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Call contexts of requests before authentication: request id, deadline and trace. */
public final class CallContexts {

  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

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
        traceparent(context.request().getHeader("traceparent")),
        Principal.ANONYMOUS);
  }

  private static @Nullable String traceparent(@Nullable String given) {
    return given != null && TRACEPARENT.matcher(given).matches() ? given : null;
  }
}
