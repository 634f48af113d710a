package dev.tradewind.gateway.plugin;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.OperationCall;
import dev.tradewind.gateway.dispatch.RouteAdmission;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.spi.ApiOperations;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Operations that a route of a plugin calls, as the caller of its request or as the plugin. */
final class RouteOperations implements ApiOperations {

  private final GatewayContext gateway;
  private final Map<String, Operation> operations;
  private final RoutingContext context;
  private final CallContext call;
  private final @Nullable Caller plugin;
  private int calls;

  /**
   * @param operations of the contract, by id
   * @param context request of the route
   * @param plugin as which operations are called; null: as the caller of the request
   */
  RouteOperations(
      GatewayContext gateway,
      Map<String, Operation> operations,
      RoutingContext context,
      CallContext call,
      @Nullable Caller plugin) {
    this.gateway = gateway;
    this.operations = operations;
    this.context = context;
    this.call = call;
    this.plugin = plugin;
  }

  @Override
  public Future<RouteResponse> call(
      String operationId,
      Map<String, String> parameters,
      Map<String, String> query,
      @Nullable JsonObject body) {
    Operation operation = operations.get(operationId);
    if (operation == null || operation.upload().isExpected() || operation.managesSession()) {
      return Future.failedFuture(
          new IllegalArgumentException("There is no operation to call " + operationId));
    }
    if (operation.isWrite() && !RouteAdmission.isWrite(context.request().method())) {
      return Future.failedFuture(
          new IllegalArgumentException("A read may not call " + operationId));
    }
    String permission = operation.permission();
    if (plugin != null && permission != null && !plugin.covers(permission)) {
      return Future.succeededFuture(
          response(
              Reply.problem(
                  Problem.forbidden(
                      "The role %s needs the permission %s"
                          .formatted(plugin.role(), permission)))));
    }
    calls++;
    return gateway
        .dispatcher()
        .dispatch(new Call(operation, Map.copyOf(parameters), query(query), body, calls))
        .otherwise(
            failure -> Reply.problem(HttpResponses.problem(context, operation.id(), failure)))
        .map(RouteOperations::response);
  }

  private static RouteResponse response(Reply reply) {
    return new RouteResponse(reply.status(), reply.contentType(), reply.body());
  }

  private static @Nullable String query(Map<String, String> parameters) {
    if (parameters.isEmpty()) {
      return null;
    }
    return parameters.entrySet().stream()
        .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** One call, in the order of the calls of the request. */
  private final class Call implements OperationCall {

    private final Operation operation;
    private final Map<String, String> path;
    private final @Nullable String query;
    private final @Nullable JsonObject body;
    private final int number;

    Call(
        Operation operation,
        Map<String, String> path,
        @Nullable String query,
        @Nullable JsonObject body,
        int number) {
      this.operation = operation;
      this.path = path;
      this.query = query;
      this.body = body;
      this.number = number;
    }

    @Override
    public Operation operation() {
      return operation;
    }

    @Override
    public HttpServerRequest request() {
      return context.request();
    }

    @Override
    public Map<String, String> path() {
      return path;
    }

    @Override
    public @Nullable String query() {
      return query;
    }

    @Override
    public @Nullable Buffer body() {
      return body == null ? null : body.toBuffer();
    }

    @Override
    public CallContext context() {
      return call;
    }

    @Override
    public Future<Caller> caller() {
      if (plugin != null) {
        return Future.succeededFuture(
            operation.surface() == ApiSurface.ADMIN ? plugin : Caller.ANONYMOUS);
      }
      return gateway
          .authenticator()
          .caller(request(), operation.surface(), call, operation.verticle());
    }

    /** The key of the request is not that of each of its calls. */
    @Override
    public void admitted(JsonObject headers) {
      String key = headers.getString(IdempotencyKey.HEADER);
      if (key != null && !headers.containsKey(IdempotencyKey.GENERATED)) {
        String calls = plugin == null ? "" : plugin.principal().id() + " ";
        headers.put(
            IdempotencyKey.HEADER, Sha256.of(key + " " + calls + operation.id() + " " + number));
      }
    }
  }
}
