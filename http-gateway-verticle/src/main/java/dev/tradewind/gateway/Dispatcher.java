package dev.tradewind.gateway;

import dev.tradewind.gateway.access.Authenticator;
import dev.tradewind.gateway.access.Caller;
import dev.tradewind.gateway.access.Credentials;
import dev.tradewind.gateway.access.CrossOrigin;
import dev.tradewind.gateway.contract.Access;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.Surface;
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
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of every request: find out who sends it, validate it, send it to the verticle that owns
 * the operation, and copy the answer. Nothing in here knows any operation.
 */
final class Dispatcher {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private final OperationBus bus;
  private final Authenticator authenticator;
  private final CrossOrigin origins;
  private final RequestLog log;
  private final Uploads uploads;
  private final GatewayConfig config;
  private final Clock clock;

  Dispatcher(
      OperationBus bus,
      Authenticator authenticator,
      CrossOrigin origins,
      RequestLog log,
      Uploads uploads,
      GatewayConfig config,
      Clock clock) {
    this.bus = bus;
    this.authenticator = authenticator;
    this.origins = origins;
    this.log = log;
    this.uploads = uploads;
    this.config = config;
    this.clock = clock;
  }

  Handler<RoutingContext> handler(Operation operation) {
    OperationInput input = new OperationInput(operation);
    RequestHeaders headers = new RequestHeaders(operation, config.isBehindProxy());
    RequestLog.OfOperation outcome = log.of(operation);
    return context ->
        handle(context, operation, input, headers)
            .otherwise(failure -> Reply.problem(problem(context, operation.id(), failure)))
            .onSuccess(reply -> {
              outcome.answered(context, reply.status());
              if (operation.upload().isExpected()) {
                Uploads.discardRest(context.request());
              }
              Answers.send(context.response(), reply);
            });
  }

  /** Who may not call an operation does not learn what it would have said of the input. */
  private Future<Reply> handle(
      RoutingContext context, Operation operation, OperationInput input, RequestHeaders headers) {
    CallContext call = call(context);
    return caller(context, operation, call)
        .compose(caller -> {
          admit(context.request(), operation, caller);
          CallContext known = call.by(caller.principal());
          return operation.upload().isExpected()
              ? upload(context, operation, headers, known)
              : forward(operation, known, envelope(context, input, headers.read(context)));
        });
  }

  /** Files go to their store while they come in; the operation then names them. */
  private Future<Reply> upload(
      RoutingContext context, Operation operation, RequestHeaders headers, CallContext call) {
    return uploads
        .receive(context.request(), call, operation.upload())
        .compose(files -> {
          JsonObject nothing = new JsonObject();
          Buffer envelope = Request.input(nothing, nothing, files, headers.read(context));
          CallContext renewed = call.withDeadline(clock.instant().plus(config.requestTimeout()));
          return forward(operation, renewed, envelope);
        });
  }

  private Future<Caller> caller(RoutingContext context, Operation operation, CallContext call) {
    return operation.access() == Access.NONE
        ? Future.succeededFuture(Caller.NOBODY)
        : authenticator.caller(context.request(), operation.surface(), call);
  }

  private void admit(HttpServerRequest request, Operation operation, Caller caller) {
    Principal principal = caller.principal();
    boolean admitted =
        switch (operation.access()) {
          case NONE, OPTIONAL -> true;
          case CUSTOMER -> principal.isCustomer();
          case ADMIN -> principal.isUser();
        };
    if (!admitted) {
      throw new Problem.Unauthorized().toException();
    }
    if (config.enforcesRoles() && !operation.isOpenTo(caller.role())) {
      throw new Problem.Forbidden("The role of the user does not allow this").toException();
    }
    boolean usesCookie =
        CrossOrigin.isByCookie(principal)
            || (operation.managesSession() && Credentials.session(request) != null);
    if (operation.isWrite() && usesCookie) {
      origins.checkCookieWrite(request, operation.surface());
    }
  }

  private static Buffer envelope(RoutingContext context, OperationInput input, JsonObject headers) {
    JsonObject parameters = new JsonObject();
    context.pathParams().forEach(parameters::put);
    JsonObject path = input.path(parameters);
    JsonObject query = input.query(context.request().query());
    JsonObject body = input.takesBody() ? input.body(JsonBody.of(context)) : null;
    return Request.input(path, query, body, headers);
  }

  /** Where there is no operation, only users hear that there is none. */
  void unknownAdminPath(RoutingContext context) {
    authenticator
        .caller(context.request(), Surface.ADMIN, call(context))
        .<Problem>map(caller ->
            caller.principal().isUser()
                ? new Problem.NotFound("Not Found")
                : new Problem.Unauthorized())
        .otherwise(failure -> problem(context, "An unknown path", failure))
        .onSuccess(problem -> Answers.problem(context, problem));
  }

  /** A call in the name of nobody yet. */
  CallContext call(RoutingContext context) {
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

  static Problem problem(RoutingContext context, String asked, Throwable failure) {
    Problem problem = Failures.problem(failure);
    if (problem instanceof Problem.Unexpected) {
      String requestId = context.get(Arrival.REQUEST_ID);
      LOG.error("{} was not answered, request {}", asked, requestId, failure);
    }
    return problem;
  }
}
