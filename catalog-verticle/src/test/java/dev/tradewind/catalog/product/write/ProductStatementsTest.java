package dev.tradewind.catalog.product.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.resource.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A column of {@link CatalogColumns} that the statement of writes lacks fails here. */
class ProductStatementsTest {

  static Stream<Arguments> inserted() {
    return Stream.of(
        Arguments.of("product", CatalogColumns.PRODUCT),
        Arguments.of("product_variant", CatalogColumns.VARIANT),
        Arguments.of("product_option", CatalogColumns.OPTION.without("metadata")),
        Arguments.of("product_option_value", CatalogColumns.OPTION_VALUE.without("metadata")),
        Arguments.of("money_amount", CatalogColumns.PRICE.without("price_list_id")),
        Arguments.of("image", CatalogColumns.IMAGE.without("metadata")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void inserted(String table, Columns columns) {
    Matcher insert = match("INSERT INTO " + table + " \\(([^)]*)\\)\\s+SELECT([^)]*?)FROM");

    assertThat(names(insert.group(1)))
        .containsExactlyInAnyOrderElementsOf(columns.without("deleted_at").names())
        .isEqualTo(names(insert.group(2)));
  }

  static Stream<Arguments> updated() {
    return Stream.of(
        Arguments.of("product", CatalogColumns.PRODUCT.without("metadata")),
        Arguments.of("product_variant", CatalogColumns.VARIANT.without("product_id", "metadata")),
        Arguments.of("money_amount", CatalogColumns.PRICE.without("price_list_id", "variant_id")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void updated(String table, Columns columns) {
    Matcher update =
        match("UPDATE " + table + " AS t\\s+SET \\(([^)]*)\\) = \\(\\s+SELECT(.*?)FROM jsonb");

    assertThat(names(update.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            columns.without("id", "created_at", "updated_at", "deleted_at").names())
        .isEqualTo(
            names(
                update
                    .group(2)
                    .replace("coalesce(given.thumbnail, change.first_image)", "given.thumbnail")
                    .replace("given.", "")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void read(String part) {
    assertThat(ProductStatements.WRITE).contains("$1::jsonb -> '" + part + "'");
  }

  static List<String> read() {
    List<String> parts = new ArrayList<>();
    for (ProductBatch.Part part : ProductBatch.Part.values()) {
      parts.add(part.key());
    }
    return parts;
  }

  @Test
  void bothStatementsPublishTheirEventsInOrder() {
    assertThat(List.of(ProductStatements.WRITE, ProductStatements.REMOVE))
        .allSatisfy(statement -> assertThat(statement).contains("ORDER BY event.ordinality"));
  }

  private static Matcher match(String pattern) {
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(ProductStatements.WRITE);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher;
  }

  private static List<String> names(String list) {
    return List.of(list.strip().split(",\\s+"));
  }
}
