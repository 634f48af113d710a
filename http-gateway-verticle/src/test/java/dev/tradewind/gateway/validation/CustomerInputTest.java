package dev.tradewind.gateway.validation;

import static dev.tradewind.gateway.validation.ContractInput.buffer;
import static dev.tradewind.gateway.validation.ContractInput.input;
import static dev.tradewind.gateway.validation.ContractInput.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accepted and rejected input of the operations on customers, groups and addresses. */
class CustomerInputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adminListNotifications  | limit=abc             | limit must be an integer number",
        "adminListCustomers      | limit=abc             | limit must be a number conforming to the specified constraints",
        "adminListCustomers      | limit=1001            | limit must not be greater than 1000",
        "adminListCustomers      | offset=-1             | offset must not be less than 0",
        "adminListCustomers      | groups=cgrp_1         | groups must be an array",
        "adminListCustomers      | has_account=yes       | has_account must be a boolean value",
        "adminListCustomers      | email=a@b.c           | property email should not exist",
        "adminListCustomers      | created_at=2024-01-01 | nested property created_at must be either object or array",
        "adminListCustomers      | updated_at[lt]=never  | lt must be a Date instance",
        "adminGetCustomer        | limit=1               | property limit should not exist",
        "adminUpdateCustomer     | q=a                   | property q should not exist",
        "adminListCustomerGroups | name=VIP              | name must be an array",
        "adminListCustomerGroups | colour=red            | property colour should not exist",
        "adminListCustomerGroups | created_at[ne]=2024   | property ne should not exist",
      })
  void aQueryIsRefused(String operationId, String query, String message) {
    assertThat(refusal(operationId, input -> input.query(query))).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "storeTokenOrderBatchCustomer          | {'order_ids': [5]} | each value in order_ids must be a string",
        "adminCreateCustomer                   | {'first_name': 'a', 'last_name': 'b', 'password': 'c'} | email must be an email",
        "adminCreateCustomer                   | {'email': 'a@b.cc', 'first_name': 1, 'last_name': 'b', 'password': 'c'} | first_name must be a string",
        "adminCreateCustomer                   | {'email': 'a@b.cc', 'first_name': 'a', 'last_name': 'b', 'password': 'c', 'has_account': true} | property has_account should not exist",
        "adminUpdateCustomer                   | {'email': 'no-mail'}                | email must be an email",
        "adminUpdateCustomer                   | {'groups': 'cgrp_1'}               | each value in nested property groups must be either object or array, groups must be an array",
        "adminUpdateCustomer                   | {'groups': ['cgrp_1']}             | each value in nested property groups must be either object or array",
        "adminUpdateCustomer                   | {'groups': [{'name': 'a'}]}        | property name should not exist, id must be a string",
        "adminUpdateCustomer                   | {'password_hash': 'x'}             | property password_hash should not exist",
        "adminCreateCustomerGroup              | {}                                 | name must be a string",
        "adminUpdateCustomerGroup              | {'metadata': []}                   | metadata must be an object",
        "adminAddCustomersToCustomerGroup      | {}                                 | customer_ids must be an array",
        "adminRemoveCustomersFromCustomerGroup | {}                                 | customer_ids must be an array",
        "adminAddCustomersToCustomerGroup      | {'customer_ids': [{}]}             | id must be a string",
        "storeMeCustomer                       | {'has_account': false}             | property has_account should not exist",
        "storeMeCustomer                       | {'email': 'no-mail'}                | email must be an email",
        "storeMeCustomer                       | {'email': '\u0430da@example.com'}   | email must be an email",
        "storeMeCustomer                       | {'email': 'ada\u200b@example.com'}  | email must be an email",
        "storeCreateCustomerMeAddress          | {}                                 | address must be an object",
        "storeUpdateCustomerMeAddress          | {'customer_id': 'cus_1'}           | property customer_id should not exist",
      })
  void aBodyIsRefused(String operationId, String body, String message) {
    assertThat(refusal(operationId, input -> input.body(buffer(body)))).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"18446744073709551617", "9223372036854775808", "9007199254740992", "1e300"})
  void anIntegerThatWouldBecomeAnotherIsRefused(String amount) {
    String body = "{'amount': %s, 'reason': 'other'}".formatted(amount);

    assertThat(refusal("adminRefundOrder", input -> input.body(buffer(body))))
        .startsWith("amount must");
  }

  @Test
  void metadataIsLimited() {
    String allowed = "{'metadata': {'note': '%s'}}".formatted("x".repeat(16_000));
    String large = "{'metadata': {'note': '%s'}}".formatted("x".repeat(17_000));

    assertThat(input("storeMeCustomer").body(buffer(allowed))).isNotNull();
    assertThat(refusal("storeMeCustomer", input -> input.body(buffer(large))))
        .isEqualTo("metadata must be smaller than or equal to 16384 bytes");
    assertThat(
            refusal(
                "storeCreateCustomerMeAddress",
                input -> input.body(buffer("{'address': " + large + "}"))))
        .isEqualTo("metadata must be smaller than or equal to 16384 bytes");
    assertThat(
            refusal(
                "storeAddLineItem",
                input ->
                    input.body(
                        buffer(large.replaceFirst("\\{", "{'variant_id': 'v', 'quantity': 1, ")))))
        .isEqualTo("metadata must be smaller than or equal to 16384 bytes");
    assertThat(refusal("adminUpdateCustomer", input -> input.body(buffer(large))))
        .isEqualTo("metadata must be smaller than or equal to 16384 bytes");
  }

  @Test
  void missingFieldsOfAnAddressAreNamed() {
    assertThat(
            refusal(
                "storeCreateCustomerMeAddress",
                input -> input.body(buffer("{'address': {'city': 'Oslo', 'floor': 3}}"))))
        .isEqualTo(
            "property floor should not exist, first_name must be a string,"
                + " last_name must be a string, address_1 must be a string,"
                + " country_code must be a string, postal_code must be a string");
    assertThat(refusal("storeMeCustomer", input -> input.body(buffer("{'billing_address': 5}"))))
        .contains("billing_address must be one of: AddressPayload,String");
  }

  @Test
  void groupsAreFoundByAnyFormOfTheirIds() {
    assertThat(input("adminListCustomerGroups").query("id=a").getValue("id")).isEqualTo("a");
    assertThat(input("adminListCustomerGroups").query("id[]=a,b").getValue("id"))
        .isEqualTo(new JsonArray().add("a").add("b"));
    assertThat(input("adminListCustomerGroups").query("id[gt]=a&id[ends_with]=b").getValue("id"))
        .isEqualTo(new JsonObject().put("gt", "a").put("ends_with", "b"));
    assertThat(input("adminListCustomerGroups").query("name[]=a"))
        .isEqualTo(
            new JsonObject()
                .put("limit", 10)
                .put("offset", 0)
                .put("name", new JsonArray().add("a")));
    assertThat(input("adminListCustomerGroupCustomers").query(""))
        .isEqualTo(new JsonObject().put("limit", 50).put("offset", 0));
  }
}
