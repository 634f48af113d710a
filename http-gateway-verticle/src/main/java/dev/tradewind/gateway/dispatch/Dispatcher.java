package dev.tradewind.gateway.dispatch;

import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.auth.Credentials;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.dispatch.OperationCall.CheckedInput;
import dev.tradewind.gateway.files.FileUploadHandler;
import dev.tradewind.gateway.validation.RequestValidator;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Dispatcher of operations: admits and validates a call, and sends it to the verticle that owns the
 * operation. It knows no operation in particular.
 */
public final class Dispatcher {

  private final OperationClient bus;
  private final CorsHandler origins;
  private final FileUploadHandler uploads;
  private final CostlyRequestLimiter limiter;
  private final GatewayConfig config;
  private final ForwardedHeaders forwarded;
  private final StaffAccess access;
  private final SessionCookieName cookie;
  private final Clock clock;
  private final Map<String, Target> targets;

  /** Parts of an operation that are made of it once, at the start. */
  private record Target(RequestValidator input, RequestHeaders headers) {}

  public Dispatcher(
      Contract contract,
      OperationClient bus,
      CorsHandler origins,
      FileUploadHandler uploads,
      CostlyRequestLimiter limiter,
      GatewayConfig config,
      Clock clock) {
    this.bus = bus;
    this.origins = origins;
    this.uploads = uploads;
    this.limiter = limiter;
    this.config = config;
    this.forwarded = ForwardedHeaders.of(config);
    this.access = new StaffAccess(config);
    this.cookie = config.security().sessionCookie();
    this.clock = clock;
    this.targets =
        contract.operations().stream()
            .collect(Collectors.toUnmodifiableMap(Operation::id, this::target));
  }

  private Target target(Operation operation) {
    return new Target(
        new RequestValidator(operation), new RequestHeaders(operation, forwarded, origins, cookie));
  }

  /**
   * Reply to a call; fails if the call is refused. Authorization precedes validation: a rejected
   * caller learns nothing about the input.
   */
  public Future<Reply> dispatch(OperationCall call) {
    Operation operation = call.operation();
    return Future.<Void>succeededFuture()
        .compose(begun -> {
          if (call.isCounted()) {
            limiter.count(operation, call.query(), call.path().get("id"), call.context().address());
          }
          return call.caller();
        })
        .compose(caller -> {
          admit(operation, call.request(), caller);
          JsonObject headers = headers(call, caller);
          call.admitted(headers);
          if (operation.upload().isExpected()) {
            return uploaded(call, caller, headers);
          }
          return Future.succeededFuture(checked(call, caller, headers));
        })
        .compose(input -> call.reply(input, knownTags -> forward(operation, input, knownTags)));
  }

  /** Streams files into their store; the input of the operation then names them. */
  private Future<CheckedInput> uploaded(OperationCall call, Caller caller, JsonObject headers) {
    CallContext context = call.context().withPrincipal(caller.principal());
    return uploads
        .receive(call.request(), context, call.operation().upload())
        .map(files -> {
          JsonObject nothing = new JsonObject();
          return new CheckedInput(
              context.withDeadline(clock.instant().plus(config.requestTimeout())),
              nothing,
              Request.input(nothing, nothing, files, headers));
        });
  }

  private Target target(OperationCall call) {
    return Objects.requireNonNull(targets.get(call.operation().id()));
  }

  private JsonObject headers(OperationCall call, Caller caller) {
    JsonObject headers = target(call).headers().read(call.request(), caller);
    if (!call.operation().valuePermissions().isEmpty()) {
      headers.put(Request.PERMITTED, permitted(call.operation(), caller));
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
      throw Problem.unauthorized();
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

  private CheckedInput checked(OperationCall call, Caller caller, JsonObject headers) {
    Operation operation = call.operation();
    RequestValidator input = target(call).input();
    JsonObject parameters = new JsonObject();
    call.path().forEach(parameters::put);
    JsonObject path = input.path(parameters);
    JsonObject query = input.query(call.query());
    String permission = operation.permission();
    if (permission != null) {
      RelationPermissions.of(permission, query)
          .forEach(needed -> access.requirePermission(needed, caller));
      limitDefaultRelations(operation, permission, query, caller);
    }
    JsonObject sent = input.takesBody() ? input.body(call.body()) : null;
    limiter.countInput(operation, sent, call.context().address());
    return new CheckedInput(
        call.context().withPrincipal(caller.principal()),
        query,
        Request.input(path, query, sent, headers));
  }

  /** Leaves out of the response what the caller would not be allowed to name. */
  private void limitDefaultRelations(
      Operation operation, String permission, JsonObject query, Caller caller) {
    List<String> defaults = operation.defaultRelations();
    if (defaults.isEmpty() || query.containsKey("expand") || query.containsKey("fields")) {
      return;
    }
    List<String> permitted =
        defaults.stream()
            .filter(path ->
                RelationPermissions.ofPath(permission, path).stream()
                    .allMatch(needed -> access.refusal(needed, caller) == null))
            .toList();
    if (permitted.size() < defaults.size()) {
      query.put("expand", String.join(",", permitted));
    }
  }

  /**
   * For retryable operations the first member gets half of the time, so that another one can still
   * respond if it has died.
   */
  private Future<Reply> forward(Operation operation, CheckedInput input, List<String> knownTags) {
    Duration timeout = input.context().remaining(clock);
    if (!operation.retryable()) {
      return send(operation, input, timeout, knownTags);
    }
    return send(operation, input, timeout.dividedBy(2), knownTags)
        .recover(failure -> {
          if (Problem.is(failure, Problem.Kind.TIMED_OUT)) {
            return send(operation, input, input.context().remaining(clock), knownTags);
          }
          return Future.failedFuture(failure);
        });
  }

  private Future<Reply> send(
      Operation operation, CheckedInput input, Duration timeout, List<String> knownTags) {
    return bus.read(
        operation.verticle(),
        operation.id(),
        input.context(),
        input.envelope(),
        timeout,
        knownTags);
  }
}
