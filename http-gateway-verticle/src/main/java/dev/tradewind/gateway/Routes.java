package dev.tradewind.gateway;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;

/** Everything that can be asked for: each operation of the contract, the contract, the health. */
final class Routes {

  private static final long LARGEST_BODY = 100 * 1024;
  private static final String METHODS = "GET,HEAD,POST,DELETE,OPTIONS";

  private final Contract contract;
  private final Dispatcher dispatcher;
  private final Health health;

  Routes(Contract contract, Dispatcher dispatcher, Health health) {
    this.contract = contract;
    this.dispatcher = dispatcher;
    this.health = health;
  }

  Future<Router> router(Vertx vertx) {
    return OpenAPIContract.from(vertx, contract.routes())
        .map(routes -> router(RouterBuilder.create(vertx, routes)));
  }

  private Router router(RouterBuilder builder) {
    builder.rootHandler(new Arrival());
    builder.rootHandler(BodyHandler.create(false).setBodyLimit(LARGEST_BODY));
    for (Operation operation : contract.operations()) {
      // Validation is the dispatcher's: the router rebuilds a validator for every value.
      builder
          .getRoute(operation.id())
          .setDoValidation(false)
          .addHandler(dispatcher.handler(operation));
    }
    Router router = builder.createRouter();
    mountHeads(router);
    mountDocuments(router);
    health.mount(router);
    router.route(HttpMethod.OPTIONS, "/*").handler(Routes::options);
    Answers.handleFailures(router);
    return router;
  }

  /** What can be read can be asked for its headers; the server leaves the body out. */
  private void mountHeads(Router router) {
    for (Operation operation : contract.operations()) {
      if (operation.method().equals(HttpMethod.GET)) {
        router
            .head(operation.path().replaceAll("\\{(.*?)}", ":$1"))
            .handler(dispatcher.handler(operation));
      }
    }
  }

  private void mountDocuments(Router router) {
    for (String surface : contract.surfaces()) {
      Buffer document = contract.document(surface);
      Handler<RoutingContext> serve =
          context -> Answers.send(context.response(), Reply.json(200, document));
      router.get("/openapi/" + surface + ".json").handler(serve);
    }
  }

  private static void options(RoutingContext context) {
    context.response().setStatusCode(204).putHeader("Allow", METHODS).end();
  }
}
