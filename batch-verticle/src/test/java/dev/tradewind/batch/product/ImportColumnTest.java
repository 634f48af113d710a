package dev.tradewind.batch.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.batch.job.JobFailedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportColumnTest {

  @ParameterizedTest
  @CsvSource({
    "Product Title, title",
    "Product Collection Handle, collection_handle",
    "Product Tags, tags",
  })
  void fixedColumnsAreFieldsOfProducts(String header, String field) {
    assertThat(ImportColumn.of(header))
        .get()
        .isInstanceOfSatisfying(
            ImportColumn.OfProduct.class,
            column -> assertThat(column.field().name()).isEqualTo(field));
  }

  @ParameterizedTest
  @CsvSource({"Variant SKU, sku", "Variant Inventory Quantity, inventory_quantity"})
  void fixedColumnsAreFieldsOfVariants(String header, String field) {
    assertThat(ImportColumn.of(header))
        .get()
        .isInstanceOfSatisfying(
            ImportColumn.OfVariant.class,
            column -> assertThat(column.field().name()).isEqualTo(field));
  }

  @ParameterizedTest
  @CsvSource({
    "Product Metadata weight_kg, false, false, weight_kg",
    "Product Staff Metadata cost, false, true, cost",
    "Variant Metadata grade, true, false, grade",
    "Variant Staff Metadata grade, true, true, grade",
  })
  void metadataIsOfAProductOrAVariantAndMayBeForStaff(
      String header, boolean isOfVariant, boolean isForStaff, String name) {
    assertThat(ImportColumn.of(header))
        .contains(new ImportColumn.Metadata(header, isOfVariant, isForStaff, name));
  }

  @ParameterizedTest
  @CsvSource({
    "Price EUR, eur,",
    "Price Europe [EUR], eur, Europe",
    "Price North America [USD], usd, North America",
    "Price [EUR] [USD], usd, [EUR]",
  })
  void pricesAreOfACurrencyOrARegion(String header, String currency, String region) {
    assertThat(ImportColumn.of(header)).contains(new ImportColumn.Price(header, currency, region));
  }

  @ParameterizedTest
  @CsvSource({
    "Option 1 Name, OPTION, 1, name",
    "Option 12 Value, OPTION, 12, value",
    "Image 3 Url, IMAGE, 3, url",
    "Sales Channel 1 Id, SALES_CHANNEL, 1, id",
    "Sales Channel 2 Description, SALES_CHANNEL, 2, description",
    "Product Category 999 Handle, CATEGORY, 999, handle",
  })
  void numberedColumnsBelongToTheirGroup(
      String header, ImportColumn.Group group, int number, String member) {
    assertThat(ImportColumn.of(header))
        .contains(new ImportColumn.Numbered(header, group, number, member));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "product title",
        "Price eur",
        "Price EURO",
        "Price [EUR]",
        "Option 1 Url",
        "Option x Name",
        "Option 1000 Name",
        "Image 1 Name",
        "Sales Channel 1 Handle"
      })
  void otherHeadersAreUnknown(String header) {
    assertThat(ImportColumn.of(header)).isEmpty();
  }

  @Test
  void aHeaderNeedsTheHandleOnce() {
    assertThat(ImportHeader.of(List.of("Product Handle", "Price EUR", "Price Europe [EUR]")))
        .satisfies(header -> assertThat(header.prices()).hasSize(2));
    assertThatThrownBy(() -> ImportHeader.of(List.of("Product Title")))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("The column Product Handle is missing");
    assertThatThrownBy(() -> ImportHeader.of(List.of("Product Handle", "Product Handle")))
        .hasMessageContaining("The column Product Handle is there twice (line 1, column 2)");
    assertThatThrownBy(() -> ImportHeader.of(List.of("Product Handle", "Colour")))
        .hasMessageContaining("Unable to treat column Colour")
        .hasMessageContaining("(line 1, column 2)");
  }
}
