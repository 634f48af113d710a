package dev.tradewind.catalog.channel;

import dev.tradewind.catalog.channel.SalesChannelStore.ProductChange;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Products of a sales channel: adds and removes them, with one event per changed product. */
public final class SalesChannelProducts {

  private static final Selection WHOLE =
      Selection.of(SalesChannelResources.CHANNEL).with("locations");

  private final SalesChannelStore store;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public SalesChannelProducts(Pool pool, SalesChannelStore store, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.store = store;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminAddProductsToSalesChannel", request -> change(request, ProductChange.ADD, true))
        .on(
            "adminRemoveProductsFromSalesChannel",
            request -> change(request, ProductChange.REMOVE, false));
  }

  /**
   * Changes the products of the channel.
   *
   * @param strict whether an unknown product is refused; otherwise it is ignored
   */
  private Future<Reply> change(Request request, ProductChange change, boolean strict) {
    String id = request.path("id");
    List<String> requested = JsonFields.ids(request.body().getJsonArray("product_ids"));
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
            pool,
            db ->
                lock(db, id, requested, strict)
                    .compose(locked -> store.change(db, change, id, requested, now))
                    .compose(changed -> {
                      List<Event> events =
                          changed.stream()
                              .map(product ->
                                  product.updated(request.context(), now, "sales_channels"))
                              .toList();
                      return Futures.unlessEmpty(events, () -> Outbox.append(db, events));
                    }))
        .compose(done -> reader.find(WHOLE, id))
        .map(found ->
            Reply.ok("sales_channel", found.orElseThrow(() -> SalesChannelResources.notFound(id))));
  }

  private Future<Void> lock(SqlClient db, String id, List<String> requested, boolean strict) {
    return store
        .lock(db, id)
        .compose(isPresent -> {
          if (!isPresent) {
            throw SalesChannelResources.notFound(id);
          }
          return store.lockProducts(db, requested);
        })
        .map(products -> {
          List<String> missing = new ArrayList<>(requested);
          products.forEach(missing::remove);
          if (strict && !missing.isEmpty()) {
            throw Problem.invalidReferences(
                List.of("Products " + String.join(", ", missing) + " do not exist"));
          }
          return null;
        });
  }
}
