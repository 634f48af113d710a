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
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.ProblemMapper;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Request dispatcher: authenticates and validates a request, sends it to the verticle that owns the
 * operation, and copies the reply. It knows no operation in particular.
 */
public final class Dispatcher {

  private static final String CALLER_OF_PAGE = "caller-of-page";

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
  private final Map<String, DispatchedOperation> targets = new HashMap<>();

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
        targets.computeIfAbsent(
            operation.id(),
            id ->
                new DispatchedOperation(
                    operation,
                    new RequestValidator(operation),
                    new RequestHeaders(operation, forwarded, origins, cookie),
                    metrics.of(operation),
                    new ReadCaching(operation)));
    return context -> dispatch(context, target);
  }

  /**
   * Reply to a read that is not the response of its request: neither compressed nor counted, and of
   * a caller that the caller of this method has authenticated.
   *
   * @param parameters of the path, decoded
   */
  public Future<Reply> ask(
      Operation operation,
      HttpServerRequest request,
      Map<String, String> parameters,
      Caller caller) {
    DispatchedOperation target = Objects.requireNonNull(targets.get(operation.id()));
    CallContext call =
        new CallContext(
            Ids.ulid(),
            clock.instant().plus(config.requestTimeout()),
            null,
            caller.principal(),
            forwarded.clientAddress(request));
    return Future.<Void>succeededFuture()
        .compose(started -> {
          admit(operation, request, caller);
          JsonObject headers = headers(target, request, caller);
          CheckedInput input =
              checked(target, parameters, request, request.query(), () -> null, caller, headers);
          return forward(operation, call, input.envelope(), List.of());
        })
        .otherwise(failure -> Reply.problem(ProblemMapper.problem(failure)));
  }

  /**
   * Reply of a store operation to a page that this gateway renders, with the checks of a request of
   * the page's caller. The caller is authenticated once for all operations of a page.
   *
   * @param parameters of the path, decoded
   * @param query query string; empty without one
   * @param knownTags entity tags of bodies that the page has
   */
  public Future<Reply> callForPage(
      RoutingContext page,
      Operation operation,
      Map<String, String> parameters,
      String query,
      @Nullable JsonObject body,
      List<String> knownTags) {
    DispatchedOperation target = Objects.requireNonNull(targets.get(operation.id()));
    HttpServerRequest request = page.request();
    String address = forwarded.clientAddress(request);
    CallContext call = calls.of(page).from(address);
    Future<Caller> known = page.get(CALLER_OF_PAGE);
    Future<Caller> caller =
        known == null
            ? authenticator.caller(request, ApiSurface.STORE, call, operation.verticle())
            : known;
    page.put(CALLER_OF_PAGE, caller);
    return caller
        .compose(found -> {
          limiter.count(operation, query, parameters.get("id"), address);
          admit(operation, request, found);
          JsonObject headers = headers(target, request, found);
          CheckedInput input =
              checked(
                  target,
                  parameters,
                  request,
                  query,
                  () -> body == null ? null : body.toBuffer(),
                  found,
                  headers);
          return forward(
              operation, call.withPrincipal(found.principal()), input.envelope(), knownTags);
        })
        .otherwise(failure -> Reply.problem(HttpResponses.problem(page, operation.id(), failure)));
  }

  /** Bytes of memory for rendered pages: a quarter of what responses may take. */
  public long bytesForPages() {
    return bodies.bytes() / 4;
  }

  /**
   * Sends a rendered page as the response of a read: with an entity tag, or 304, and compressed if
   * it may be kept, because then it holds nothing secret.
   */
  public void sendPage(RoutingContext page, Reply rendered) {
    boolean mayCompress = !"no-store".equals(rendered.headers().get("cache-control"));
    Future<Reply> response =
        rendered.status() == 200 && page.request().method() != HttpMethod.POST
            ? new ReadResponse(bodies, page, mayCompress, null).of(rendered, rendered.headers())
            : Future.succeededFuture(rendered);
    response
        .map(pending::admitted)
        .map(AnswerStep.of(reply -> pending.send(page.response(), reply)))
        .onFailure(page::fail);
  }

  private void dispatch(RoutingContext context, DispatchedOperation target) {
    Future<RequestExchange> exchange = authenticated(context, target);
    exchange
        .compose(this::handle)
        .otherwise(failure ->
            Reply.problem(HttpResponses.problem(context, target.operation().id(), failure)))
        .map(pending::admitted)
        .map(
            AnswerStep.of(reply -> {
              Principal principal =
                  exchange.succeeded() ? exchange.result().principal() : Principal.ANONYMOUS;
              respond(context, target, principal, reply);
            }))
        .onFailure(context::fail);
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
    CallContext call = calls.of(context, operation.id(), operation.path()).from(address);
    try {
      limiter.count(operation, context.request().query(), context.pathParam("id"), address);
    } catch (ProblemException refused) {
      return Future.failedFuture(refused);
    }
    Future<Caller> caller =
        operation.access() == AccessPolicy.NONE
            ? Future.succeededFuture(Caller.ANONYMOUS)
            : authenticator.caller(
                context.request(), operation.surface(), call, operation.verticle());
    return caller.map(known -> {
      CallContext authenticated = call.withPrincipal(known.principal());
      CurrentCall.begin(operation.id(), authenticated);
      return new RequestExchange(context, target, authenticated, known);
    });
  }

  /** Authorization precedes validation: a rejected caller learns nothing about the input. */
  private Future<Reply> handle(RequestExchange exchange) {
    Operation operation = exchange.operation();
    admit(operation, exchange.request(), exchange.caller());
    JsonObject headers = headers(exchange.target(), exchange.request(), exchange.caller());
    RequestHeaders.exposeIdempotencyKey(headers, exchange.context().response());
    if (operation.upload().isExpected()) {
      return upload(exchange, headers);
    }
    CheckedInput input =
        checked(
            exchange.target(),
            exchange.context().pathParams(),
            exchange.request(),
            exchange.request().query(),
            () -> JsonBody.of(exchange.context()),
            exchange.caller(),
            headers);
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

  private JsonObject headers(DispatchedOperation target, HttpServerRequest request, Caller caller) {
    JsonObject headers = target.headers().read(request, caller);
    if (!target.operation().valuePermissions().isEmpty()) {
      headers.put(Request.PERMITTED, permitted(target.operation(), caller));
    }
    return headers;
  }

  private void admit(Operation operation, HttpServerRequest request, Caller caller) {
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

  /**
   * @param queryString query string; absent without one
   * @param body of operations that take one; null without one
   */
  private CheckedInput checked(
      DispatchedOperation target,
      Map<String, String> pathParameters,
      HttpServerRequest request,
      @Nullable String queryString,
      Supplier<@Nullable Buffer> body,
      Caller caller,
      JsonObject headers) {
    Operation operation = target.operation();
    RequestValidator input = target.input();
    JsonObject parameters = new JsonObject();
    pathParameters.forEach(parameters::put);
    JsonObject path = input.path(parameters);
    JsonObject query = input.query(queryString);
    String permission = operation.permission();
    if (permission != null) {
      RelationPermissions.of(permission, query)
          .forEach(needed -> access.requirePermission(needed, caller));
      limitDefaultRelations(operation, permission, query, caller);
    }
    JsonObject sent = input.takesBody() ? input.body(body.get()) : null;
    limiter.countGuest(operation, sent, forwarded.clientAddress(request));
    return new CheckedInput(query, Request.input(path, query, sent, headers));
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
        .map(AnswerStep.of(problem -> HttpResponses.problem(context, problem)))
        .onFailure(context::fail);
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
