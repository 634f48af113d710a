package dev.tradewind.catalog.region;

import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Options that the fulfillment providers of a region offer, as a source of shipping options. */
public final class FulfillmentOptions {

  private static final Selection SHOWN =
      Selection.of(RegionResources.REGION).with("fulfillment_providers");

  private final ResourceReader reader;
  private final ProviderRegistry<FulfillmentProvider> providers;
  private final ProviderCalls timeout;

  public FulfillmentOptions(
      SqlClient db, ProviderRegistry<FulfillmentProvider> providers, ProviderCalls timeout) {
    this.reader = new ResourceReader(db);
    this.providers = providers;
    this.timeout = timeout;
  }

  public void bind(Operations operations) {
    operations.on("adminListRegionFulfillmentOptions", this::list);
  }

  private Future<Reply> list(Request request) {
    String id = request.path("id");
    return reader
        .find(SHOWN, id)
        .map(found -> found.orElseThrow(() -> RegionService.notFound(id)))
        .compose(region -> {
          List<Future<JsonObject>> offers =
              region.getJsonArray("fulfillment_providers").stream()
                  .map(provider -> offer(request, ((JsonObject) provider).getString("id")))
                  .toList();
          return Future.all(offers).map(all -> offers.stream().map(Future::result).toList());
        })
        .map(
            offers -> Reply.ok(new JsonObject().put("fulfillment_options", new JsonArray(offers))));
  }

  private Future<JsonObject> offer(Request request, String providerId) {
    ProviderCall call =
        new ProviderCall(
            request.context().commandId() + ":" + providerId, request.context().deadline());
    return timeout
        .ask(
            "fulfillment provider " + providerId,
            call.deadline(),
            () -> providers.get(providerId).options(call))
        .map(options ->
            new JsonObject().put("provider_id", providerId).put("options", new JsonArray(options)));
  }
}
