package dev.tradewind.sample;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Demo shop: seeds regions, products and what else a description names. The default one is two
 * regions and a handful of products, described in a resource file.
 */
public final class DemoShop {

  private static final String DESCRIPTION = "/demo/shop.json";

  /** Serializes nodes that seed at the same time. */
  private static final String LOCK = "SELECT id FROM store FOR UPDATE";

  private static final String LOOK =
      """
      SELECT
        EXISTS (SELECT FROM region) OR EXISTS (SELECT FROM product) AS in_use,
        (SELECT default_sales_channel_id FROM store) AS channel_id,
        (
          SELECT id FROM shipping_profile WHERE type = 'default' AND deleted_at IS NULL
        ) AS profile_id
      """;

  private static final String ASSIGN_COUNTRIES =
      """
      UPDATE country
      SET region_id = assigned.region_id
      FROM jsonb_to_recordset($1) AS assigned (iso_2 text, region_id text)
      WHERE country.iso_2 = assigned.iso_2
      """;

  private static final String INCLUDE_TAXES =
      "UPDATE currency SET includes_tax = true WHERE code = ANY($1)";

  private static final String OFFER_PAYMENT =
      """
      WITH provider AS (
        INSERT INTO payment_provider (id)
        VALUES ($1)
        ON CONFLICT DO NOTHING
      )
      INSERT INTO region_payment_provider (region_id, provider_id)
      SELECT id, $1
      FROM region
      WHERE deleted_at IS NULL
      ON CONFLICT DO NOTHING
      """;

  private static final String SHOW_STOREFRONT =
      """
      INSERT INTO storefront_version (version, content, created_at)
      SELECT 1, $1::jsonb, $2
      WHERE $1::jsonb IS NOT NULL
        AND NOT EXISTS (SELECT FROM storefront_version)
      """;

  private DemoShop() {}

  /**
   * Seeds the default shop in one transaction, unless there is a region or a product already.
   *
   * @return whether it was seeded now
   */
  public static Future<Boolean> seed(Pool pool, Clock clock) {
    return seed(pool, clock, description(), DemoDrawings::url);
  }

  /**
   * Seeds a shop in one transaction, unless there is a region or a product already.
   *
   * @param urls of pictures by their names
   * @return whether it was seeded now
   */
  public static Future<Boolean> seed(
      Pool pool, Clock clock, JsonObject description, UnaryOperator<String> urls) {
    return pool.withTransaction(db ->
        db.query(LOCK)
            .execute()
            .compose(locked -> db.query(LOOK).execute())
            .map(rows -> rows.iterator().next())
            .compose(store -> {
              if (store.getBoolean("in_use")) {
                return Future.succeededFuture(false);
              }
              return fill(db, store, clock, description, urls).map(true);
            }));
  }

  /** Whether the shop has a region or a product. */
  public static Future<Boolean> isInUse(Pool pool) {
    return pool.query(LOOK).execute().map(rows -> rows.iterator().next().getBoolean("in_use"));
  }

  /** Lets all regions offer a payment provider. */
  public static Future<Void> offerPayment(Pool pool, String providerId) {
    return pool.preparedQuery(OFFER_PAYMENT).execute(Tuple.of(providerId)).mapEmpty();
  }

  private static Future<Void> fill(
      SqlClient db, Row store, Clock clock, JsonObject description, UnaryOperator<String> urls) {
    Instant now = Timestamps.now(clock);
    DemoRows rows =
        DemoRows.of(
            description, store.getString("channel_id"), store.getString("profile_id"), now, urls);
    return Futures.sequence(
            rows.byTable().entrySet(), table -> insert(db, table.getKey(), table.getValue()))
        .compose(done ->
            db.preparedQuery(ASSIGN_COUNTRIES).execute(Tuple.of(new JsonArray(rows.countries()))))
        .compose(
            done -> db.preparedQuery(INCLUDE_TAXES).execute(Tuple.of(rows.currenciesWithTaxes())))
        .compose(done ->
            db.preparedQuery(SHOW_STOREFRONT)
                .execute(
                    Tuple.of(
                        description.getJsonObject("storefront"), now.atOffset(ZoneOffset.UTC))))
        .compose(done -> Outbox.append(db, events(rows, clock, now)));
  }

  private static JsonObject description() {
    try (InputStream file =
        Objects.requireNonNull(DemoShop.class.getResourceAsStream(DESCRIPTION), DESCRIPTION)) {
      return Buffer.buffer(file.readAllBytes()).toJsonObject();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Inserts all rows of a table in one statement; columns without a value keep their default. */
  private static Future<Void> insert(SqlClient db, String table, List<JsonObject> rows) {
    String columns = String.join(", ", rows.get(0).fieldNames());
    return db.preparedQuery(
            "INSERT INTO %s (%s) SELECT %s FROM jsonb_populate_recordset(NULL::%s, $1)"
                .formatted(table, columns, columns, table))
        .execute(Tuple.of(new JsonArray(rows)))
        .mapEmpty();
  }

  private static List<Event> events(DemoRows rows, Clock clock, Instant now) {
    CallContext context = CallContext.system(clock, Duration.ofMinutes(1));
    List<Event> events = new ArrayList<>();
    rows.ids("region")
        .forEach(id -> events.add(created(context, now, Topics.SETTINGS, "region.created", id)));
    rows.ids("product_collection")
        .forEach(id ->
            events.add(created(context, now, Topics.COLLECTION, "product-collection.created", id)));
    rows.ids("product")
        .forEach(id -> events.add(created(context, now, Topics.CATALOG, "product.created", id)));
    return events;
  }

  private static Event created(
      CallContext context, Instant now, String topic, String type, String id) {
    return Event.of(context, now, topic, type, id, 1, new JsonObject().put("id", id));
  }
}
