package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.AccessPolicy;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.files.FileUploadHandler;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.JsonBody;
import dev.tradewind.gateway.http.ReadResponse;
import dev.tradewind.gateway.http.RequestIdHandler;
import dev.tradewind.gateway.http.SearchErrors;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Operations over HTTP: their requests, and responses with metrics and the record of refusals. */
public final class HttpOperations {

  private final GatewayContext gateway;
  private final RequestMetrics metrics;
  private final RefusalRecorder refusals;

  public HttpOperations(GatewayContext gateway, RequestMetrics metrics, RefusalRecorder refusals) {
    this.gateway = gateway;
    this.metrics = metrics;
    this.refusals = refusals;
  }

  public Handler<RoutingContext> handler(Operation operation) {
    RequestMetrics.OfOperation counted = metrics.of(operation);
    ReadCaching caching = new ReadCaching(operation);
    return context -> {
      Exchange exchange = new Exchange(context, operation, caching);
      gateway
          .dispatcher()
          .dispatch(exchange)
          .otherwise(failure ->
              SearchErrors.reply(
                  operation.path(), HttpResponses.problem(context, operation.id(), failure)))
          .map(gateway.pending()::admitted)
          .map(AnswerStep.of(reply -> respond(exchange, counted, reply)))
          .onFailure(context::fail);
    };
  }

  private void respond(Exchange exchange, RequestMetrics.OfOperation counted, Reply reply) {
    RoutingContext context = exchange.context;
    HttpServerRequest request = context.request();
    Operation operation = exchange.operation;
    counted.answered(context, reply.status());
    if (RefusalRecorder.isRefusal(
        reply.status(), operation, request, gateway.config().security().sessionCookie())) {
      refusals.record(
          reply.status(),
          operation.id(),
          exchange.principal,
          exchange.call.address(),
          context.get(RequestIdHandler.REQUEST_ID));
    }
    if (operation.upload().isExpected()) {
      FileUploadHandler.discardRest(request);
    }
    gateway.pending().send(context.response(), reply);
  }

  /** Only users learn that an unknown admin path does not exist. */
  public void unknownAdminPath(RoutingContext context) {
    gateway
        .authenticator()
        .caller(context.request(), ApiSurface.ADMIN, gateway.calls().of(context))
        .<Problem>map(caller ->
            caller.principal().isUser() ? Problem.notFound("Not Found") : Problem.unauthorized())
        .otherwise(failure -> HttpResponses.problem(context, "An unknown path", failure))
        .map(AnswerStep.of(problem -> HttpResponses.problem(context, problem)))
        .onFailure(context::fail);
  }

  /** Request of an operation, and its response. */
  private final class Exchange implements OperationCall {

    private final RoutingContext context;
    private final Operation operation;
    private final ReadCaching caching;
    private final CallContext call;
    private Principal principal = Principal.ANONYMOUS;

    Exchange(RoutingContext context, Operation operation, ReadCaching caching) {
      this.context = context;
      this.operation = operation;
      this.caching = caching;
      this.call =
          gateway
              .calls()
              .of(context, operation.id(), operation.path())
              .from(gateway.forwarded().clientAddress(context.request()));
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
      return context.pathParams();
    }

    @Override
    public @Nullable String query() {
      return context.request().query();
    }

    @Override
    public @Nullable Buffer body() {
      return JsonBody.of(context);
    }

    @Override
    public CallContext context() {
      return call;
    }

    @Override
    public Future<Caller> caller() {
      Future<Caller> caller =
          operation.access() == AccessPolicy.NONE
              ? Future.succeededFuture(Caller.ANONYMOUS)
              : gateway
                  .authenticator()
                  .caller(request(), operation.surface(), call, operation.verticle());
      return caller.map(known -> {
        principal = known.principal();
        CurrentCall.begin(operation.id(), call.withPrincipal(principal));
        return known;
      });
    }

    @Override
    public void admitted(JsonObject headers) {
      RequestHeaders.exposeIdempotencyKey(headers, context.response());
    }

    @Override
    public Future<Reply> reply(CheckedInput input, Function<List<String>, Future<Reply>> owner) {
      if (operation.isWrite()) {
        return owner.apply(List.of());
      }
      JsonObject query = input.query();
      ReadResponse read =
          new ReadResponse(
              gateway.bodies(),
              context,
              caching.mayCompress(query),
              caching.publicRequest(request(), principal, query));
      return owner
          .apply(read.knownTags())
          .compose(reply -> {
            if (reply.status() == 200 || reply.isNotModified()) {
              return read.of(reply, headersOfRead(query));
            }
            return Future.succeededFuture(reply);
          });
    }

    private Map<String, String> headersOfRead(JsonObject query) {
      return caching.headers(context.response().headers().get(HttpHeaders.VARY), principal, query);
    }
  }
}
