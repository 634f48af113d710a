package dev.tradewind.catalog.bulk;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * SQL of the references of imported products: one statement for all products, and a second one for
 * the option values of existing products that get further variants.
 */
final class ImportReferenceStore {

  private static final String FIND =
      """
      SELECT
        (
          SELECT json_agg(json_build_object(
            'id', product.id, 'handle', product.handle,
            'is_deleted', product.deleted_at IS NOT NULL,
            'options', ARRAY(
              SELECT option.title
              FROM product_option AS option
              WHERE option.product_id = product.id AND option.deleted_at IS NULL
              ORDER BY option.id
            )))
          FROM product
          WHERE id IN (
            SELECT unnest($1::text[])
            UNION
            SELECT id FROM product WHERE handle = ANY ($2::text[]) AND deleted_at IS NULL
          )
        ) AS products,
        (
          SELECT json_agg(json_build_object(
            'id', id, 'product_id', product_id, 'sku', sku, 'barcode', barcode,
            'is_deleted', deleted_at IS NOT NULL))
          FROM product_variant
          WHERE id IN (
            SELECT unnest($3::text[])
            UNION
            SELECT id FROM product_variant WHERE sku = ANY ($4::text[]) AND deleted_at IS NULL
            UNION
            SELECT id FROM product_variant WHERE barcode = ANY ($5::text[]) AND deleted_at IS NULL
          )
        ) AS variants,
        (
          SELECT json_agg(json_build_object('id', id, 'handle', handle))
          FROM product_collection
          WHERE handle = ANY ($6::text[]) AND deleted_at IS NULL
        ) AS collections,
        (
          SELECT json_agg(json_build_object('id', id, 'handle', handle))
          FROM product_category
          WHERE handle = ANY ($7::text[])
        ) AS categories,
        (
          SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY created_at, id)
          FROM sales_channel
          WHERE (id = ANY ($8::text[]) OR name = ANY ($9::text[])) AND deleted_at IS NULL
        ) AS sales_channels
      """;

  private static final String OPTIONS =
      """
      SELECT variant.product_id, variant.id,
        (
          SELECT json_object_agg(option.title, value.value)
          FROM product_option_value AS value
          JOIN product_option AS option
            ON option.id = value.option_id AND option.deleted_at IS NULL
          WHERE value.variant_id = variant.id AND value.deleted_at IS NULL
        ) AS options
      FROM product_variant AS variant
      WHERE variant.product_id = ANY ($1::text[]) AND variant.deleted_at IS NULL
      """;

  private static final String PLACES =
      """
      SELECT
        (
          SELECT json_agg(json_build_object(
            'id', id, 'name', name, 'currency_code', currency_code))
          FROM region
          WHERE name = ANY ($1::text[]) AND deleted_at IS NULL
        ) AS regions,
        ARRAY(SELECT code FROM currency WHERE code = ANY ($2::text[])) AS currencies
      """;

  private ImportReferenceStore() {}

  static Future<ExistingCatalog> find(SqlClient db, List<JsonObject> products) {
    Names names = new Names();
    products.forEach(names::add);
    return db.preparedQuery(FIND)
        .execute(names.bound())
        .map(rows -> ExistingCatalog.of(rows.iterator().next()));
  }

  /** Options by title, by variant, by product. */
  static Future<Map<String, Map<String, JsonObject>>> findOptions(
      SqlClient db, Set<String> productIds) {
    return db.preparedQuery(OPTIONS)
        .execute(Tuple.of(productIds.toArray(String[]::new)))
        .map(rows -> {
          Map<String, Map<String, JsonObject>> options = new HashMap<>();
          for (Row row : rows) {
            JsonObject ofVariant = (JsonObject) row.getJson("options");
            options
                .computeIfAbsent(row.getString("product_id"), absent -> new HashMap<>())
                .put(row.getString("id"), ofVariant == null ? new JsonObject() : ofVariant);
          }
          return options;
        });
  }

  /** Regions by name and currencies by code. */
  static Future<JsonObject> findPlaces(SqlClient db, List<String> regionNames, List<String> codes) {
    return db.preparedQuery(PLACES)
        .execute(
            Tuple.tuple()
                .addValue(regionNames.toArray(String[]::new))
                .addValue(codes.toArray(String[]::new)))
        .map(rows -> {
          Row row = rows.iterator().next();
          JsonArray regions = (JsonArray) row.getJson("regions");
          return new JsonObject()
              .put("regions", regions == null ? new JsonArray() : regions)
              .put("currencies", new JsonArray(List.of(row.getArrayOfStrings("currencies"))));
        });
  }

  /** Referenced keys without duplicates. */
  private static final class Names {

    private final Set<String> products = new TreeSet<>();
    private final Set<String> handles = new TreeSet<>();
    private final Set<String> variants = new TreeSet<>();
    private final Set<String> skus = new TreeSet<>();
    private final Set<String> barcodes = new TreeSet<>();
    private final Set<String> collections = new TreeSet<>();
    private final Set<String> categories = new TreeSet<>();
    private final Set<String> channels = new TreeSet<>();
    private final Set<String> channelNames = new TreeSet<>();

    void add(JsonObject product) {
      add(products, product.getString("id"));
      add(handles, product.getString("handle"));
      add(collections, product.getString("collection_handle"));
      for (Object category : product.getJsonArray("categories", new JsonArray())) {
        add(categories, (String) category);
      }
      for (Object each : product.getJsonArray("sales_channels", new JsonArray())) {
        JsonObject channel = (JsonObject) each;
        add(channels, channel.getString("id"));
        add(channelNames, channel.getString("name"));
      }
      for (Object each : product.getJsonArray("variants")) {
        JsonObject variant = (JsonObject) each;
        add(variants, variant.getString("id"));
        add(skus, variant.getJsonObject("body").getString("sku"));
        add(barcodes, variant.getJsonObject("body").getString("barcode"));
      }
    }

    private static void add(Set<String> names, @Nullable String name) {
      if (name != null) {
        names.add(name);
      }
    }

    Tuple bound() {
      Tuple tuple = Tuple.tuple();
      for (Set<String> names :
          List.of(
              products,
              handles,
              variants,
              skus,
              barcodes,
              collections,
              categories,
              channels,
              channelNames)) {
        tuple.addValue(names.toArray(String[]::new));
      }
      return tuple;
    }
  }
}
