package dev.tradewind.gateway.server;

import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.SecurityPolicyHandler;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the body of every request that may have one, except those of uploads, which are read while
 * they come in. Of the kinds of handlers that a router keeps in order it is one that may follow the
 * other policies.
 */
final class RequestBodyHandler implements SecurityPolicyHandler {

  private static final Set<HttpMethod> WITH_BODY =
      Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

  private final Set<String> uploads;
  private final BodyHandler reader;

  RequestBodyHandler(List<Operation> operations, BodyHandler reader) {
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
      // Nothing may get lost until it is known who sends it.
      context.request().pause();
      context.next();
    } else if (WITH_BODY.contains(context.request().method())) {
      reader.handle(context);
    } else {
      // The server throws at a form that comes with a method that has none; such bodies are
      // ignored.
      context.next();
    }
  }
}
