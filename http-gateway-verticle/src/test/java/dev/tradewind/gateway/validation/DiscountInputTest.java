package dev.tradewind.gateway.validation;

import static dev.tradewind.gateway.validation.ContractInput.buffer;
import static dev.tradewind.gateway.validation.ContractInput.input;
import static dev.tradewind.gateway.validation.ContractInput.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accepted and rejected input of the operations on discounts and gift cards. */
class DiscountInputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "adminListDiscounts | limit=abc             | limit must be a number conforming to the specified constraints",
        "adminListDiscounts | is_dynamic=yes        | is_dynamic must be a boolean value",
        "adminListDiscounts | rule=fixed            | nested property rule must be either object or array",
        "adminListDiscounts | rule[type]=percent    | Invalid rule type, must be one of \"fixed\", \"percentage\" or \"free_shipping\"",
        "adminListDiscounts | rule[allocation]=each | Invalid allocation type, must be one of \"total\" or \"item\"",
        "adminListDiscounts | rule[value]=1         | property value should not exist",
        "adminListDiscounts | created_at[ne]=2024   | property ne should not exist",
        "adminListDiscounts | code=X                | property code should not exist",
        "adminGetDiscount   | limit=1               | property limit should not exist",
        "adminListGiftCards | limit=1.5             | limit must be an integer number",
        "adminListGiftCards | expand=region         | property expand should not exist",
      })
  void aQueryIsRefused(String operationId, String query, String message) {
    assertThat(refusal(operationId, input -> input.query(query))).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "adminCreateDiscount | {} | code should not be empty, code must be a string, rule should not be empty, each value in regions must be a string, regions must be an array",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': null} | rule should not be empty, nested property rule must be either object or array",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'x', 'value': 1, 'allocation': 'y'}} | Invalid rule type, must be one of \"fixed\", \"percentage\" or \"free_shipping\", Invalid allocation type, must be one of \"total\" or \"item\"",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'fixed', 'value': '1', 'allocation': 'item'}} | value must be a number conforming to the specified constraints",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'fixed', 'value': -1, 'allocation': 'item'}} | value must not be less than 0",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'fixed', 'value': 1, 'allocation': 'item', 'conditions': [{'operator': 'among'}]}} | operator must be one of the following values: in, not_in",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'fixed', 'value': 1, 'allocation': 'item'}, 'valid_duration': 'a day'} | \"valid_duration\" must be a valid ISO 8601 duration",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'fixed', 'value': 1, 'allocation': 'item'}, 'usage_limit': 0} | usage_limit must be a positive number",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'fixed', 'value': 1, 'allocation': 'item'}, 'ends_at': 'soon'} | ends_at must be a Date instance",
        "adminCreateDiscount | {'code': 'a', 'regions': ['r'], 'rule': {'type': 'fixed', 'value': 1, 'allocation': 'item'}, 'id': 'disc_1'} | property id should not exist",
        "adminUpdateDiscount | {'is_dynamic': true} | property is_dynamic should not exist",
        "adminUpdateDiscount | {'rule': {'id': 'dru_1', 'type': 'fixed'}} | property type should not exist",
        "adminUpdateDiscount | {'rule': {'value': 1}} | id must be a string",
        "adminUpdateDiscount | {'rule': {'id': 'dru_1', 'conditions': [{'products': 'prod_1'}]}} | products must be an array",
        "adminCreateDynamicCode | {} | code should not be empty, code must be a string",
        "adminCreateDynamicCode | {'code': 'a', 'usage_limit': -1} | usage_limit must be a positive number",
        "adminCreateDiscountCondition | {'products': ['prod_1']} | operator must be one of the following values: in, not_in",
        "adminCreateDiscountCondition | {'operator': 'in', 'products': [1]} | each value in products must be a string",
        "adminUpdateDiscountCondition | {'operator': 'in', 'products': ['prod_1']} | property operator should not exist",
        "adminAddConditionResources | {} | resources must be an array",
        "adminRemoveConditionResources | {'resources': ['prod_1']} | each value in nested property resources must be either object or array",
        "adminAddConditionResources | {'resources': [{}]} | id must be a string",
        "adminCreateGiftCard | {} | value must be an integer number, region_id must be a string",
        "adminCreateGiftCard | {'value': 1.5, 'region_id': 'reg_1'} | value must be an integer number",
        "adminUpdateGiftCard | {'value': 1} | property value should not exist",
      })
  void aBodyIsRefused(String operationId, String body, String message) {
    assertThat(refusal(operationId, input -> input.body(buffer(body)))).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"P1D", "P1Y2M3W4DT5H6M7S", "PT36H", "P2W"})
  void durationsAreThoseOfIso8601(String duration) {
    JsonObject body = new JsonObject().put("valid_duration", duration);

    assertThat(input("adminUpdateDiscount").body(body.toBuffer())).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"P", "PT", "P1DT", "1D", "P1.5D", "P1D2Y", "p1d", "P-1D"})
  void otherTextsAreNoDurations(String duration) {
    JsonObject body = new JsonObject().put("valid_duration", duration);

    assertThat(refusal("adminUpdateDiscount", input -> input.body(body.toBuffer())))
        .isEqualTo("\"valid_duration\" must be a valid ISO 8601 duration");
  }

  @Test
  void nullClearsOptionalFields() {
    JsonObject body =
        new JsonObject().putNull("ends_at").putNull("usage_limit").putNull("valid_duration");

    assertThat(input("adminUpdateDiscount").body(body.toBuffer())).isEqualTo(body);
  }

  @Test
  void aListHasItsDefaultsAndARuleToFilterBy() {
    assertThat(input("adminListDiscounts").query("rule[type]=fixed&is_disabled=false"))
        .isEqualTo(
            new JsonObject()
                .put("limit", 20)
                .put("offset", 0)
                .put("is_disabled", false)
                .put("rule", new JsonObject().put("type", "fixed")));
    assertThat(input("adminListGiftCards").query(null))
        .isEqualTo(new JsonObject().put("limit", 50).put("offset", 0));
    assertThat(input("adminCreateDynamicCode").body(buffer("{'code': 'a'}")))
        .isEqualTo(new JsonObject().put("code", "a").put("usage_limit", 1));
  }

  @Test
  void unusedQueriesAreIgnored() {
    for (String operationId :
        new String[] {
          "adminDeleteDiscount",
          "adminCreateDynamicCode",
          "adminDeleteDynamicCode",
          "adminAddRegionToDiscount",
          "adminRemoveRegionFromDiscount",
          "adminGetGiftCard",
          "storeGetGiftCard"
        }) {
      assertThat(input(operationId).query("expand=x&limit=many")).isEmpty();
    }
  }
}
