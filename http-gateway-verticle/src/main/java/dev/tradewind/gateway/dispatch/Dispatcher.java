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
import org.jspecify.annotations.Nullable;

/**
 * Request dispatcher: authenticates and validates a request, sends it to the verticle that owns the
 * operation, and copies the reply. It knows no operation in particular.
 */
public final class Dispatcher {

  private static final String PRINCIPAL = "principal";
  private static final String QUERY = "query";
  private static final String READ = "read";

  private final OperationClient bus;
  private final Authenticator authenticator;
  private final CorsHandler origins;
  private final RequestMetrics metrics;
  private final RefusalRecorder refusals;
  private final FileUploadHandler uploads;
  private final ResponseBodies bodies;
  private final CostlyRequestLimiter limiter;
  private final CallContexts calls;
  private final GatewayConfig config;
  private final ForwardedHeaders forwarded;
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
    this.limiter = limiter;
    this.calls = calls;
    this.config = config;
    this.forwarded = new ForwardedHeaders(config.trustedProxies(), config.security().publicUrl());
    this.cookie = config.security().sessionCookie();
    this.clock = clock;
  }

  public Handler<RoutingContext> handler(Operation operation) {
    RequestValidator input = new RequestValidator(operation);
    RequestHeaders headers = new RequestHeaders(operation, forwarded, origins, cookie);
    RequestMetrics.OfOperation outcome = metrics.of(operation);
    ReadCaching caching = new ReadCaching(operation);
    return context ->
        handle(context, operation, input, headers, caching)
            .compose(reply -> {
              ReadResponse read = context.get(READ);
              return read != null && (reply.status() == 200 || reply.isNotModified())
                  ? read.of(reply, headersOfRead(context, caching))
                  : Future.succeededFuture(reply);
            })
            .otherwise(
                failure -> Reply.problem(HttpResponses.problem(context, operation.id(), failure)))
            .onSuccess(reply -> {
              outcome.answered(context, reply.status());
              if (RefusalRecorder.isRefusal(reply.status(), operation, context.request(), cookie)) {
                refusals.record(
                    reply.status(),
                    operation.id(),
                    context.get(PRINCIPAL, Principal.ANONYMOUS),
                    forwarded.clientAddress(context.request()),
                    context.get(RequestIdHandler.REQUEST_ID));
              }
              if (operation.upload().isExpected()) {
                FileUploadHandler.discardRest(context.request());
              }
              HttpResponses.send(context.response(), reply);
            });
  }

  private static Map<String, String> headersOfRead(RoutingContext context, ReadCaching caching) {
    return caching.headers(
        context.response().headers().get(HttpHeaders.VARY),
        context.get(PRINCIPAL, Principal.ANONYMOUS),
        context.get(QUERY, new JsonObject()));
  }

  /** Authorization precedes validation: a rejected caller learns nothing about the input. */
  private Future<Reply> handle(
      RoutingContext context,
      Operation operation,
      RequestValidator input,
      RequestHeaders headers,
      ReadCaching caching) {
    String address = forwarded.clientAddress(context.request());
    try {
      limiter.count(operation, context.request(), context.pathParam("id"), address);
    } catch (ProblemException refused) {
      return Future.failedFuture(refused);
    }
    CallContext call = calls.of(context).from(address);
    return caller(context, operation, call)
        .compose(caller -> {
          context.put(PRINCIPAL, caller.principal());
          admit(context.request(), operation, caller);
          CallContext known = call.withPrincipal(caller.principal());
          JsonObject ownHeaders = headers.read(context, caller);
          if (!operation.valuePermissions().isEmpty()) {
            ownHeaders.put(Request.PERMITTED, permitted(operation, caller));
          }
          if (operation.upload().isExpected()) {
            return upload(context, operation, ownHeaders, known);
          }
          Buffer envelope = envelope(context, operation, input, ownHeaders, caller);
          return operation.isWrite()
              ? forward(operation, known, envelope, List.of())
              : read(context, operation, known, envelope, caching);
        });
  }

  private Future<Reply> read(
      RoutingContext context,
      Operation operation,
      CallContext call,
      Buffer envelope,
      ReadCaching caching) {
    JsonObject query = context.get(QUERY);
    ReadResponse read =
        new ReadResponse(
            bodies,
            context,
            caching.mayCompress(query),
            caching.publicRequest(context.request(), call.principal(), query));
    context.put(READ, read);
    return forward(operation, call, envelope, read.knownTags());
  }

  /** Streams files into their store; the input of the operation then names them. */
  private Future<Reply> upload(
      RoutingContext context, Operation operation, JsonObject headers, CallContext call) {
    return uploads
        .receive(context.request(), call, operation.upload())
        .compose(files -> {
          JsonObject nothing = new JsonObject();
          Buffer envelope = Request.input(nothing, nothing, files, headers);
          CallContext renewed = call.withDeadline(clock.instant().plus(config.requestTimeout()));
          return forward(operation, renewed, envelope, List.of());
        });
  }

  private Future<Caller> caller(RoutingContext context, Operation operation, CallContext call) {
    return operation.access() == AccessPolicy.NONE
        ? Future.succeededFuture(Caller.ANONYMOUS)
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
    requirePermission(operation, caller);
    if (config.security().requiresSecondFactor()
        && principal.isUser()
        && operation.needsSecondFactor()
        && !caller.hasSecondFactor()) {
      throw new Problem.Forbidden(
              "The user has to enroll a second factor first", "second_factor_required")
          .toException();
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
      requirePermission(permission, caller);
      String shown = operation.shownPermission();
      if (shown != null) {
        requirePermission(shown, caller);
      }
    }
  }

  private void requirePermission(String permission, Caller caller) {
    String refusal = refusal(permission, caller);
    if (refusal != null) {
      throw new Problem.Forbidden(refusal).toException();
    }
  }

  private String permitted(Operation operation, Caller caller) {
    return operation.valuePermissions().stream()
        .filter(permission -> refusal(permission, caller) == null)
        .collect(Collectors.joining(","));
  }

  /** The limits of an API token apply even where roles are not enforced. */
  private @Nullable String refusal(String permission, Caller caller) {
    if (config.enforcesRoles() && !config.security().roles().allow(caller.role(), permission)) {
      return "The role of the user does not allow this";
    }
    return caller.covers(permission) ? null : "The API token does not allow this";
  }

  private Buffer envelope(
      RoutingContext context,
      Operation operation,
      RequestValidator input,
      JsonObject headers,
      Caller caller) {
    JsonObject parameters = new JsonObject();
    context.pathParams().forEach(parameters::put);
    JsonObject path = input.path(parameters);
    JsonObject query = input.query(context.request().query());
    context.put(QUERY, query);
    String permission = operation.permission();
    if (permission != null) {
      RelationPermissions.of(permission, query)
          .forEach(needed -> requirePermission(needed, caller));
      limitDefaultRelations(operation, permission, query, caller);
    }
    JsonObject body = input.takesBody() ? input.body(JsonBody.of(context)) : null;
    limiter.countGuest(operation, body, forwarded.clientAddress(context.request()));
    return Request.input(path, query, body, headers);
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
                    .allMatch(needed -> refusal(needed, caller) == null))
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
