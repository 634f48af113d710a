package dev.tradewind.gateway.validation;

import static dev.tradewind.gateway.validation.ContractInput.buffer;
import static dev.tradewind.gateway.validation.ContractInput.input;
import static dev.tradewind.gateway.validation.ContractInput.refusal;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accepted and rejected input of the operations on batch jobs. */
class BatchInputTest {

  @Test
  void aJobIsFoundByOneIdOrSeveral() {
    RequestValidator list = input("adminListBatchJobs");

    assertThat(list.query("id=batch_1").getValue("id")).isEqualTo("batch_1");
    assertThat(list.query("id[]=a&id[]=b").getJsonArray("id")).containsExactly("a", "b");
    assertThat(list.query("type[]=product-import").getJsonArray("type"))
        .containsExactly("product-import");
  }

  @Test
  void theTextNullSelectsAbsentTimes() {
    JsonObject query =
        input("adminListBatchJobs").query("confirmed_at=null&failed_at[gt]=2024-01-01");

    assertThat(query.containsKey("confirmed_at")).isTrue();
    assertThat(query.getValue("confirmed_at")).isNull();
    assertThat(query.getJsonObject("failed_at").fieldNames()).containsExactly("gt");
    assertThat(query.containsKey("completed_at")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type=product-import     | type must be an array",
        "confirmed_at=2024-01-01 | nested property confirmed_at must be either object or array",
        "canceled_at[lt]=never   | lt must be a Date instance",
        "created_at=null         | nested property created_at must be either object or array",
        "processing_at=null      | property processing_at should not exist",
        "limit=x                 | limit must be a number conforming to the specified constraints",
      })
  void aQueryIsRefused(String query, String message) {
    assertThat(refusal("adminListBatchJobs", input -> input.query(query))).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{}                                                | type must be a string, context must be an object",
        "{'type': 5, 'context': {}}                        | type must be a string",
        "{'type': 'a', 'context': []}                      | context must be an object",
        "{'type': 'a', 'context': 'b'}                     | context must be an object",
        "{'type': 'a', 'context': {}, 'dry_run': 'true'}   | dry_run must be a boolean value",
        "{'type': 'a', 'context': {}, 'id': 'batch_1'}     | property id should not exist",
      })
  void aBodyIsRefused(String body, String message) {
    assertThat(refusal("adminCreateBatchJob", input -> input.body(buffer(body))))
        .isEqualTo(message);
  }

  @Test
  void aJobIsNoDryRunByDefault() {
    JsonObject body =
        input("adminCreateBatchJob")
            .body(buffer("{'type': 'product-export', 'context': {'any': {'key': 1}}}"));

    assertThat(requireNonNull(body).getBoolean("dry_run")).isFalse();
  }
}
