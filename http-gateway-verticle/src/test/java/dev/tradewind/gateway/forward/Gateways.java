package dev.tradewind.gateway.forward;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.gateway.FakeCustomers;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** Gateways with forwarded routes, a fake customer verticle and a fake catalog. */
final class Gateways {

  static final String ISSUER = "https://shop.example";

  private Gateways() {}

  static RunningGateway with(GatewayConfig config, CallerKeys keys, JsonObject file) {
    RunningGateway gateway =
        new RunningGateway(
            config,
            new Forwarding(ForwardedRoutes.parse(file, name -> "secret-of-" + name), keys, ISSUER));
    new FakeCustomers().serve(gateway);
    gateway.serve(
        OperationClient.internalAddress(CatalogClient.ADDRESS),
        new Operations()
            .on(
                CatalogOperation.FIND_SALES_CHANNELS_OF_KEY,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            new JsonObject()
                                .put(
                                    "ids",
                                    "pk_1".equals(request.input().getString("publishable_key"))
                                        ? new JsonArray().add("sc_1").add("sc_2")
                                        : new JsonArray())))));
    return gateway;
  }

  static RunningGateway with(JsonObject file) {
    return with(GatewayConfig.of("127.0.0.1", 0), CallerKeys.parse(CallerKeys.random()), file);
  }

  static JsonObject file(Map<String, JsonObject> services, JsonObject... routes) {
    JsonObject named = new JsonObject();
    services.forEach(named::put);
    return new JsonObject().put("services", named).put("routes", new JsonArray(List.of(routes)));
  }

  static JsonObject route(String service, String caller, String path, String... methods) {
    return new JsonObject()
        .put("service", service)
        .put("caller", caller)
        .put("path", path)
        .put("methods", new JsonArray(List.of(methods)));
  }

  static JsonObject service(String url) {
    return new JsonObject().put("url", url);
  }
}
