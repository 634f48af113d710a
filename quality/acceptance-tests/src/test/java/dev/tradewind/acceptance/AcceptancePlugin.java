package dev.tradewind.acceptance;

import dev.tradewind.acceptance.interleaving.GatedPaymentProvider;
import dev.tradewind.acceptance.interleaving.PaidPaymentProvider;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Plugin of the providers of whole-system tests: ledgers that outlive processes, and gates. */
public final class AcceptancePlugin implements Plugin {

  @Override
  public String name() {
    return "acceptance";
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    return Future.succeededFuture(
        List.of(
            new LedgerPaymentProvider(),
            new LedgerFulfillmentProvider(),
            new GatedPaymentProvider(),
            new GatedPaymentProvider.Other(),
            new PaidPaymentProvider()));
  }

  /** Route of a shop's own, which a widget of the dashboard reads. */
  @Override
  public List<Route> routes() {
    return List.of(
        Route.staff(
            "GET",
            "/admin/wishes/{order_id}",
            "orders:read",
            request ->
                Future.succeededFuture(
                    RouteResponse.json(
                        200,
                        new JsonObject()
                            .put(
                                "wish", "A ribbon for " + request.parameters().get("order_id"))))));
  }
}
