package dev.tradewind.gateway.server;

import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.http.HttpResponses;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.SecurityPolicyHandler;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reader of request bodies, except bodies of uploads, which are streamed. It implements the handler
 * type that a router permits behind the other policies.
 */
final class RequestBodyHandler implements SecurityPolicyHandler {

  private static final Set<HttpMethod> WITH_BODY =
      Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

  private final Set<String> uploads;
  private final BodyHandler reader;
  private final Duration timeout;

  /**
   * @param timeout until which the whole body must have arrived
   */
  RequestBodyHandler(List<Operation> operations, BodyHandler reader, Duration timeout) {
    this.timeout = timeout;
    this.uploads =
        operations.stream()
            .filter(operation -> operation.upload().isExpected())
            .map(operation -> operation.method() + " " + operation.path())
            .collect(Collectors.toUnmodifiableSet());
    this.reader = reader;
  }

  @Override
  public void handle(RoutingContext context) {
    if (uploads.contains(context.request().method() + " " + context.normalizedPath())) {
      // Paused until the caller is authenticated, so that no byte is lost.
      context.request().pause();
      context.next();
    } else if (WITH_BODY.contains(context.request().method())) {
      closeIfLate(context);
      reader.handle(context);
    } else {
      // The server throws on a form sent with a method without a body; such bodies are ignored.
      context.next();
    }
  }

  /** A body that trickles in holds its connection no longer than any other request. */
  private void closeIfLate(RoutingContext context) {
    HttpServerRequest request = context.request();
    long timer =
        context
            .vertx()
            .setTimer(
                timeout.toMillis(),
                late -> {
                  if (!request.isEnded() && !request.response().ended()) {
                    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
                    HttpResponses.send(request.response(), HttpResponses.LATE_BODY);
                    request.connection().close();
                  }
                });
    context.addEndHandler(ended -> context.vertx().cancelTimer(timer));
  }
}
