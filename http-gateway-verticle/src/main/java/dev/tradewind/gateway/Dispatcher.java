package dev.tradewind.gateway;

import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.validation.OperationInput;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Failures;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of every request: validate it, send it to the verticle that owns the operation, and copy
 * the answer. Nothing in here knows any operation.
 */
final class Dispatcher {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private final OperationBus bus;
  private final GatewayConfig config;
  private final Clock clock;

  Dispatcher(OperationBus bus, GatewayConfig config, Clock clock) {
    this.bus = bus;
    this.config = config;
    this.clock = clock;
  }

  Handler<RoutingContext> handler(Operation operation) {
    OperationInput input = new OperationInput(operation);
    RequestHeaders headers = new RequestHeaders(operation, config.isBehindProxy());
    return context -> handle(context, operation, input, headers);
  }

  private void handle(
      RoutingContext context, Operation operation, OperationInput input, RequestHeaders headers) {
    Buffer envelope;
    try {
      JsonObject relevant = headers.read(context);
      envelope = envelope(context, input, relevant);
    } catch (ProblemException e) {
      answer(context, operation, Reply.problem(e.problem()));
      return;
    }
    forward(operation, call(context), envelope)
        .otherwise(failure -> Reply.problem(problem(context, operation, failure)))
        .onSuccess(reply -> answer(context, operation, reply));
  }

  private static Buffer envelope(RoutingContext context, OperationInput input, JsonObject headers) {
    JsonObject parameters = new JsonObject();
    context.pathParams().forEach(parameters::put);
    JsonObject path = input.path(parameters);
    JsonObject query = input.query(context.request().query());
    JsonObject body = input.takesBody() ? input.body(JsonBody.of(context)) : null;
    return Request.input(path, query, body, headers);
  }

  private CallContext call(RoutingContext context) {
    String requestId = context.get(Arrival.REQUEST_ID);
    return new CallContext(
        requestId,
        clock.instant().plus(config.requestTimeout()),
        traceparent(context.request().getHeader("traceparent")),
        Principal.NOBODY);
  }

  private static @Nullable String traceparent(@Nullable String given) {
    return given != null && TRACEPARENT.matcher(given).matches() ? given : null;
  }

  /**
   * Where asking twice does no harm, the first member gets half of the time, so that another one
   * can still answer when it has died.
   */
  private Future<Reply> forward(Operation operation, CallContext call, Buffer envelope) {
    if (!operation.retryable()) {
      return bus.send(operation.verticle(), operation.id(), call, envelope);
    }
    Duration patience = call.remaining(clock).dividedBy(2);
    return bus.send(operation.verticle(), operation.id(), call, envelope, patience)
        .recover(failure ->
            failure instanceof ProblemException expected
                    && expected.problem() instanceof Problem.TimedOut
                ? bus.send(operation.verticle(), operation.id(), call, envelope)
                : Future.failedFuture(failure));
  }

  private static Problem problem(RoutingContext context, Operation operation, Throwable failure) {
    Problem problem = Failures.problem(failure);
    if (problem instanceof Problem.Unexpected) {
      String requestId = context.get(Arrival.REQUEST_ID);
      LOG.error("{} was not answered, request {}", operation.id(), requestId, failure);
    }
    return problem;
  }

  private static void answer(RoutingContext context, Operation operation, Reply reply) {
    String requestId = context.get(Arrival.REQUEST_ID);
    if (reply.status() == 503 || reply.status() == 504) {
      LOG.warn("{} answered {}, request {}", operation.id(), reply.status(), requestId);
    } else {
      // A 500 has been logged with its cause where it happened.
      LOG.debug("{} answered {}, request {}", operation.id(), reply.status(), requestId);
    }
    Answers.send(context.response(), reply);
  }
}
