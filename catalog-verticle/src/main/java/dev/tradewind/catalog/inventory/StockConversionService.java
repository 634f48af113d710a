package dev.tradewind.catalog.inventory;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Admin operation that converts a shop to stock at a location. */
public final class StockConversionService {

  private static final Selection LOCATION = Selection.of(InventoryResources.LOCATION);

  private final LocateStock conversion;
  private final ResourceReader reader;
  private final Clock clock;

  public StockConversionService(Pool pool, Clock clock) {
    this.conversion = new LocateStock(pool, clock);
    this.reader = new ResourceReader(pool);
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminLocateStock", this::locate);
  }

  /** Batches start in the first half of the time of the request; the client repeats it. */
  private Future<Reply> locate(Request request) {
    String name = request.body().getString("location_name");
    return conversion
        .at(
            request.context(),
            name,
            clock.instant().plus(request.context().remaining(clock).dividedBy(2)))
        .compose(located ->
            reader
                .find(LOCATION, located.locationId())
                .map(location ->
                    Reply.ok(
                        new JsonObject()
                            .put("stock_location", location.orElse(null))
                            .put("located_variants", located.variants())
                            .put("is_complete", located.isComplete()))));
  }
}
