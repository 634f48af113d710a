package dev.tradewind.sample;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Demo shop "harbour": what real shops have and the default one has not. Photographs of three
 * shapes, a sale, goods that are sold out or not sold in a region, long words, descriptions in HTML
 * and of several lines, text from right to left, 300 products, ten collections, a tree of
 * categories, prices with taxes, and discount codes.
 */
public final class HarbourShop {

  private static final String DESCRIPTION = "/demo/harbour.json";

  private static final int PRODUCTS = 300;

  private static final String CODES =
      """
      WITH code (id, code, type, value, allocation, description) AS (
        VALUES
          ('harbour_10', 'AHOY10', 'percentage', 10, 'total', 'Ten percent off'),
          ('harbour_ship', 'FREESHIP', 'free_shipping', 0, NULL, 'Free shipping')
      ),
      rule AS (
        INSERT INTO discount_rule
          (id, created_at, updated_at, description, type, value, allocation)
        SELECT 'dru_' || id, $1, $1, description, type, value, allocation
        FROM code
        ON CONFLICT DO NOTHING
      ),
      added AS (
        INSERT INTO discount (id, created_at, updated_at, code, rule_id, starts_at)
        SELECT 'disc_' || id, $1, $1, code, 'dru_' || id, $1
        FROM code
        ON CONFLICT DO NOTHING
        RETURNING id
      )
      INSERT INTO discount_region (discount_id, region_id, of_fixed)
      SELECT added.id, region_id, false
      FROM added, unnest($2::text[]) AS region_id
      """;

  private HarbourShop() {}

  /**
   * Description of the shop: variations of the themes of the resource file, then its products,
   * which are the newest ones.
   */
  public static JsonObject description() {
    JsonObject shop = resource();
    JsonArray named = shop.getJsonArray("products");
    JsonArray products = new JsonArray();
    List<JsonObject> themes =
        shop.getJsonArray("themes").stream().map(JsonObject.class::cast).toList();
    JsonArray words = shop.getJsonArray("words");
    for (int number = 0; products.size() < PRODUCTS - named.size(); number++) {
      products.add(variation(themes.get(number % themes.size()), words, number));
    }
    for (int rank = named.size() - 1; rank >= 0; rank--) {
      products.add(named.getJsonObject(rank));
    }
    for (int number = 0; number < products.size(); number++) {
      complete(products.getJsonObject(number), number);
    }
    return shop.put("products", products);
  }

  private static JsonObject resource() {
    try (InputStream file =
        Objects.requireNonNull(HarbourShop.class.getResourceAsStream(DESCRIPTION), DESCRIPTION)) {
      return Buffer.buffer(file.readAllBytes()).toJsonObject();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Product of a theme; its number determines all of it. */
  private static JsonObject variation(JsonObject theme, JsonArray words, int number) {
    String word = words.getString(number / 7 % words.size());
    JsonArray images = theme.getJsonArray("images");
    long price = theme.getLong("eur") + number * 37L % 40 * 100;
    JsonObject variant =
        new JsonObject()
            .put("values", new JsonArray().add("One size"))
            .put("stock", number % 11 == 3 ? 0 : 3 + number % 40)
            .put("eur", price)
            .put("usd", price + 200);
    if (number % 9 == 4) {
      variant.put("sale_eur", price * 3 / 4).put("sale_usd", (price + 200) * 3 / 4);
    }
    return new JsonObject()
        .put("title", word + " " + theme.getString("noun") + " No. " + (number + 1))
        .put("subtitle", theme.getString("subtitle"))
        .put("description", theme.getString("description"))
        .put("collection", theme.getJsonArray("collections").getString(number / 3 % 2))
        .put("categories", theme.getJsonArray("categories"))
        .put("type", theme.getString("noun"))
        .put("images", new JsonArray().add(images.getString(number / 2 % images.size())))
        .put("options", new JsonArray().add("Size"))
        .put("variants", new JsonArray().add(variant));
  }

  /** Adds what follows from the number of a product: handle, article numbers, brand. */
  private static void complete(JsonObject product, int number) {
    if (!product.containsKey("handle")) {
      String title = product.getString("title").toLowerCase(Locale.ROOT);
      product.put("handle", title.replaceAll("[^a-z0-9]+", "-"));
    }
    JsonObject metadata = product.getJsonObject("metadata", new JsonObject());
    product.put("metadata", metadata.put("brand", "Harbour & Sons"));
    JsonArray variants = product.getJsonArray("variants");
    for (int rank = 0; rank < variants.size(); rank++) {
      JsonObject variant = variants.getJsonObject(rank);
      int article = number * 10 + rank;
      variant.put("sku", "HB-" + article).put("ean", ean(article));
    }
  }

  /** Number of an article with its check digit. */
  static String ean(int article) {
    String digits = String.format(Locale.ROOT, "4098%08d", article);
    int sum = 0;
    for (int at = 0; at < digits.length(); at++) {
      sum += (digits.charAt(at) - '0') * (at % 2 == 0 ? 1 : 3);
    }
    return digits + (10 - sum % 10) % 10;
  }

  /** Creates the discount codes, in the schema of discounts. */
  public static Future<Void> addCodes(Pool discounts, Clock clock, List<String> regionIds) {
    return discounts
        .preparedQuery(CODES)
        .execute(
            Tuple.of(
                clock.instant().atOffset(ZoneOffset.UTC),
                (Object) regionIds.toArray(String[]::new)))
        .mapEmpty();
  }

  /** The regions of the shop. */
  public static Future<List<String>> regionIds(Pool catalog) {
    return catalog
        .query("SELECT id FROM region WHERE deleted_at IS NULL ORDER BY id")
        .execute()
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }
}
