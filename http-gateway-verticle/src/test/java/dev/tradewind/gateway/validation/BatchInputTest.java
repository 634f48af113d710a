package dev.tradewind.gateway.validation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accepted and rejected input of the operations on batch jobs. */
class BatchInputTest {

  private static final Map<String, RequestValidator> INPUTS =
      Contract.load().operations().stream()
          .collect(Collectors.toMap(Operation::id, RequestValidator::new, (one, other) -> one));

  private static RequestValidator input(String operationId) {
    return requireNonNull(INPUTS.get(operationId), operationId);
  }

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
    assertThat(catchThrowable(() -> input("adminListBatchJobs").query(query)))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining(message);
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
    assertThat(
            catchThrowable(
                () -> input("adminCreateBatchJob").body(Buffer.buffer(body.replace('\'', '"')))))
        .isInstanceOf(ProblemException.class)
        .hasMessage(message);
  }

  @Test
  void aJobIsNoDryRunByDefault() {
    JsonObject body =
        input("adminCreateBatchJob")
            .body(Buffer.buffer("{\"type\":\"product-export\",\"context\":{\"any\":{\"key\":1}}}"));

    assertThat(requireNonNull(body).getBoolean("dry_run")).isFalse();
  }
}
