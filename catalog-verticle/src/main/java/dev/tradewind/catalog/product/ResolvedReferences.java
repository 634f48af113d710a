package dev.tradewind.catalog.product;

import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** References of product documents, resolved for all documents at once. */
final class ResolvedReferences {

  private static final Ids TYPES = Ids.of("ptyp");
  private static final Ids TAGS = Ids.of("ptag");

  /**
   * Creates types and tags on first use. Waits for a concurrent transaction that creates the same
   * value, and then shares its row.
   */
  private static final String ADD_LABELS =
      """
      WITH new_type AS (
        INSERT INTO product_type (id, created_at, updated_at, value)
        SELECT label.id, $3, $3, label.value
        FROM jsonb_to_recordset($1) AS label (id text, value text)
        WHERE NOT EXISTS (
          SELECT FROM product_type AS known
          WHERE known.value = label.value AND known.deleted_at IS NULL
        )
        ORDER BY label.value
        ON CONFLICT (value) WHERE deleted_at IS NULL DO NOTHING
      )
      INSERT INTO product_tag (id, created_at, updated_at, value)
      SELECT label.id, $3, $3, label.value
      FROM jsonb_to_recordset($2) AS label (id text, value text)
      WHERE NOT EXISTS (
        SELECT FROM product_tag AS known
        WHERE known.value = label.value AND known.deleted_at IS NULL
      )
      ORDER BY label.value
      ON CONFLICT (value) WHERE deleted_at IS NULL DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT
        (
          SELECT json_object_agg(value, id)
          FROM product_type
          WHERE value = ANY ($1::text[]) AND deleted_at IS NULL
        ) AS types,
        (
          SELECT json_object_agg(value, id)
          FROM product_tag
          WHERE value = ANY ($2::text[]) AND deleted_at IS NULL
        ) AS tags,
        (
          SELECT json_agg(id)
          FROM product_collection
          WHERE id = ANY ($3::text[]) AND deleted_at IS NULL
        ) AS collections,
        (
          SELECT json_agg(id)
          FROM sales_channel
          WHERE id = ANY ($4::text[]) AND deleted_at IS NULL
        ) AS sales_channels,
        (
          SELECT json_object_agg(id, currency_code)
          FROM region
          WHERE id = ANY ($5::text[]) AND deleted_at IS NULL
        ) AS regions,
        (SELECT default_sales_channel_id FROM store) AS default_channel_id,
        (
          SELECT json_object_agg(type, id)
          FROM shipping_profile
          WHERE type <> 'custom' AND deleted_at IS NULL
        ) AS profiles
      """;

  private final JsonObject types;
  private final JsonObject tags;
  private final JsonArray collections;
  private final JsonObject regions;
  private final JsonObject profiles;
  private final @Nullable String defaultChannelId;

  private ResolvedReferences(Row row) {
    types = object(row, "types");
    tags = object(row, "tags");
    collections = array(row, "collections");
    regions = object(row, "regions");
    profiles = object(row, "profiles");
    defaultChannelId = row.getString("default_channel_id");
  }

  /**
   * Resolves the keys, and creates unused types and tags.
   *
   * @return a failure with the problem if a sales channel does not exist
   */
  static Future<ResolvedReferences> find(SqlClient db, ReferencedKeys names, Instant now) {
    Future<?> added =
        names.hasLabels()
            ? db.preparedQuery(ADD_LABELS)
                .execute(
                    Tuple.of(
                        labels(names.types, TYPES), labels(names.tags, TAGS), Timestamps.utc(now)))
            : Future.succeededFuture();
    return added
        .compose(done ->
            db.preparedQuery(FIND)
                .execute(
                    Tuple.of(
                        array(names.types),
                        array(names.tags),
                        array(names.collections),
                        array(names.salesChannels),
                        array(names.regions))))
        .map(rows -> {
          Row row = rows.iterator().next();
          requireChannels(names.salesChannels, array(row, "sales_channels"));
          return new ResolvedReferences(row);
        });
  }

  private static void requireChannels(Collection<String> wanted, JsonArray found) {
    List<String> missing = wanted.stream().filter(id -> !found.contains(id)).toList();
    if (!missing.isEmpty()) {
      throw new Problem.InvalidReferences(
              List.of("Sales Channels " + String.join(", ", missing) + " do not exist"))
          .toException();
    }
  }

  String type(String value) {
    return Objects.requireNonNull(types.getString(value), value);
  }

  String tag(String value) {
    return Objects.requireNonNull(tags.getString(value), value);
  }

  String collection(String id) {
    if (!collections.contains(id)) {
      throw new Problem.NotFound("Product_collection with collection_id " + id + " does not exist.")
          .toException();
    }
    return id;
  }

  /** Currency of the region, which is that of its prices. */
  String currencyOf(String regionId) {
    String currency = regions.getString(regionId);
    if (currency == null) {
      throw RegionService.notFound(regionId);
    }
    return currency;
  }

  @Nullable String defaultChannel() {
    return defaultChannelId;
  }

  /** Id of the built-in shipping profile of such a product. */
  @Nullable String profile(boolean isGiftcard) {
    return profiles.getString(isGiftcard ? "gift_card" : "default");
  }

  private static JsonArray labels(Collection<String> values, Ids ids) {
    JsonArray labels = new JsonArray();
    values.forEach(value -> labels.add(new JsonObject().put("id", ids.next()).put("value", value)));
    return labels;
  }

  private static String[] array(Collection<String> values) {
    return values.toArray(String[]::new);
  }

  private static JsonObject object(Row row, String name) {
    JsonObject found = (JsonObject) row.getJson(name);
    return found == null ? new JsonObject() : found;
  }

  private static JsonArray array(Row row, String name) {
    JsonArray found = (JsonArray) row.getJson(name);
    return found == null ? new JsonArray() : found;
  }
}
