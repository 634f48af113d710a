package dev.tradewind.batch.product;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Columns of an export in addition to the fixed ones.
 *
 * @param options maximum number of options of a product; likewise the others
 */
record ExportColumns(
    List<PriceColumn> prices, int options, int images, int salesChannels, int categories) {

  /** Column of prices in a currency, or of a single region. */
  record PriceColumn(String currency, @Nullable String regionId, @Nullable String regionName) {

    String header() {
      String code = currency.toUpperCase(Locale.ROOT);
      return regionName == null ? "Price " + code : "Price " + regionName + " [" + code + "]";
    }

    /** Key of the price in a variant. */
    String key() {
      return regionId == null ? currency : regionId;
    }
  }

  /** Form in which the job's context stores the columns. */
  static JsonObject toContext(JsonObject counted) {
    return new JsonObject()
        .put("prices", counted.getJsonArray("prices"))
        .put("dynamicImageColumnCount", counted.getInteger("images"))
        .put("dynamicOptionColumnCount", counted.getInteger("options"))
        .put("dynamicSalesChannelsColumnCount", counted.getInteger("sales_channels"))
        .put("dynamicProductCategoriesColumnCount", counted.getInteger("categories"));
  }

  static ExportColumns ofContext(JsonObject shape) {
    return new ExportColumns(
        shape.getJsonArray("prices").stream()
            .map(price -> priceColumn((JsonObject) price))
            .toList(),
        shape.getInteger("dynamicOptionColumnCount"),
        shape.getInteger("dynamicImageColumnCount"),
        shape.getInteger("dynamicSalesChannelsColumnCount"),
        shape.getInteger("dynamicProductCategoriesColumnCount"));
  }

  private static PriceColumn priceColumn(JsonObject price) {
    JsonObject region = price.getJsonObject("region");
    return region == null
        ? new PriceColumn(price.getString("currency_code"), null, null)
        : new PriceColumn(
            price.getString("currency_code"), region.getString("id"), region.getString("name"));
  }

  /** Whether every value of the product has a column. */
  boolean holds(JsonObject product) {
    return product.getJsonArray("options").size() <= options
        && product.getJsonArray("images").size() <= images
        && product.getJsonArray("sales_channels").size() <= salesChannels
        && product.getJsonArray("categories").size() <= categories
        && product.getJsonArray("variants").stream()
            .allMatch(variant ->
                holdsPrices(((JsonObject) variant).getJsonObject("prices", new JsonObject())));
  }

  private boolean holdsPrices(JsonObject amounts) {
    return amounts.fieldNames().stream()
        .allMatch(key -> prices.stream().anyMatch(column -> column.key().equals(key)));
  }

  void header(CsvLines lines) {
    ProductColumn.PRODUCT.forEach(field -> lines.cell(field.header()));
    ProductColumn.VARIANT.forEach(field -> lines.cell(field.header()));
    prices.forEach(price -> lines.cell(price.header()));
    for (int n = 1; n <= options; n++) {
      lines.cell("Option " + n + " Name").cell("Option " + n + " Value");
    }
    for (int n = 1; n <= images; n++) {
      lines.cell("Image " + n + " Url");
    }
    for (int n = 1; n <= salesChannels; n++) {
      String channel = "Sales Channel " + n;
      lines.cell(channel + " Id").cell(channel + " Name").cell(channel + " Description");
    }
    for (int n = 1; n <= categories; n++) {
      String category = "Product Category " + n;
      lines.cell(category + " Handle").cell(category + " Name").cell(category + " Description");
    }
    lines.end();
  }

  /** Writes one line per variant. */
  void product(CsvLines lines, JsonObject product) {
    for (Object each : product.getJsonArray("variants")) {
      JsonObject variant = (JsonObject) each;
      ProductColumn.PRODUCT.forEach(
          field -> lines.cell(ProductColumn.cell(product.getValue(field.name()))));
      ProductColumn.VARIANT.forEach(
          field -> lines.cell(ProductColumn.cell(variant.getValue(field.name()))));
      prices(lines, variant.getJsonObject("prices", new JsonObject()));
      options(lines, product.getJsonArray("options"), variant.getJsonObject("options"));
      objects(lines, images, product.getJsonArray("images"), "url");
      objects(
          lines,
          salesChannels,
          product.getJsonArray("sales_channels"),
          "id",
          "name",
          "description");
      objects(
          lines, categories, product.getJsonArray("categories"), "handle", "name", "description");
      lines.end();
    }
  }

  private void prices(CsvLines lines, JsonObject amounts) {
    for (PriceColumn column : prices) {
      Long amount = amounts.getLong(column.key());
      lines.cell(amount == null ? "" : DecimalAmount.format(amount, column.currency()));
    }
  }

  private void options(CsvLines lines, JsonArray titles, @Nullable JsonObject values) {
    for (int n = 0; n < options; n++) {
      JsonObject option = n < titles.size() ? titles.getJsonObject(n) : null;
      lines.cell(option == null ? "" : ProductColumn.cell(option.getValue("title")));
      lines.cell(
          option == null || values == null
              ? ""
              : ProductColumn.cell(values.getValue(option.getString("id"))));
    }
  }

  private static void objects(CsvLines lines, int columns, JsonArray objects, String... members) {
    for (int n = 0; n < columns; n++) {
      for (String member : members) {
        lines.cell(
            n < objects.size()
                ? ProductColumn.cell(objects.getJsonObject(n).getValue(member))
                : "");
      }
    }
  }
}
