package dev.tradewind.benchmarks.search;

import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.paths.ZipfDistribution;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Catalog of products with ten variants by size and colour, whose names have words of a vocabulary,
 * and the queries of its shoppers.
 *
 * @param products number of the products
 */
record SearchCatalog(int products) {

  private static final int QUERIES = 2_000;
  private static final int SEED = 1;
  private static final int BATCH = 1_000;

  private static final List<String> MATERIALS =
      List.of("linen", "wool", "oak", "stoneware", "steel", "cotton", "copper");
  private static final List<String> NOUNS =
      List.of(
          "shirt",
          "jumper",
          "jacket",
          "trousers",
          "basket",
          "cup",
          "bowl",
          "kettle",
          "pan",
          "blanket",
          "cushion",
          "lamp");
  private static final List<String> SYLLABLES =
      List.of("ba", "do", "ka", "li", "mo", "nu", "ra", "se", "ti", "vo", "we", "zu");

  /** The facets of each search. */
  private static final JsonArray FACETS =
      JsonArray.of("price", "type_value", "tags_value", "material", "options.Colour");

  /** Members of a product in an entry of a list. */
  private static final JsonArray SHOWN =
      JsonArray.of(
          "id", "title", "subtitle", "handle", "thumbnail", "variants.calculated_price_incl_tax");

  /** Brands of three syllables: 1,728, of which a hundredth of the products have one. */
  private static final String BRAND =
      "syllable[1 + n % 12] || syllable[1 + n / 12 % 12] || syllable[1 + n / 144 % 12]";

  private static final String NUMBERS =
      """
      FROM generate_series($first, $last) AS n,
        (SELECT ARRAY['red', 'blue', 'green', 'black', 'white', 'grey', 'sand', 'rust'] AS colour,
          ARRAY['S', 'M', 'L'] AS size, ARRAY[$syllables] AS syllable) AS word
      """;

  private static final List<String> STATEMENTS =
      List.of(
          "UPDATE catalog.product SET title = title || ' ' || initcap("
              + BRAND
              + ") "
              + NUMBERS
              + "WHERE id = 'prod_00SEED' || lpad(n::text, 20, '0')",
          "INSERT INTO catalog.product_option (id, title, product_id)\n"
              + "SELECT 'opt_colour' || n, 'Colour', 'prod_00SEED' || lpad(n::text, 20, '0') "
              + NUMBERS,
          """
          INSERT INTO catalog.product_variant (
            id, title, product_id, sku, variant_rank, inventory_quantity
          )
          SELECT 'variant_more' || n || '_' || k, size[1 + k % 3] || ' / ' || colour[1 + (n + k) % 8],
            'prod_00SEED' || lpad(n::text, 20, '0'), 'MORE-' || n || '-' || k, k, (n + k) % 50
          """
              + NUMBERS.stripTrailing()
              + ", generate_series(4, 10) AS k",
          """
          INSERT INTO catalog.product_option_value (id, value, option_id, variant_id)
          SELECT 'optval_colour' || n || '_' || k, colour[1 + (n + k) % 8], 'opt_colour' || n,
            'variant_more' || n || '_' || k
          """
              + NUMBERS.stripTrailing()
              + ", generate_series(4, 10) AS k",
          """
          INSERT INTO catalog.product_option_value (id, value, option_id, variant_id)
          SELECT 'optval_size' || n || '_' || k, size[1 + k % 3],
            'opt_00SEED' || lpad(n::text, 20, '0'), 'variant_more' || n || '_' || k
          """
              + NUMBERS.stripTrailing()
              + ", generate_series(4, 10) AS k",
          """
          INSERT INTO catalog.money_amount (id, currency_code, amount, variant_id)
          SELECT 'ma_more' || n || '_' || k, 'eur', 900 + n * 7919::bigint % 300 * 50 + k * 100,
            'variant_more' || n || '_' || k
          """
              + NUMBERS.stripTrailing()
              + ", generate_series(4, 10) AS k");

  /** Adds words, colours and seven variants to each of the seeded products. */
  void complete(Database database) throws SQLException {
    String syllables = "'" + String.join("', '", SYLLABLES) + "'";
    for (int first = 1; first <= products; first += BATCH) {
      for (String statement : STATEMENTS) {
        database.execute(
            statement
                .replace("$first", Integer.toString(first))
                .replace("$last", Integer.toString(Math.min(products, first + BATCH - 1)))
                .replace("$syllables", syllables));
      }
    }
    database.fillShelves();
  }

  /** Requests of so many shoppers, each query by its popularity. */
  List<List<Step>> searches(int number, String regionId) {
    Random random = new Random(SEED);
    List<String> queries = queries(random);
    ZipfDistribution popularity = new ZipfDistribution(queries.size(), 1);
    return IntStream.range(0, number)
        .mapToObj(n -> List.of(search(queries.get(popularity.draw(random)), regionId)))
        .toList();
  }

  private static Step search(String words, String regionId) {
    return Step.post(
        "/store/products/search",
        new JsonObject()
            .put("q", words)
            .put("region_id", regionId)
            .put("limit", 12)
            .put("attributesToRetrieve", SHOWN)
            .put("facets", FACETS));
  }

  /** Words of names, the beginnings of others, and some with typos. */
  private static List<String> queries(Random random) {
    List<String> queries = new ArrayList<>();
    while (queries.size() < QUERIES) {
      String brand =
          Stream.generate(() -> any(SYLLABLES, random)).limit(3).reduce("", String::concat);
      String noun = any(NOUNS, random);
      queries.add(
          switch (random.nextInt(8)) {
            case 0 -> noun;
            case 1 -> any(MATERIALS, random) + " " + noun;
            case 2 -> noun + " " + brand;
            case 3 -> brand;
            case 4 -> brand + " " + noun.substring(0, 3);
            case 5 -> any(MATERIALS, random) + " " + brand.substring(0, 4);
            case 6 -> noun + " " + random.nextInt(1, 1_000);
            default -> brand.substring(0, 4) + "x" + brand.substring(5) + " " + noun;
          });
    }
    return queries;
  }

  private static String any(List<String> words, Random random) {
    return words.get(random.nextInt(words.size()));
  }
}
