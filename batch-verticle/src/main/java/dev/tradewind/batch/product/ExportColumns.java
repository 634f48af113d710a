package dev.tradewind.batch.product;

import dev.tradewind.batch.csv.CsvExport;
import dev.tradewind.batch.csv.CsvLines;
import dev.tradewind.batch.csv.FieldColumn;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Columns of an export.
 *
 * @param product fixed columns of the product
 * @param options maximum number of options of a product; likewise the others
 * @param fields declared fields of products and variants
 */
record ExportColumns(
    ExportSelection selection,
    List<ProductColumn> product,
    List<PriceColumn> prices,
    int options,
    int images,
    int salesChannels,
    int categories,
    List<FieldColumn> fields)
    implements CsvExport.Columns {

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
    JsonObject shape =
        new JsonObject()
            .put("prices", counted.getJsonArray("prices"))
            .put("dynamicImageColumnCount", counted.getInteger("images"))
            .put("dynamicOptionColumnCount", counted.getInteger("options"))
            .put("dynamicSalesChannelsColumnCount", counted.getInteger("sales_channels"))
            .put("dynamicProductCategoriesColumnCount", counted.getInteger("categories"));
    JsonArray declared = counted.getJsonArray("fields", new JsonArray());
    // Clients know the shape of a shop without declared fields.
    return declared.isEmpty() ? shape : shape.put("fields", declared);
  }

  /** Columns of the shape and the list configuration of a job's context. */
  static ExportColumns ofContext(JsonObject context) {
    JsonObject shape = context.getJsonObject("shape");
    ExportSelection selection = ExportSelection.of(context.getJsonObject("list_config"));
    return new ExportColumns(
        selection,
        selection.productColumns(),
        shape.getJsonArray("prices").stream()
            .map(price -> priceColumn((JsonObject) price))
            .filter(price -> isShown(selection, price))
            .toList(),
        shown(selection, "options", shape.getInteger("dynamicOptionColumnCount")),
        shown(selection, "images", shape.getInteger("dynamicImageColumnCount")),
        shown(selection, "sales_channels", shape.getInteger("dynamicSalesChannelsColumnCount")),
        shown(selection, "categories", shape.getInteger("dynamicProductCategoriesColumnCount")),
        shape.getJsonArray("fields", new JsonArray()).stream()
            .map(field -> FieldColumn.of((JsonObject) field))
            .filter(field ->
                isOfVariant(field) ? selection.shows("variants") : selection.showsMetadata())
            .toList());
  }

  private static boolean isOfVariant(FieldColumn field) {
    return field.resource().equals("variant");
  }

  private static boolean isShown(ExportSelection selection, PriceColumn price) {
    return selection.shows(price.regionId() == null ? "variants.prices" : "variants.prices.region");
  }

  private static int shown(ExportSelection selection, String relation, int columns) {
    return selection.shows(relation) ? columns : 0;
  }

  private static PriceColumn priceColumn(JsonObject price) {
    JsonObject region = price.getJsonObject("region");
    if (region == null) {
      return new PriceColumn(price.getString("currency_code"), null, null);
    }
    return new PriceColumn(
        price.getString("currency_code"), region.getString("id"), region.getString("name"));
  }

  @Override
  public boolean holds(JsonObject product) {
    return holds(product, "options", options)
        && holds(product, "images", images)
        && holds(product, "sales_channels", salesChannels)
        && holds(product, "categories", categories)
        && (!selection.shows("variants.prices.region")
            || product.getJsonArray("variants").stream()
                .allMatch(variant ->
                    holdsPrices(((JsonObject) variant).getJsonObject("prices", new JsonObject()))));
  }

  private boolean holds(JsonObject product, String relation, int columns) {
    return !selection.shows(relation) || product.getJsonArray(relation).size() <= columns;
  }

  private boolean holdsPrices(JsonObject amounts) {
    return amounts.fieldNames().stream()
        .allMatch(key -> prices.stream().anyMatch(column -> column.key().equals(key)));
  }

  @Override
  public void writeHeader(CsvLines lines) {
    product.forEach(field -> lines.cell(field.header()));
    if (showsVariants()) {
      ProductColumn.VARIANT.forEach(field -> lines.cell(field.header()));
    }
    prices.forEach(price -> lines.cell(price.header()));
    for (int n = 1; n <= options; n++) {
      lines.cell("Option " + n + " Name");
      if (showsOptionValues()) {
        lines.cell("Option " + n + " Value");
      }
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
    fields.forEach(field -> lines.cell(field.header()));
    lines.end();
  }

  private boolean showsVariants() {
    return selection.shows("variants");
  }

  private boolean showsOptionValues() {
    return selection.shows("variants.options");
  }

  /** Writes one line per variant; without the variants, one line. */
  @Override
  public void write(CsvLines lines, JsonObject document) {
    if (showsVariants()) {
      document
          .getJsonArray("variants")
          .forEach(variant -> line(lines, document, (JsonObject) variant));
    } else {
      line(lines, document, new JsonObject());
    }
  }

  private void line(CsvLines lines, JsonObject document, JsonObject variant) {
    product.forEach(field -> lines.cellOf(document.getValue(field.name())));
    if (showsVariants()) {
      ProductColumn.VARIANT.forEach(field -> lines.cellOf(variant.getValue(field.name())));
    }
    prices(lines, variant.getJsonObject("prices", new JsonObject()));
    options(lines, document.getJsonArray("options"), variant.getJsonObject("options"));
    objects(lines, images, document.getJsonArray("images"), "url");
    objects(
        lines, salesChannels, document.getJsonArray("sales_channels"), "id", "name", "description");
    objects(
        lines, categories, document.getJsonArray("categories"), "handle", "name", "description");
    fields.forEach(field -> field.write(lines, isOfVariant(field) ? variant : document));
    lines.end();
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
      lines.cellOf(option == null ? null : option.getValue("title"));
      if (showsOptionValues()) {
        lines.cellOf(
            option == null || values == null ? null : values.getValue(option.getString("id")));
      }
    }
  }

  private static void objects(CsvLines lines, int columns, JsonArray objects, String... members) {
    for (int n = 0; n < columns; n++) {
      for (String member : members) {
        lines.cellOf(n < objects.size() ? objects.getJsonObject(n).getValue(member) : null);
      }
    }
  }
}
