package dev.tradewind.catalog.channel;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.read.Selection;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Products of a sales channel: adds and removes them, with one event per changed product. */
public final class SalesChannelProducts {

  private static final String LOCK_CHANNEL =
      "SELECT version FROM sales_channel WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE";

  // Lock order: products by id.
  private static final String LOCK_PRODUCTS =
      """
      SELECT id
      FROM product
      WHERE id = ANY ($1)
        AND deleted_at IS NULL
      ORDER BY id
      FOR NO KEY UPDATE
      """;

  private static final String CHANGED =
      """
      WITH changed AS (
        %s
      )
      UPDATE product
      SET version = product.version + 1, updated_at = $3
      FROM changed
      WHERE product.id = changed.product_id
      RETURNING product.id, product.version
      """;

  private static final String ADD =
      CHANGED.formatted(
          """
          INSERT INTO product_sales_channel (sales_channel_id, product_id)
          SELECT $1, product_id
          FROM unnest($2::text[]) AS product_id
          ON CONFLICT DO NOTHING
          RETURNING product_id
          """);

  private static final String REMOVE =
      CHANGED.formatted(
          """
          DELETE FROM product_sales_channel
          WHERE sales_channel_id = $1
            AND product_id = ANY ($2)
          RETURNING product_id
          """);

  private static final Selection WHOLE = Selection.of(SalesChannelResources.CHANNEL);

  private final ResourceReader reader;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public SalesChannelProducts(Pool pool, EventBus eventBus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminAddProductsToSalesChannel", request -> change(request, ADD, true))
        .on("adminRemoveProductsFromSalesChannel", request -> change(request, REMOVE, false));
  }

  /**
   * Changes the products of the channel.
   *
   * @param strict whether an unknown product is refused; otherwise it is ignored
   */
  private Future<Reply> change(Request request, String statement, boolean strict) {
    String id = request.path("id");
    List<String> wanted = JsonFields.ids(request.body().getJsonArray("product_ids"));
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
            pool,
            db ->
                lock(db, id, wanted, strict)
                    .compose(locked ->
                        db.preparedQuery(statement)
                            .execute(Tuple.of(id, JsonFields.array(wanted), Timestamps.utc(now))))
                    .compose(changed -> {
                      List<Event> events = new ArrayList<>();
                      changed.forEach(product -> events.add(updated(request, now, product)));
                      return (events.isEmpty()
                              ? Future.<Void>succeededFuture()
                              : Outbox.append(db, events))
                          .map(events);
                    }))
        .onSuccess(events -> {
          if (!events.isEmpty()) {
            CatalogCacheInvalidation.publishProducts(
                eventBus, events.stream().map(Event::subject).toList());
          }
        })
        .compose(done -> reader.find(WHOLE, id))
        .map(found ->
            Reply.ok("sales_channel", found.orElseThrow(() -> SalesChannelResources.notFound(id))));
  }

  private static Future<Void> lock(SqlClient db, String id, List<String> wanted, boolean strict) {
    return db.preparedQuery(LOCK_CHANNEL)
        .execute(Tuple.of(id))
        .compose(channels -> {
          if (channels.size() == 0) {
            throw SalesChannelResources.notFound(id);
          }
          return db.preparedQuery(LOCK_PRODUCTS).execute(Tuple.of(JsonFields.array(wanted)));
        })
        .map(products -> {
          List<String> missing = new ArrayList<>(wanted);
          products.forEach(product -> missing.remove(product.getString("id")));
          if (strict && !missing.isEmpty()) {
            throw new Problem.InvalidReferences(
                    List.of("Products " + String.join(", ", missing) + " do not exist"))
                .toException();
          }
          return null;
        });
  }

  private static Event updated(Request request, Instant now, Row product) {
    String id = product.getString("id");
    return Event.of(
        request.context(),
        now,
        Topics.CATALOG,
        "product.updated",
        id,
        product.getLong("version"),
        new JsonObject().put("id", id).put("fields", new JsonArray().add("sales_channels")));
  }
}
