package dev.tradewind.catalog.bulk;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
      SELECT json_build_object(
        'products', coalesce(
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
          ),
          '[]'),
        'variants', coalesce(
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
              SELECT id
              FROM product_variant
              WHERE barcode = ANY ($5::text[]) AND deleted_at IS NULL
            )
          ),
          '[]'),
        'collections', coalesce(
          (
            SELECT json_agg(json_build_object('id', id, 'handle', handle))
            FROM product_collection
            WHERE handle = ANY ($6::text[]) AND deleted_at IS NULL
          ),
          '[]'),
        'categories', coalesce(
          (
            SELECT json_agg(json_build_object('id', id, 'handle', handle))
            FROM product_category
            WHERE handle = ANY ($7::text[])
          ),
          '[]'),
        'sales_channels', coalesce(
          (
            SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY created_at, id)
            FROM sales_channel
            WHERE (id = ANY ($8::text[]) OR name = ANY ($9::text[])) AND deleted_at IS NULL
          ),
          '[]')) AS found
      """;

  private static final String OPTIONS =
      """
      SELECT variant.product_id, variant.id,
        (
          SELECT coalesce(json_object_agg(option.title, value.value), '{}')
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

  Future<ExistingCatalog> find(SqlClient db, List<ImportDocument> products) {
    Names names = new Names();
    products.forEach(names::add);
    return db.preparedQuery(FIND)
        .execute(names.bound())
        .map(rows -> ExistingCatalog.of((JsonObject) rows.iterator().next().getJson("found")));
  }

  /**
   * Stored variant with its options.
   *
   * @param options values by the title of the option
   */
  record StoredOptions(
      String productId, @JsonName("id") String variantId, Map<String, String> options) {

    private static final RecordCodec<StoredOptions> CODEC =
        RecordCodec.of(MethodHandles.lookup(), StoredOptions.class);
  }

  Future<List<StoredOptions>> findOptions(SqlClient db, Set<String> productIds) {
    return db.preparedQuery(OPTIONS)
        .execute(Tuple.of(productIds.toArray(String[]::new)))
        .map(rows -> rows.stream().map(StoredOptions.CODEC::readRow).toList());
  }

  /** Regions by name and currencies by code. */
  Future<JsonObject> findPlaces(SqlClient db, List<String> regionNames, List<String> codes) {
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

    void add(ImportDocument product) {
      add(products, product.id());
      add(handles, product.handle());
      if (product.collection() != null) {
        add(collections, product.collection().handle());
      }
      categories.addAll(Objects.requireNonNullElse(product.categories(), List.of()));
      if (product.salesChannels() != null) {
        product
            .salesChannels()
            .forEach(channel -> {
              add(channels, channel.id());
              add(channelNames, channel.name());
            });
      }
      for (ImportDocument.Variant variant : product.variants()) {
        add(variants, variant.id());
        add(skus, variant.sku());
        add(barcodes, variant.barcode());
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
