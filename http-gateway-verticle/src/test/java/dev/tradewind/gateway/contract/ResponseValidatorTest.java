package dev.tradewind.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class ResponseValidatorTest {

  private final ResponseValidator validator = new ResponseValidator(Contract.load());

  private static JsonObject collections(JsonObject collection) {
    return new JsonObject()
        .put("collections", new JsonArray().add(collection))
        .put("count", 1)
        .put("offset", 0)
        .put("limit", 10);
  }

  @Test
  void theAnswerThatTheContractPromisesPasses() {
    JsonObject summer =
        new JsonObject()
            .put("id", "pcol_1")
            .put("title", "Summer")
            .putNull("handle")
            .put("created_at", "2026-01-31T12:34:56.789Z");

    assertThat(validator.validate("storeListCollections", 200, collections(summer))).isEmpty();
  }

  @Test
  void aFieldThatIsNotPromisedIsReported() {
    JsonObject summer = new JsonObject().put("id", "pcol_1").put("version", 3);

    assertThat(validator.validate("storeListCollections", 200, collections(summer)))
        .anyMatch(message -> message.contains("version"));
  }

  @Test
  void aTimeWithoutMillisecondsIsReported() {
    JsonObject summer =
        new JsonObject().put("id", "pcol_1").put("created_at", "2026-01-31T12:34:56Z");

    assertThat(validator.validate("storeListCollections", 200, collections(summer))).isNotEmpty();
  }

  @Test
  void schemasThatContainEachOtherAreFollowed() {
    JsonObject variant = new JsonObject().put("id", "variant_1").put("unknown", true);
    JsonObject item = new JsonObject().put("id", "item_1").put("variant", variant);
    JsonObject cart = new JsonObject().put("id", "cart_1").put("items", new JsonArray().add(item));

    assertThat(validator.validate("storeGetCart", 200, new JsonObject().put("cart", cart)))
        .anyMatch(message -> message.contains("unknown"));
  }

  @Test
  void aProblemIsValidatedAndAnUnpromisedStatusReported() {
    JsonObject problem = new JsonObject().put("type", "not_found").put("message", "Gone");

    assertThat(validator.validate("storeGetCart", 404, problem)).isEmpty();
    assertThat(validator.validate("storeGetCart", 404, new JsonObject())).isNotEmpty();
    assertThat(validator.validate("storeGetCart", 418, problem)).hasSize(1);
    assertThat(validator.validate("unheardOf", 200, problem)).hasSize(1);
  }

  @Test
  void aTextIsValidatedAsItIs() {
    assertThat(validator.validate("adminLogOut", 200, "OK")).isEmpty();
    assertThat(validator.validate("adminLogOut", 200, "Gone")).isNotEmpty();
    assertThat(validator.validate("storeGetCart", 200, "OK")).isNotEmpty();
  }

  @Test
  void aResponseWithoutContentIsEmpty() {
    assertThat(validator.validate("storePasswordTokenCustomer", 204, "")).isEmpty();
    assertThat(validator.validate("storePasswordTokenCustomer", 204, "{}")).isNotEmpty();
  }
}
