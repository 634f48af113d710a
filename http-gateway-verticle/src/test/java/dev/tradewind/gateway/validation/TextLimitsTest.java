package dev.tradewind.gateway.validation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maximum lengths of texts in paths, queries and bodies. */
class TextLimitsTest {

  private static final Map<String, RequestValidator> INPUTS =
      Contract.load().operations().stream()
          .collect(Collectors.toMap(Operation::id, RequestValidator::new, (one, other) -> one));

  private static RequestValidator of(String operationId) {
    return requireNonNull(INPUTS.get(operationId));
  }

  private static String refusal(ThrowingCallable call) {
    return ((Problem) catchThrowable(call)).message();
  }

  private static Buffer body(String template, int characters) {
    return Buffer.buffer(template.replace('\'', '"').replace("*", "x".repeat(characters)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "storeUpdateCart     | 255   | {'shipping_address': {'first_name': '*'}} | first_name",
        "storeUpdateCart     | 255   | {'country_code': '*'}                     | country_code",
        "storeUpdateCart     | 255   | {'discounts': [{'code': '*'}]}            | code",
        "storeMeCustomer     | 255   | {'phone': '*'}                            | phone",
        "storeMeCustomer     | 1000  | {'password': '*'}                         | password",
        "adminCreateProduct  | 500   | {'title': '*'}                            | title",
        "adminCreateProduct  | 10000 | {'title': 'a', 'description': '*'}        | description",
        "adminCreateProduct  | 2000  | {'title': 'a', 'thumbnail': '*'}          | thumbnail",
        "adminCreateProduct  | 2000  | {'title': 'a', 'images': ['*']}           | each value in images",
        "adminUpdateNote     | 10000 | {'value': '*'}                            | value",
      })
  void aTextOfABodyIsLimited(String operationId, int limit, String template, String field) {
    assertThat(of(operationId).body(body(template, limit))).isNotNull();

    assertThat(refusal(() -> of(operationId).body(body(template, limit + 1))))
        .contains(field + " must be shorter than or equal to " + limit + " characters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "storeCreateCustomer | {'email': 'a@b.co', 'password': 'secret', 'first_name': '*'}",
        "storeMeCustomer     | {'last_name': '*'}",
        "storeUpdateCart     | {'shipping_address': {'first_name': '*'}}",
        "adminUpdateUser     | {'first_name': '*'}",
      })
  void aNameIsOneLine(String operationId, String template) {
    String body = template.replace('\'', '"');

    assertThat(of(operationId).body(Buffer.buffer(body.replace("*", "Ada M.")))).isNotNull();
    for (String line : List.of("\\n", "\\r\\n", "\\u2028")) {
      assertThat(
              refusal(() -> of(operationId).body(Buffer.buffer(body.replace("*", "Ada" + line)))))
          .contains("_name must be one line");
    }
  }

  @Test
  void textsOfPathsAndQueriesAreLimited() {
    String message = " must be shorter than or equal to 255 characters";
    JsonObject path = new JsonObject().put("id", "x".repeat(255));
    assertThat(of("storeGetCart").path(path)).isEqualTo(path);

    assertThat(refusal(() -> of("storeGetCart").path(new JsonObject().put("id", "x".repeat(256)))))
        .isEqualTo("id" + message);
    assertThat(refusal(() -> of("storeListProducts").query("q=" + "x".repeat(256))))
        .isEqualTo("q" + message);
    assertThat(refusal(() -> of("storeListProducts").query("tags[]=" + "x".repeat(256))))
        .isEqualTo("each value in tags" + message);
  }
}
