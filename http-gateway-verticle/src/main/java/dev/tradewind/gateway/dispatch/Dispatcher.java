package dev.tradewind.gateway.dispatch;

import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.gateway.auth.Authenticator;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.auth.Credentials;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.files.FileUploadHandler;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.JsonBody;
import dev.tradewind.gateway.http.PendingResponses;
import dev.tradewind.gateway.http.ReadResponse;
import dev.tradewind.gateway.http.RequestIdHandler;
import dev.tradewind.gateway.http.ResponseBodies;
import dev.tradewind.gateway.validation.RequestValidator;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Request dispatcher: authenticates and validates a request, sends it to the verticle that owns the
 * operation, and copies the reply. It knows no operation in particular.
 */
public final class Dispatcher {

  private final OperationClient bus;
  private final Authenticator authenticator;
  private final CorsHandler origins;
  private final RequestMetrics metrics;
  private final RefusalRecorder refusals;
  private final FileUploadHandler uploads;
  private final ResponseBodies bodies;
  private final PendingResponses pending;
  private final CostlyRequestLimiter limiter;
  private final CallContexts calls;
  private final GatewayConfig config;
  private final ForwardedHeaders forwarded;
  private final StaffAccess access;
  private final SessionCookieName cookie;
  private final Clock clock;

  public Dispatcher(
      OperationClient bus,
      Authenticator authenticator,
      CorsHandler origins,
      RequestMetrics metrics,
      RefusalRecorder refusals,
      FileUploadHandler uploads,
      ResponseBodies bodies,
      PendingResponses pending,
      CostlyRequestLimiter limiter,
      CallContexts calls,
      GatewayConfig config,
      Clock clock) {
    this.bus = bus;
    this.authenticator = authenticator;
    this.origins = origins;
    this.metrics = metrics;
    this.refusals = refusals;
    this.uploads = uploads;
    this.bodies = bodies;
    this.pending = pending;
    this.limiter = limiter;
    this.calls = calls;
    this.config = config;
    this.forwarded = new ForwardedHeaders(config.trustedProxies(), config.security().publicUrl());
    this.access = new StaffAccess(config);
    this.cookie = config.security().sessionCookie();
    this.clock = clock;
  }

  /** Checked input of an operation: the envelope, and the query in it. */
  private record CheckedInput(JsonObject query, Buffer envelope) {}

  public Handler<RoutingContext> handler(Operation operation) {
    DispatchedOperation target =
        new DispatchedOperation(
            operation,
            new RequestValidator(operation),
            new RequestHeaders(operation, forwarded, origins, cookie),
            metrics.of(operation),
            new ReadCaching(operation));
    return context -> dispatch(context, target);
  }

  private void dispatch(RoutingContext context, DispatchedOperation target) {
    Future<RequestExchange> exchange = authenticated(context, target);
    exchange
        .compose(this::handle)
        .otherwise(failure ->
            Reply.problem(HttpResponses.problem(context, target.operation().id(), failure)))
        .map(pending::admitted)
        .onSuccess(reply -> {
          Principal principal =
              exchange.succeeded() ? exchange.result().principal() : Principal.ANONYMOUS;
          respond(context, target, principal, reply);
        });
  }

  private void respond(
      RoutingContext context, DispatchedOperation target, Principal principal, Reply reply) {
    Operation operation = target.operation();
    target.metrics().answered(context, reply.status());
    if (RefusalRecorder.isRefusal(reply.status(), operation, context.request(), cookie)) {
      refusals.record(
          reply.status(),
          operation.id(),
          principal,
          forwarded.clientAddress(context.request()),
          context.get(RequestIdHandler.REQUEST_ID));
    }
    if (operation.upload().isExpected()) {
      FileUploadHandler.discardRest(context.request());
    }
    pending.send(context.response(), reply);
  }

  private Future<RequestExchange> authenticated(
      RoutingContext context, DispatchedOperation target) {
    Operation operation = target.operation();
    String address = forwarded.clientAddress(context.request());
    try {
      limiter.count(operation, context.request(), context.pathParam("id"), address);
    } catch (ProblemException refused) {
      return Future.failedFuture(refused);
    }
    CallContext call = calls.of(context).from(address);
    Future<Caller> caller =
        operation.access() == AccessPolicy.NONE
            ? Future.succeededFuture(Caller.ANONYMOUS)
            : authenticator.caller(context.request(), operation.surface(), call);
    return caller.map(known ->
        new RequestExchange(context, target, call.withPrincipal(known.principal()), known));
  }

  /** Authorization precedes validation: a rejected caller learns nothing about the input. */
  private Future<Reply> handle(RequestExchange exchange) {
    admit(exchange);
    Operation operation = exchange.operation();
    JsonObject headers = exchange.target().headers().read(exchange.context(), exchange.caller());
    if (!operation.valuePermissions().isEmpty()) {
      headers.put(Request.PERMITTED, permitted(operation, exchange.caller()));
    }
    if (operation.upload().isExpected()) {
      return upload(exchange, headers);
    }
    CheckedInput input = checked(exchange, headers);
    return operation.isWrite()
        ? forward(operation, exchange.call(), input.envelope(), List.of())
        : read(exchange, input);
  }

  private Future<Reply> read(RequestExchange exchange, CheckedInput input) {
    ReadCaching caching = exchange.target().caching();
    ReadResponse read =
        new ReadResponse(
            bodies,
            exchange.context(),
            caching.mayCompress(input.query()),
            caching.publicRequest(exchange.request(), exchange.principal(), input.query()));
    return forward(exchange.operation(), exchange.call(), input.envelope(), read.knownTags())
        .compose(reply ->
            reply.status() == 200 || reply.isNotModified()
                ? read.of(reply, headersOfRead(exchange, input.query()))
                : Future.succeededFuture(reply));
  }

  private static Map<String, String> headersOfRead(RequestExchange exchange, JsonObject query) {
    return exchange
        .target()
        .caching()
        .headers(
            exchange.context().response().headers().get(HttpHeaders.VARY),
            exchange.principal(),
            query);
  }

  /** Streams files into their store; the input of the operation then names them. */
  private Future<Reply> upload(RequestExchange exchange, JsonObject headers) {
    CallContext call = exchange.call();
    return uploads
        .receive(exchange.request(), call, exchange.operation().upload())
        .compose(files -> {
          JsonObject nothing = new JsonObject();
          Buffer envelope = Request.input(nothing, nothing, files, headers);
          CallContext renewed = call.withDeadline(clock.instant().plus(config.requestTimeout()));
          return forward(exchange.operation(), renewed, envelope, List.of());
        });
  }

  private void admit(RequestExchange exchange) {
    HttpServerRequest request = exchange.request();
    Operation operation = exchange.operation();
    Caller caller = exchange.caller();
    Principal principal = exchange.principal();
    boolean admitted =
        switch (operation.access()) {
          case NONE, OPTIONAL -> true;
          case CUSTOMER -> principal.isCustomer();
          case ADMIN -> principal.isUser();
        };
    if (!admitted) {
      throw new Problem.Unauthorized().toException();
    }
    requirePermission(operation, caller);
    if (operation.needsSecondFactor()) {
      access.requireSecondFactor(caller);
    }
    boolean usesCookie =
        CorsHandler.isByCookie(principal)
            || (operation.managesSession() && Credentials.session(request, cookie) != null);
    if (operation.isWrite() && usesCookie) {
      origins.checkCookieWrite(request, operation.surface(), forwarded.baseUrl(request));
    }
  }

  private void requirePermission(Operation operation, Caller caller) {
    String permission = operation.permission();
    if (permission != null && caller.principal().isUser()) {
      access.requirePermission(permission, caller);
      String document = operation.shownPermission();
      if (document != null) {
        access.requirePermission(document, caller);
      }
    }
  }

  private String permitted(Operation operation, Caller caller) {
    return operation.valuePermissions().stream()
        .filter(permission -> access.refusal(permission, caller) == null)
        .collect(Collectors.joining(","));
  }

  private CheckedInput checked(RequestExchange exchange, JsonObject headers) {
    Operation operation = exchange.operation();
    RequestValidator input = exchange.target().input();
    JsonObject parameters = new JsonObject();
    exchange.context().pathParams().forEach(parameters::put);
    JsonObject path = input.path(parameters);
    JsonObject query = input.query(exchange.request().query());
    String permission = operation.permission();
    if (permission != null) {
      RelationPermissions.of(permission, query)
          .forEach(needed -> access.requirePermission(needed, exchange.caller()));
      limitDefaultRelations(operation, permission, query, exchange.caller());
    }
    JsonObject body = input.takesBody() ? input.body(JsonBody.of(exchange.context())) : null;
    limiter.countGuest(operation, body, forwarded.clientAddress(exchange.request()));
    return new CheckedInput(query, Request.input(path, query, body, headers));
  }

  /** Leaves out of the response what the caller would not be allowed to name. */
  private void limitDefaultRelations(
      Operation operation, String permission, JsonObject query, Caller caller) {
    List<String> standard = operation.defaultRelations();
    if (standard.isEmpty() || query.containsKey("expand") || query.containsKey("fields")) {
      return;
    }
    List<String> permitted =
        standard.stream()
            .filter(path ->
                RelationPermissions.ofPath(permission, path).stream()
                    .allMatch(needed -> access.refusal(needed, caller) == null))
            .toList();
    if (permitted.size() < standard.size()) {
      query.put("expand", String.join(",", permitted));
    }
  }

  /** Only users learn that an unknown admin path does not exist. */
  public void unknownAdminPath(RoutingContext context) {
    authenticator
        .caller(context.request(), ApiSurface.ADMIN, calls.of(context))
        .<Problem>map(caller ->
            caller.principal().isUser()
                ? new Problem.NotFound("Not Found")
                : new Problem.Unauthorized())
        .otherwise(failure -> HttpResponses.problem(context, "An unknown path", failure))
        .onSuccess(problem -> HttpResponses.problem(context, problem));
  }

  /**
   * For retryable operations the first member gets half of the time, so that another one can still
   * respond if it has died.
   */
  private Future<Reply> forward(
      Operation operation, CallContext call, Buffer envelope, List<String> knownTags) {
    Duration timeout = call.remaining(clock);
    if (!operation.retryable()) {
      return send(operation, call, envelope, timeout, knownTags);
    }
    return send(operation, call, envelope, timeout.dividedBy(2), knownTags)
        .recover(failure ->
            failure instanceof ProblemException expected
                    && expected.problem() instanceof Problem.TimedOut
                ? send(operation, call, envelope, call.remaining(clock), knownTags)
                : Future.failedFuture(failure));
  }

  private Future<Reply> send(
      Operation operation,
      CallContext call,
      Buffer envelope,
      Duration timeout,
      List<String> knownTags) {
    return bus.read(operation.verticle(), operation.id(), call, envelope, timeout, knownTags);
  }
}
