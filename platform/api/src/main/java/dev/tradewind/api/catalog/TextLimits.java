package dev.tradewind.api.catalog;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lengths of the texts of products in characters, as requests have them, for writers that do not
 * pass the contract: imports of files and of other shops.
 */
public final class TextLimits {

  /** Length of texts for which the contract states no other. */
  public static final int DEFAULT = 255;

  private static final int TITLE = 500;
  private static final int DESCRIPTION = 10_000;
  private static final int URL = 2_000;

  private static final Map<String, Map<String, Integer>> BY_TABLE = new LinkedHashMap<>();

  static {
    BY_TABLE.put(
        "product",
        Map.of(
            "title", TITLE,
            "subtitle", TITLE,
            "description", DESCRIPTION,
            "handle", DEFAULT,
            "thumbnail", URL,
            "hs_code", DEFAULT,
            "origin_country", DEFAULT,
            "mid_code", DEFAULT,
            "material", DEFAULT));
    BY_TABLE.put(
        "product_variant",
        Map.of(
            "title", TITLE,
            "sku", DEFAULT,
            "barcode", DEFAULT,
            "ean", DEFAULT,
            "upc", DEFAULT,
            "hs_code", DEFAULT,
            "origin_country", DEFAULT,
            "mid_code", DEFAULT,
            "material", DEFAULT));
    BY_TABLE.put("image", Map.of("url", URL));
    BY_TABLE.put("product_option", Map.of("title", TITLE));
    BY_TABLE.put("product_option_value", Map.of("value", DEFAULT));
    BY_TABLE.put("product_type", Map.of("value", DEFAULT));
    BY_TABLE.put("product_tag", Map.of("value", DEFAULT));
  }

  private TextLimits() {}

  /** Length of a column of a table of the catalog. */
  public static int of(String table, String column) {
    return BY_TABLE.getOrDefault(table, Map.of()).getOrDefault(column, DEFAULT);
  }

  /** Lengths by table and column. */
  public static Map<String, Map<String, Integer>> byTable() {
    return Map.copyOf(BY_TABLE);
  }
}
