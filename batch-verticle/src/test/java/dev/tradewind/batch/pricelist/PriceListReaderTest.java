package dev.tradewind.batch.pricelist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tradewind.batch.csv.CsvFile;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.product.PriceColumnResolver;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceListReaderTest {

  private static final JsonObject PLACES =
      new JsonObject()
          .put(
              "regions",
              new JsonArray()
                  .add(
                      new JsonObject()
                          .put("id", "reg_1")
                          .put("name", "Europe")
                          .put("currency_code", "eur")))
          .put("currencies", new JsonArray().add("eur").add("jpy"));

  private final ImportErrors errors = new ImportErrors();

  private PriceListReader reader(String text) {
    return new PriceListReader(
        CsvFile.of(new ByteArrayInputStream(text.getBytes(UTF_8))),
        errors,
        prices -> new PriceColumnResolver(prices, PLACES));
  }

  @Test
  void aLineHasAVariantAndItsPrices() {
    List<PriceListLine> lines =
        reader("Product Variant ID;SKU;Price EUR;Price Europe [EUR];Price JPY\nv1;s1;1.5;;150\n")
            .nextChunk();

    assertThat(lines)
        .containsExactly(
            new PriceListLine(
                2,
                "v1",
                "s1",
                new JsonArray()
                    .add(new JsonObject().put("currency_code", "eur").put("amount", 150L))
                    .add(new JsonObject().put("currency_code", "jpy").put("amount", 150L))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Price EUR | The columns Product Variant ID and SKU are both missing",
        "'' | The file is empty",
        "SKU | A column of prices, such as Price EUR, is missing",
        "SKU;SKU | The column SKU is there twice (line 1, column 2)",
        "SKU;Title | Unable to treat column Title from the csv file.",
      })
  void headersThatCannotBeReadFailTheJob(String header, String message) {
    assertThatThrownBy(() -> reader(header + "\n"))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SKU;Price EUR | ;1 | Line 2, column SKU: SKU or ID is required",
        "SKU;Price EUR | s;one | Line 2, column Price EUR: must be an amount such as 10.50",
        "SKU;Price USD | s;1 | Line 2, column Price USD: there is no currency USD",
        "SKU;Price Asia [JPY] | s;1 | Line 2, column Price Asia [JPY]: Trying to set a price for a"
            + " region Asia that doesn't exist",
        "SKU;Price Europe [JPY] | s;1 | Line 2, column Price Europe [JPY]: the region Europe has"
            + " another currency",
      })
  void linesThatCannotBeReadAreErrors(String header, String line, String message) {
    reader(header + "\n" + line + "\n").nextChunk();

    assertThat(catchThrowableOfType(JobFailedException.class, errors::throwIfAny).errors())
        .containsExactly(message);
  }

  @Test
  void chunksHaveTheSameLinesInEveryRun() {
    PriceListReader reader = reader("SKU;Price EUR\n" + "s;\n".repeat(501));

    assertThat(reader.nextChunk()).hasSize(500);
    assertThat(reader.nextChunk()).hasSize(1);
    assertThat(reader.nextChunk()).isEmpty();
  }
}
