package dev.tradewind.batch.product;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.batch.csv.CsvLines;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExportColumnsTest {

  private static ExportColumns columns(String select, String... relations) {
    JsonArray selected = new JsonArray();
    for (String relation : relations) {
      selected.add(relation);
    }
    JsonObject listConfig = new JsonObject().put("relations", selected);
    if (select != null) {
      listConfig.put("select", new JsonArray().add(select));
    }
    JsonObject counted =
        new JsonObject()
            .put(
                "prices",
                new JsonArray()
                    .add(new JsonObject().put("currency_code", "eur"))
                    .add(
                        new JsonObject()
                            .put("currency_code", "usd")
                            .put("region", new JsonObject().put("id", "reg_1").put("name", "US"))))
            .put("images", 1)
            .put("options", 2)
            .put("sales_channels", 1)
            .put("categories", 1);
    return ExportColumns.ofContext(
        new JsonObject()
            .put("list_config", listConfig)
            .put("shape", ExportColumns.toContext(counted)));
  }

  private static JsonObject product(String relation, int size) {
    JsonObject product = new JsonObject().put("variants", new JsonArray());
    for (String name : new String[] {"options", "images", "sales_channels", "categories"}) {
      product.put(name, new JsonArray());
    }
    for (int i = 0; i < size; i++) {
      product.getJsonArray(relation).add(new JsonObject().put("id", "x" + i));
    }
    return product;
  }

  private static String header(ExportColumns columns) {
    CsvLines lines = new CsvLines();
    columns.writeHeader(lines);
    return lines.take().toString().strip();
  }

  @ParameterizedTest
  @CsvSource({
    "options, 2, true",
    "options, 3, false",
    "images, 1, true",
    "images, 2, false",
    "sales_channels, 1, true",
    "sales_channels, 2, false",
    "categories, 1, true",
    "categories, 2, false",
  })
  void aProductNeedsAColumnForEachValue(String relation, int size, boolean holds) {
    ExportColumns columns = columns("title", "options", "images", "sales_channels", "categories");

    assertThat(columns.holds(product(relation, size))).isEqualTo(holds);
  }

  @Test
  void valuesThatAreNotSelectedNeedNone() {
    assertThat(columns("title").holds(product("images", 9))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"eur, true", "reg_1, true", "usd, false", "reg_2, false"})
  void aPriceNeedsTheColumnOfItsCurrencyOrRegion(String key, boolean holds) {
    ExportColumns columns = columns("title", "variants.prices.region");
    JsonObject product =
        product("images", 0)
            .put(
                "variants",
                new JsonArray()
                    .add(new JsonObject().put("prices", new JsonObject().put(key, 1_000L))));

    assertThat(columns.holds(product)).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | Product Id;Product Title",
        "images | Product Id;Product Title;Image 1 Url",
        "options | Product Id;Product Title;Option 1 Name;Option 2 Name",
        "collection | Product Id;Product Title;Product Collection Title;Product Collection Handle",
        "sales_channels | Product Id;Product Title;Sales Channel 1 Id;Sales Channel 1 Name;Sales"
            + " Channel 1 Description",
      })
  void theHeaderHasTheSelectedColumns(String relation, String header) {
    assertThat(header(relation.isEmpty() ? columns("title") : columns("title", relation)))
        .isEqualTo(header);
  }

  @Test
  void pricesOfCurrenciesAndOfRegionsAreSelectedByThemselves() {
    assertThat(header(columns("title", "variants.prices")))
        .contains("Price EUR")
        .doesNotContain("Price US [USD]");
    assertThat(header(columns("title", "variants.prices.region")))
        .contains("Price EUR;Price US [USD]");
  }

  @Test
  void eachVariantIsALineOfItsProduct() {
    ExportColumns columns = columns("title", "variants.prices", "variants.options", "options");
    JsonObject product =
        product("images", 0)
            .put("id", "prod_1")
            .put("title", "Cup; large")
            .put(
                "options",
                new JsonArray().add(new JsonObject().put("id", "opt_1").put("title", "Size")))
            .put(
                "variants",
                new JsonArray()
                    .add(variant("variant_1", 1_050, "L"))
                    .add(variant("variant_2", 0, "M")));
    CsvLines lines = new CsvLines();
    columns.write(lines, product);

    assertThat(lines.take().toString().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("prod_1;\"Cup; large\";variant_1;")
                    .endsWith(";10.5;Size;L;;"),
            line ->
                assertThat(line)
                    .startsWith("prod_1;\"Cup; large\";variant_2;")
                    .endsWith(";0;Size;M;;"));
  }

  private static JsonObject variant(String id, long amount, String size) {
    return new JsonObject()
        .put("id", id)
        .put("prices", new JsonObject().put("eur", amount))
        .put("options", new JsonObject().put("opt_1", size));
  }
}
