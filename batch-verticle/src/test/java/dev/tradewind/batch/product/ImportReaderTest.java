package dev.tradewind.batch.product;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.batch.csv.CsvFile;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.job.JobFailedException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportReaderTest {

  private static final JsonObject KNOWN =
      new JsonObject()
          .put(
              "regions",
              new JsonArray()
                  .add(region("reg_1", "Europe", "eur"))
                  .add(region("reg_2", "Twice", "usd"))
                  .add(region("reg_3", "Twice", "usd")))
          .put("currencies", new JsonArray().add("eur").add("usd").add("jpy"));

  private final ImportErrors errors = new ImportErrors();

  private static JsonObject region(String id, String name, String currency) {
    return new JsonObject().put("id", id).put("name", name).put("currency_code", currency);
  }

  private ImportReader reader(String text) {
    CsvFile file = CsvFile.of(new ByteArrayInputStream(text.getBytes(UTF_8)));
    ImportHeader header = ImportHeader.of(Objects.requireNonNull(file.header()));
    CsvRecord first = Objects.requireNonNull(file.next());
    return new ImportReader(
        file, header, new PriceColumnResolver(header.prices(), KNOWN), first, errors);
  }

  private List<String> told() {
    JobFailedException failure = catchThrowableOfType(JobFailedException.class, errors::throwIfAny);
    return failure == null ? List.of() : failure.errors();
  }

  @Test
  void linesWithOneHandleAreOneProduct() {
    List<ImportedProduct> products =
        reader(
                """
                Product Handle;Product Title;Variant Title
                cup;Cup;White
                cup;;Red
                bowl;Bowl;White
                """)
            .nextChunk();

    assertThat(products).extracting(ImportedProduct::handle).containsExactly("cup", "bowl");
    assertThat(products.getFirst().variants()).hasSize(2);
    assertThat(products.getFirst().lastLine()).isEqualTo(3);
    assertThat(products.getLast().line()).isEqualTo(4);
    assertThat(told()).isEmpty();
  }

  @Test
  void aNumberInATextColumnStaysText() {
    JsonObject variant =
        reader("Product Handle;Variant SKU;Variant Barcode\ncup;00123;1e5\n")
            .nextChunk()
            .getFirst()
            .variants()
            .getJsonObject(0);

    assertThat(variant.getJsonObject("body"))
        .isEqualTo(new JsonObject().put("sku", "00123").put("barcode", "1e5"));
  }

  @Test
  void anEmptyCellClearsItsFieldAndAMissingColumnDoesNot() {
    ImportedProduct product =
        reader(
                "Product Handle;Product Subtitle;Product Status;Product Weight;Product Tags;Variant"
                    + " SKU;Variant Inventory Quantity\ncup;;;;;;\n")
            .nextChunk()
            .getFirst();

    assertThat(product.document().getJsonObject("body").getMap())
        .containsOnlyKeys("subtitle", "weight")
        .containsEntry("subtitle", null);
    assertThat(product.document().getJsonArray("tags")).isEmpty();
    assertThat(product.document().fieldNames()).doesNotContain("images", "sales_channels");
    assertThat(product.variants().getJsonObject(0).getJsonObject("body").getMap())
        .containsOnlyKeys("sku");
  }

  @Test
  void pricesBelongToTheirColumns() {
    JsonObject variant =
        reader("Product Handle;Price EUR;Price JPY;Price Europe [EUR];Price USD\ncup;1.5;150;0;\n")
            .nextChunk()
            .getFirst()
            .variants()
            .getJsonObject(0);

    assertThat(variant.getJsonArray("prices"))
        .isEqualTo(
            new JsonArray()
                .add(new JsonObject().put("currency_code", "eur").put("amount", 150L))
                .add(new JsonObject().put("currency_code", "jpy").put("amount", 150L))
                .add(new JsonObject().put("region_id", "reg_1").put("amount", 0L)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Product Weight             | 1.5    | must be a whole number",
        "Product Weight             | heavy  | must be a whole number",
        "Product Weight             | 3e9    | must be a whole number",
        "Variant Inventory Quantity | 9999999999 | must be a whole number",
        "Product Discountable       | yes    | must be true or false",
        "Variant Manage Inventory   | 1      | must be true or false",
        "Product Status             | gone   | must be one of draft, proposed, published, rejected",
        "Price EUR                  | 1,5    | must be an amount such as 10.50",
        "Price EUR                  | -1     | must be an amount such as 10.50",
        "Price GBP                  | 1      | there is no currency GBP",
        "Price Mars [USD]           | 1      | Trying to set a price for a region Mars that doesn't exist",
        "Price Europe [USD]         | 1      | the region Europe has another currency",
        "Price Twice [USD]          | 1      | there are several regions Twice",
        "Option 1 Value             | Red    | Option 1 Name",
      })
  void anInvalidCellIsNamed(String column, String cell, String message) {
    reader("Product Handle;" + column + "\ncup;" + cell + "\n").nextChunk();

    if (message.startsWith("Option")) {
      assertThat(told()).containsExactly("Line 2, column Option 1 Name: must not be empty");
    } else {
      assertThat(told()).containsExactly("Line 2, column " + column + ": " + message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Product Weight;10.0, 10",
    "Product Weight;0, 0",
    "Product Weight;+7, 7",
    "Product Weight;'+3, 3",
  })
  void aWholeNumberIsAccepted(String columnAndCell, int number) {
    String[] parts = columnAndCell.split(";", -1);
    ImportedProduct product =
        reader("Product Handle;" + parts[0] + "\ncup;" + parts[1] + "\n").nextChunk().getFirst();

    assertThat(product.document().getJsonObject("body").getInteger("weight")).isEqualTo(number);
    assertThat(told()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Product Handle;Colour                | Unable to treat column Colour from the csv file. No target column found in the provided schema (line 1, column 2)",
        "Product Handle;Price EURO            | Unable to treat column Price EURO from the csv file. No target column found in the provided schema (line 1, column 2)",
        "Product Title                        | The column Product Handle is missing",
        "Product Handle;;Product Title        | The column 2 has no header (line 1, column 2)",
        "Product Handle;Product Handle        | The column Product Handle is there twice (line 1, column 2)",
      })
  void anUnknownHeaderIsRefused(String header, String message) {
    assertThat(catchThrowable(() -> reader(header + "\ncup;1\n")))
        .hasMessage("The csv file parsing failed due to: " + message);
  }

  @Test
  void cellsBeyondTheHeaderAreRefusedUnlessEmpty() {
    reader("Product Handle\ncup;;\nbowl;;x\n").nextChunk();

    assertThat(told()).containsExactly("Line 3, column 3: the header has no such column");
  }

  @Test
  void chunksAreTheSameHoweverOftenTheyAreRead() {
    StringBuilder text = new StringBuilder("Product Handle;Variant Title\n");
    for (int i = 0; i < 125; i++) {
      text.append("p").append(i).append(";A\n").append("p").append(i).append(";B\n");
    }
    List<Integer> sizes = new ArrayList<>();
    ImportReader reader = reader(text.toString());
    for (List<ImportedProduct> chunk = reader.nextChunk();
        !chunk.isEmpty();
        chunk = reader.nextChunk()) {
      sizes.add(chunk.size());
    }

    assertThat(sizes).containsExactly(50, 50, 25);
  }

  @Test
  void onlyTheFirstErrorsAreReported() {
    reader("Product Handle;Product Weight\n" + "cup;x\n".repeat(99) + "\n" + ";x\n".repeat(99))
        .nextChunk();

    assertThat(told()).hasSizeLessThanOrEqualTo(101);
  }
}
