package dev.tradewind.catalog.product;

import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** References of product documents, resolved for all documents at once. */
final class ResolvedReferences {

  private static final Ids TYPES = Ids.of("ptyp");
  private static final Ids TAGS = Ids.of("ptag");

  private final JsonObject types;
  private final JsonObject tags;
  private final JsonArray collections;
  private final JsonObject regions;
  private final JsonObject profiles;
  private final @Nullable String defaultChannelId;
  private final boolean isLocated;
  private final boolean hasItems;

  private ResolvedReferences(Row row) {
    types = object(row, "types");
    tags = object(row, "tags");
    collections = array(row, "collections");
    regions = object(row, "regions");
    profiles = object(row, "profiles");
    defaultChannelId = row.getString("default_channel_id");
    isLocated = row.getBoolean("is_located");
    hasItems = row.getBoolean("has_items");
  }

  /**
   * Resolves the keys, and creates unused types and tags.
   *
   * @return a failure with the problem if a sales channel does not exist
   */
  static Future<ResolvedReferences> find(SqlClient db, ReferencedKeys names, Instant now) {
    Future<Void> added =
        names.hasLabels()
            ? ReferenceStore.addLabels(
                db, labels(names.types, TYPES), labels(names.tags, TAGS), now)
            : Future.succeededFuture();
    return added
        .compose(done -> ReferenceStore.find(db, names))
        .map(row -> {
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

  /**
   * Whether the stock of the shop is converted, so that managed variants are stocked at locations.
   */
  boolean isLocated() {
    return isLocated;
  }

  /** Whether any variant is stocked at locations. */
  boolean hasItems() {
    return hasItems;
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

  private static JsonObject object(Row row, String name) {
    JsonObject found = (JsonObject) row.getJson(name);
    return found == null ? new JsonObject() : found;
  }

  private static JsonArray array(Row row, String name) {
    JsonArray found = (JsonArray) row.getJson(name);
    return found == null ? new JsonArray() : found;
  }
}
