package dev.tradewind.batch.product;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.batch.csv.CsvFile;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.job.JobFailedException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportLineTest {

  private static final JsonObject PLACES =
      new JsonObject()
          .put("regions", new JsonArray())
          .put("currencies", new JsonArray().add("eur"));

  private final ImportErrors errors = new ImportErrors();

  private CsvFile file;
  private ImportLine line;
  private CsvRecord record;

  private void read(String text) {
    file = CsvFile.of(new ByteArrayInputStream(text.getBytes(UTF_8)));
    ImportHeader header = ImportHeader.of(Objects.requireNonNull(file.header()));
    line = new ImportLine(header, new PriceColumnResolver(header.prices(), PLACES), errors);
    record = Objects.requireNonNull(file.next());
  }

  private JsonObject product(String headers, String cells) {
    read("Product Handle;" + headers + "\ncup;" + cells + "\n");
    return line.product(record);
  }

  private JsonObject variant(String headers, String cells) {
    read("Product Handle;" + headers + "\ncup;" + cells + "\n");
    return line.variant(record);
  }

  private List<String> messages() {
    JobFailedException failure = catchThrowableOfType(JobFailedException.class, errors::throwIfAny);
    return failure == null ? List.of() : failure.errors();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "12, 12",
    "+12, 12",
    "-3, -3",
    "12., 12",
    "12.000, 12",
    "'  7 ', 7",
    "2147483647, 2147483647",
    "-2147483648, -2147483648",
  })
  void wholeNumbersAreRead(String cell, int number) {
    assertThat(
            variant("Variant Inventory Quantity", cell)
                .getJsonObject("body")
                .getValue("inventory_quantity"))
        .isEqualTo(number);
    assertThat(messages()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1.5", "2147483648", "99999999999", "1e3", "twelve", "0x10", "1 000", "-", "."})
  void otherNumbersAreRefused(String cell) {
    assertThat(product("Product Weight", cell).getJsonObject("body").containsKey("weight"))
        .isFalse();
    assertThat(messages()).containsExactly("Line 2, column Product Weight: must be a whole number");
  }

  @ParameterizedTest
  @CsvSource({"true, true", "FALSE, false", "' True ', true"})
  void flagsAreRead(String cell, boolean flag) {
    assertThat(product("Product Discountable", cell).getJsonObject("body").getValue("discountable"))
        .isEqualTo(flag);
  }

  @ParameterizedTest
  @CsvSource({"1", "yes", "TRUE!"})
  void otherFlagsAreRefused(String cell) {
    product("Product Discountable", cell);

    assertThat(messages())
        .containsExactly("Line 2, column Product Discountable: must be true or false");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "red,blue | red|blue",
        "' red , ,blue,' | red|blue",
        "red | red|",
      })
  void tagsAreSeparatedByCommas(String cell, String first, String second) {
    JsonArray tags = product("Product Tags", "\"" + cell + "\"").getJsonArray("tags");

    assertThat(tags.getString(0)).isEqualTo(first);
    assertThat(tags.size() > 1 ? tags.getString(1) : null).isEqualTo(second);
  }

  @ParameterizedTest
  @CsvSource({
    "Product Status, sold, 'must be one of draft, proposed, published, rejected'",
    "Product Subtitle, 'a\0b', must not contain null characters",
    "Product Title, '', must not be empty",
  })
  void textsThatCannotBeStoredAreRefused(String header, String cell, String message) {
    product(header, cell);

    assertThat(messages()).containsExactly("Line 2, column " + header + ": " + message);
  }

  @ParameterizedTest
  @CsvSource({
    "Product Handle, 255",
    "Product Title, 500",
    "Product Description, 10000",
    "Product Thumbnail, 2000",
    "Product Material, 255",
    "Product Tags, 255",
    "Product Type, 255",
    "Image 1 Url, 2000",
    "Product Category 1 Handle, 255",
  })
  void textsOfAProductAreAsLongAsThoseOfARequest(String header, int length) {
    read(
        header
            + (header.equals("Product Handle") ? ";Product Title" : ";Product Handle")
            + "\n"
            + "x".repeat(length)
            + ";cup\n"
            + "😀".repeat(length + 1)
            + ";cup\n");
    line.product(record);
    assertThat(messages()).isEmpty();

    line.product(Objects.requireNonNull(file.next()));
    assertThat(messages())
        .containsExactly(
            "Line 3, column %s: must be shorter than or equal to %s characters"
                .formatted(header, length));
  }

  @ParameterizedTest
  @CsvSource({
    "Variant SKU, 255",
    "Variant Barcode, 255",
    "Variant Title, 500",
    "Option 1 Name, 500",
    "Option 1 Value, 255",
  })
  void textsOfAVariantAreAsLongAsThoseOfARequest(String header, int length) {
    String other = header.equals("Option 1 Name") ? "Option 1 Value" : "Option 1 Name";
    String third = header.startsWith("Option") ? "Variant Title" : "Option 1 Value";
    variant(header + ";" + other + ";" + third, "x".repeat(length + 1) + ";Size;S");

    assertThat(messages())
        .containsExactly(
            "Line 2, column %s: must be shorter than or equal to %s characters"
                .formatted(header, length));
  }

  @Test
  void nullCharactersAreRefusedInEachTextColumn() {
    read(
        """
        Product Handle;Product Tags;Image 1 Url;Option 1 Name;Option 1 Value
        c\0p;a\0;b\0;c\0;d\0
        """);
    line.product(record);
    line.variant(record);

    assertThat(messages())
        .hasSize(5)
        .allSatisfy(message -> assertThat(message).endsWith("must not contain null characters"));
  }

  @Test
  void sizesAreNotNegative() {
    product("Product Weight", "-3");

    assertThat(messages())
        .containsExactly("Line 2, column Product Weight: must not be less than 0");
  }

  @ParameterizedTest
  @CsvSource({
    "Product Subtitle, subtitle, true",
    "Product Weight, weight, true",
    "Product Status, status, false",
    "Product Discountable, discountable, false",
    "Product Profile Name, profile_name, false",
  })
  void anEmptyCellClearsOptionalFieldsOnly(String header, String field, boolean isCleared) {
    JsonObject body = product(header, "").getJsonObject("body");

    assertThat(body.containsKey(field)).isEqualTo(isCleared);
    assertThat(body.getValue(field)).isNull();
    assertThat(messages()).isEmpty();
  }

  @Test
  void numberedColumnsAreOrderedByTheirNumber() {
    JsonObject product =
        product("Image 10 Url;Image 2 Url;Product Category 1 Handle", "ten;two;mugs");

    assertThat(product.getJsonArray("images")).containsExactly("two", "ten");
    assertThat(product.getJsonArray("categories")).containsExactly("mugs");
    assertThat(product.containsKey("sales_channels")).isFalse();
  }

  @Test
  void theProductsOwnKeysAreBesideItsBody() {
    JsonObject product =
        product("Product Id;Product Type;Product Collection Handle;Product Title", "p;Mug;new;Cup");

    assertThat(product.getString("id")).isEqualTo("p");
    assertThat(product.getString("type")).isEqualTo("Mug");
    assertThat(product.getString("collection_handle")).isEqualTo("new");
    assertThat(product.getJsonObject("body").getMap()).containsOnlyKeys("title");
  }

  @ParameterizedTest
  @CsvSource({
    "Option 1 Name, Size, Option 1 Value, must not be empty",
    "Option 2 Value, L, Option 2 Name, must not be empty",
  })
  void anOptionNeedsNameAndValue(String header, String cell, String missing, String message) {
    variant(header, cell);

    assertThat(messages()).containsExactly("Line 2, column " + missing + ": " + message);
  }

  @Test
  void anOptionIsNamedOnce() {
    JsonObject variant =
        variant(
            "Option 1 Name;Option 1 Value;Option 2 Name;Option 2 Value;Option 3 Name;Option 3 Value",
            "Size;L;Size;M;Colour;Red");

    assertThat(variant.getJsonObject("options").getMap())
        .containsExactlyInAnyOrderEntriesOf(Map.of("Size", "L", "Colour", "Red"));
    assertThat(messages())
        .containsExactly("Line 2, column Option 2 Name: the option Size is there twice");
  }

  @Test
  void cellsBeyondTheHeaderAreRefusedOnce() {
    product("Product Title", "Cup; ;extra;more");

    assertThat(messages()).containsExactly("Line 2, column 4: the header has no such column");
  }

  @Test
  void escapedFormulasAreTexts() {
    assertThat(product("Product Title", "'=1+1").getJsonObject("body").getString("title"))
        .isEqualTo("=1+1");
  }
}
