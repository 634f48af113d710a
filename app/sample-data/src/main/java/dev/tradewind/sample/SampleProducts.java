package dev.tradewind.sample;

import dev.tradewind.kernel.async.Futures;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Generator of realistic sample products. The number of a product determines all of its data, so
 * that the same numbers give the same shop; existing products stay. No events are published, since
 * no consumer needs them.
 */
public final class SampleProducts {

  /** The id of the row with that number, in the form of all ids. */
  private static final String ID = "'%s_00SEED' || lpad((%s)::text, 20, '0')";

  private static final String WORDS =
      """
      SELECT
        ARRAY['Shirt', 'Jumper', 'Jacket', 'Trousers', 'Basket', 'Cup', 'Bowl', 'Kettle', 'Pan',
          'Blanket', 'Cushion', 'Lamp'] AS nouns,
        ARRAY['Washed', 'Woven', 'Plain', 'Striped', 'Heavy', 'Light', 'Northern', 'Coastal',
          'Old', 'Everyday'] AS adjectives,
        ARRAY['Linen', 'Wool', 'Oak', 'Stoneware', 'Steel', 'Cotton', 'Copper'] AS materials,
        ARRAY['local', 'classic', 'seasonal', 'sturdy', 'soft', 'refillable'] AS tags,
        ARRAY['S', 'M', 'L'] AS sizes
      """;

  private static final String TIME =
      "timestamptz '2024-01-01T00:00:00Z' + n * interval '37 seconds'";

  private static final String NUMBERS =
      "generate_series($1::integer, $2::integer) AS n, (%s) AS word".formatted(WORDS);

  private static final String VARIANTS =
      "FROM %s, generate_series(1, 3) AS size".formatted(NUMBERS);

  private static final String COLLECTIONS =
      """
      INSERT INTO product_collection (id, created_at, updated_at, title, handle)
      SELECT %s, %s, %s, 'Sample ' || n, 'sample-' || n
      FROM generate_series(1, 25) AS n
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("pcol", "n"), TIME, TIME);

  private static final String TYPES =
      """
      INSERT INTO product_type (id, created_at, updated_at, value)
      SELECT %s, %s, %s, noun
      FROM (%s) AS word, unnest(word.nouns) WITH ORDINALITY AS each (noun, n)
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("ptyp", "n"), TIME, TIME, WORDS);

  private static final String TAGS =
      """
      INSERT INTO product_tag (id, created_at, updated_at, value)
      SELECT %s, %s, %s, tag
      FROM (%s) AS word, unnest(word.tags) WITH ORDINALITY AS each (tag, n)
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("ptag", "n"), TIME, TIME, WORDS);

  private static final String PRODUCTS =
      """
      INSERT INTO product (
        id, created_at, updated_at, title, subtitle, description, handle, status, thumbnail, weight,
        origin_country, material, collection_id, type_id
      )
      SELECT %s, %s, %s,
        adjectives[1 + n %% 10] || ' ' || materials[1 + n %% 7] || ' ' || nouns[1 + n %% 12]
          || ' No. ' || n,
        'Batch ' || n / 100,
        'A ' || lower(nouns[1 + n %% 12]) || ' of ' || lower(materials[1 + n %% 7])
          || ', number ' || n || ' of its kind, made to be used every day and mended when it must'
          || ' be. Comes in three sizes.',
        'sample-' || n,
        'published',
        'https://picsum.photos/seed/sample-' || n || '/900/1200',
        100 + n %% 900,
        'PT',
        materials[1 + n %% 7],
        (SELECT id FROM product_collection
          WHERE handle = 'sample-' || (1 + n %% 25) AND deleted_at IS NULL),
        (SELECT id FROM product_type WHERE value = nouns[1 + n %% 12] AND deleted_at IS NULL)
      FROM %s
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("prod", "n"), TIME, TIME, NUMBERS);

  private static final String CHANNELS =
      """
      INSERT INTO product_sales_channel (product_id, sales_channel_id)
      SELECT %s, default_sales_channel_id
      FROM %s, store
      WHERE default_sales_channel_id IS NOT NULL
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("prod", "n"), NUMBERS);

  private static final String PROFILES =
      """
      INSERT INTO product_shipping_profile (product_id, profile_id)
      SELECT %s, profile.id
      FROM %s, shipping_profile AS profile
      WHERE profile.type = 'default' AND profile.deleted_at IS NULL
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("prod", "n"), NUMBERS);

  private static final String TAGGINGS =
      """
      INSERT INTO product_tagging (product_id, tag_id)
      SELECT %s, tag.id
      FROM %s, product_tag AS tag
      WHERE tag.value IN (tags[1 + n %% 6], tags[1 + n / 6 %% 6]) AND tag.deleted_at IS NULL
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("prod", "n"), NUMBERS);

  private static final String IMAGES =
      """
      INSERT INTO image (id, created_at, updated_at, url)
      SELECT %s, %s, %s, 'https://picsum.photos/seed/sample-' || n || '/900/1200'
      FROM %s
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("img", "n"), TIME, TIME, NUMBERS);

  private static final String PRODUCT_IMAGES =
      """
      INSERT INTO product_image (product_id, image_id)
      SELECT %s, %s
      FROM %s
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("prod", "n"), ID.formatted("img", "n"), NUMBERS);

  private static final String OPTIONS =
      """
      INSERT INTO product_option (id, created_at, updated_at, title, product_id)
      SELECT %s, %s, %s, 'Size', %s
      FROM %s
      ON CONFLICT DO NOTHING
      """
          .formatted(ID.formatted("opt", "n"), TIME, TIME, ID.formatted("prod", "n"), NUMBERS);

  private static final String PRODUCT_VARIANTS =
      """
      INSERT INTO product_variant (
        id, created_at, updated_at, title, product_id, sku, variant_rank, inventory_quantity
      )
      SELECT %s, %s, %s, sizes[size], %s, 'SAMPLE-' || n || '-' || sizes[size], size - 1,
        1000 + (n * 31 + size) %% 5000
      %s
      ON CONFLICT DO NOTHING
      """
          .formatted(
              ID.formatted("variant", "n * 3 + size"),
              TIME,
              TIME,
              ID.formatted("prod", "n"),
              VARIANTS);

  private static final String OPTION_VALUES =
      """
      INSERT INTO product_option_value (id, created_at, updated_at, value, option_id, variant_id)
      SELECT %s, %s, %s, sizes[size], %s, %s
      %s
      ON CONFLICT DO NOTHING
      """
          .formatted(
              ID.formatted("optval", "n * 3 + size"),
              TIME,
              TIME,
              ID.formatted("opt", "n"),
              ID.formatted("variant", "n * 3 + size"),
              VARIANTS);

  private static final String PRICES =
      """
      INSERT INTO money_amount (id, created_at, updated_at, currency_code, amount, variant_id)
      SELECT %s, %s, %s, code, 900 + (n::bigint * 7919 %% 300 * 50 + size * 200) * factor / 100, %s
      %s, (VALUES (0, 'eur', 100), (1, 'usd', 110)) AS currency (rank, code, factor)
      ON CONFLICT DO NOTHING
      """
          .formatted(
              ID.formatted("ma", "(n * 3 + size) * 2 + rank"),
              TIME,
              TIME,
              ID.formatted("variant", "n * 3 + size"),
              VARIANTS);

  /** Tables in the order of their references. */
  private static final List<String> OF_NUMBERS =
      List.of(
          PRODUCTS,
          CHANNELS,
          PROFILES,
          TAGGINGS,
          IMAGES,
          PRODUCT_IMAGES,
          OPTIONS,
          PRODUCT_VARIANTS,
          OPTION_VALUES,
          PRICES);

  private static final String ANALYZE =
      """
      ANALYZE product_collection, product, product_sales_channel, product_shipping_profile,
        product_tagging, image, product_image, product_option, product_variant,
        product_option_value, money_amount
      """;

  private SampleProducts() {}

  /** Referenced rows: collections, types and tags. */
  public static Future<Void> prepare(Pool pool) {
    return pool.withTransaction(db ->
        db.query(COLLECTIONS)
            .execute()
            .compose(done -> db.query(TYPES).execute())
            .compose(done -> db.query(TAGS).execute())
            .mapEmpty());
  }

  /** Inserts the products with these numbers, both ends included. */
  public static Future<Void> insert(Pool pool, int first, int last) {
    Tuple range = Tuple.of(first, last);
    return pool.withTransaction(db ->
        Futures.sequence(OF_NUMBERS, statement -> db.preparedQuery(statement).execute(range)));
  }

  /** Analyzes the tables; lists would be slow until autovacuum does. */
  public static Future<Void> finish(Pool pool) {
    return pool.query(ANALYZE).execute().mapEmpty();
  }
}
