package dev.tradewind.gateway.validation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestValidatorTest {

  private static final Map<String, RequestValidator> INPUTS =
      Contract.load().operations().stream()
          .collect(Collectors.toMap(Operation::id, RequestValidator::new, (one, other) -> one));

  private static RequestValidator input(String operationId) {
    return requireNonNull(INPUTS.get(operationId), operationId);
  }

  private static String refusal(Function<RequestValidator, ?> part, String operationId) {
    Throwable refused = catchThrowable(() -> part.apply(input(operationId)));
    assertThat(refused).isInstanceOf(Problem.class);
    return requireNonNull(refused.getMessage());
  }

  private static JsonObject json(String singleQuoted) {
    return new JsonObject(singleQuoted.replace('\'', '"'));
  }

  private static Buffer buffer(String singleQuoted) {
    return Buffer.buffer(singleQuoted.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'region_id': null}        | region_id must be a string",
        "{'sales_channel_id': null} | sales_channel_id must be a string",
        "{'discounts': null}        | discounts must be an array",
        "{'gift_cards': null}       | gift_cards must be an array",
      })
  void aCartTakesNoNullWhereNothingCanBeCleared(String body, String message) {
    assertThat(refusal(input -> input.body(buffer(body)), "storeUpdateCart")).contains(message);
  }

  @Test
  void aCartTakesNullForWhatMayBeEmpty() {
    Buffer nulls =
        buffer(
            "{'email': null, 'context': null, 'billing_address': null, 'shipping_address': null}");

    assertThat(input("storeUpdateCart").body(nulls)).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "storeListRegions     | limit=abc              | limit must be a number conforming to the specified constraints",
        "storeListRegions     | limit=1.5              | limit must be a number conforming to the specified constraints",
        "storeListRegions     | limit=1&limit=2        | limit must be a number conforming to the specified constraints",
        "storeListRegions     | limit=-1               | limit must not be less than 0",
        "storeListRegions     | limit=1001             | limit must not be greater than 1000",
        "storeListRegions     | offset=-1              | offset must not be less than 0",
        "storeListRegions     | offset=99999999999     | offset must not be greater than 2147483647",
        "storeListCollections | limit=abc              | limit must be an integer number",
        "storeListCollections | offset=x               | offset must be an integer number",
        "storeListCollections | handle=summer          | handle must be an array",
        "storeListCollections | expand=products        | property expand should not exist",
        "storeListCollections | q=a&handle=b           | property q should not exist, handle must be an array",
        "storeListRegions     | created_at[xx]=1       | property xx should not exist",
        "storeListRegions     | created_at[lt]=never   | lt must be a Date instance",
        "storeListRegions     | created_at[lt]=        | lt must be a Date instance",
        "storeListRegions     | created_at=2024-01-01  | nested property created_at must be either object or array",
        "storeListRegions     | created_at[]=2024      | nested property created_at must be either object or array",
        "storeListRegions     | order[]=a              | order must be a string",
        "storeListRegions     | expand[a]=b            | expand must be a string",
        "storeListProducts    | is_giftcard=maybe      | is_giftcard must be a boolean value",
        "storeListProducts    | is_giftcard=TRUE       | is_giftcard must be a boolean value",
        "storeListProducts    | is_giftcard=           | is_giftcard must be a boolean value",
        "storeListProducts    | tags=a                 | tags must be an array",
        "storeListProducts    | tags[][]=a             | The query parameter tags[][] is malformed",
        "storeListProducts    | tags[0][x]=a           | each value in tags must be a string",
        "storeListProducts    | wrong=1&limit=x&q[]=1  | property wrong should not exist, q must be a string, limit must be a number conforming to the specified constraints",
        "storeListProducts    | a b%/~=1               | The query is not well percent-encoded UTF-8",
        "storeListProducts    | a%20b~/=1              | property a b~/ should not exist",
        "storeListProducts    | q=%00                  | The request holds a text that is not valid Unicode",
        "storeGetCart         | limit=1                | property limit should not exist",
      })
  void aQueryIsRefusedInTheWordsOfTheApi(String operationId, String query, String message) {
    assertThat(refusal(input -> input.query(query), operationId)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "storeListRegions     |                        | {'offset':0,'limit':100}",
        "storeListCollections | handle[]=a,b           | {'handle':['a','b'],'offset':0,'limit':10}",
        "storeListCollections | handle[]=a,b&handle[]=c| {'handle':['a,b','c'],'offset':0,'limit':10}",
        "storeListCollections | limit=&order=-title    | {'limit':0,'order':'-title','offset':0}",
        "storeListCollections | limit=1e2              | {'limit':100,'offset':0}",
        "storeListCollections | created_at[gt]=2024-01-31&created_at[lt]=1706745600 | {'created_at':{'gt':'2024-01-31T00:00:00.000Z','lt':'2024-02-01T00:00:00.000Z'},'offset':0,'limit':10}",
        "storeListProducts    | id=a&is_giftcard=true  | {'id':'a','is_giftcard':true,'offset':0,'limit':100}",
        "storeListProducts    | id[]=a,b&q=5           | {'id':['a','b'],'q':'5','offset':0,'limit':100}",
        "storeListProducts    | expand=&fields=        | {'expand':'','fields':'','offset':0,'limit':100}",
        "storeGetCart         |                        | {}",
        "storeGetCollection   | anything[=at           | {}",
        "storeDeleteLineItem  | anything=at            | {}",
      })
  void aQueryIsCoercedAndCompletedByTheSchema(String operationId, String query, String expected) {
    assertThat(input(operationId).query(query)).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "storeAddLineItem   | {}                                   | variant_id must be a string, quantity must be an integer number",
        "storeAddLineItem   | {'variant_id':null,'quantity':null}  | variant_id must be a string, quantity must be an integer number",
        "storeAddLineItem   | {'variant_id':'v','quantity':'5'}    | quantity must be an integer number",
        "storeAddLineItem   | {'variant_id':'v','quantity':1.5}    | quantity must be an integer number",
        "storeAddLineItem   | {'variant_id':'v','quantity':99999999999999999999} | quantity must not be greater than 2147483647",
        "storeAddLineItem   | {'variant_id':5,'quantity':1,'id':'x','z':null} | property id should not exist, property z should not exist, variant_id must be a string",
        "storeAddLineItem   | {'variant_id':'v','quantity':1,'metadata':[]} | metadata must be an object",
        "storeAddLineItem   | {'variant_id':'v','quantity':1,'metadata':'x'} | metadata must be an object",
        "storeAddLineItem   | []                                   | The body must be a JSON object",
        "storeAddLineItem   | 5                                    | The body must be a JSON object",
        "storeAddLineItem   | null                                 | The body must be a JSON object",
        "storeAddLineItem   | {'variant_id':                       | The body is not valid JSON",
        "storeAddLineItem   | {} trailing                          | The body is not valid JSON",
        "storeCreateCart    | {'items':{}}                         | each value in nested property items must be either object or array, items must be an array",
        "storeCreateCart    | {'items':'x'}                        | each value in nested property items must be either object or array, items must be an array",
        "storeCreateCart    | {'items':['x', null]}                | each value in nested property items must be either object or array",
        "storeCreateCart    | {'items':[{}]}                       | variant_id should not be empty, variant_id must be a string, quantity should not be empty, quantity must be an integer number",
        "storeCreateCart    | {'items':[{'variant_id':'','quantity':1}]} | variant_id should not be empty",
        "storeCreateCart    | {'items':[{'variant_id':'v','quantity':1,'price':2}]} | property price should not exist",
        "storeCreateCart    | {'context':[]}                       | context must be an object",
        "storeCreateCart    | {'region_id':1,'nothing':1}          | property nothing should not exist, region_id must be a string",
        "storeUpdateCart    | {'email':'no-mail'}                   | email must be an email",
        "storeUpdateCart    | {'email':'a@b'}                      | email must be an email",
        "storeUpdateCart    | {'email':''}                         | email must be an email",
        "storeUpdateCart    | {'email':7}                          | email must be an email",
        "storeUpdateCart    | {'discounts':[{}]}                   | code must be a string",
        "storeUpdateCart    | {'discounts':[{'code':'A','x':1}]}   | property x should not exist",
        "storeUpdateCart    | {'shipping_address':{'street':'x'}}  | {'message':'shipping_address must be one of: AddressPayload,String','details':{'AddressPayload':['property street should not exist'],'String':['shipping_address must be a string']}}",
        "storeUpdateCart    | {'billing_address':5}                | {'message':'billing_address must be one of: AddressPayload,String','details':{'AddressPayload':['nested property billing_address must be either object or array'],'String':['billing_address must be a string']}}",
        "storeUpdateCart    | {'shipping_address':{'city':5}}      | {'message':'shipping_address must be one of: AddressPayload,String','details':{'AddressPayload':['city must be a string'],'String':['shipping_address must be a string']}}",
        "storeSelectPaymentSession | {}                            | provider_id must be a string",
        "storeAddShippingMethod | {'option_id':'so','data':'x'}    | data must be an object",
        "adminLogIn         | {}                                   | email should not be empty, email must be an email, password should not be empty, password must be a string",
        "adminLogIn         | {'email':'a','password':''}          | email must be an email, password should not be empty",
        "adminIssueToken    | {'email':'a@b.co','password':5,'x':1} | property x should not exist, password must be a string",
        "storeLogIn         | {'email':'a@b.co','password':''}     | password should not be empty",
        "storeIssueToken    | {}                                   | email should not be empty, email must be an email, password should not be empty, password must be a string",
        "storeCreateCustomer | {}                                  | first_name must be a string, email must be an email, password should not be empty, password must be a string",
        "storeCreateCustomer | {'first_name':'A','email':'a@b.co','password':'x','metadata':{}} | property metadata should not exist",
        "storeUpdateLineItem | {'quantity':true}                   | quantity must be an integer number",
        "storeUpdateLineItem | {'quantity':1e400}                  | The request holds a number that is too large",
        "storeUpdateLineItem | {'quantity':1,'metadata':{'a':'\\u0000'}} | The request holds a text that is not valid Unicode",
        "storeUpdateLineItem | {'quantity':1,'metadata':{'\\ud800':1}} | The request holds a text that is not valid Unicode",
      })
  void aBodyIsRefusedInTheWordsOfTheApi(String operationId, String body, String message) {
    assertThat(refusal(input -> input.body(buffer(body)), operationId))
        .isEqualTo(message.startsWith("{") ? message.replace('\'', '"') : message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "adminRefundPayment             | {'reason':'other'} | amount should not be empty, amount must be an integer number",
        "adminRefundPayment             | {'reason':'other','amount':null} | amount should not be empty, amount must be an integer number",
        "adminRefundPayment             | {'reason':'other','amount':'5'} | amount must be an integer number",
        "adminRefundOrder               | {'reason':'other'} | amount should not be empty, amount must be an integer number",
        "adminFulfillmentOrder          | {} | items must be an array",
        "adminFulfillmentOrder          | {'items':[{'item_id':'i'}]} | quantity should not be empty, quantity must be an integer number",
        "adminCreateOrderShippingMethod | {'option_id':'o'} | price should not be empty, price must be an integer number",
        "adminCreateOrderClaim          | {'type':'refund'} | claim_items should not be empty, claim_items must be an array",
        "adminCreateOrderClaim          | {'type':'refund','claim_items':[{'item_id':'i'}]} | quantity should not be empty, quantity must be an integer number",
        "adminCreateOrderClaim          | {'type':'replace','claim_items':[],'additional_items':[{'variant_id':'v'}]} | quantity should not be empty, quantity must be an integer number",
        "adminCreateOrderSwap           | {} | return_items should not be empty, return_items must be an array",
        "adminCreateOrderSwap           | {'return_items':[],'custom_shipping_options':[{'option_id':'o'}]} | price should not be empty, price must be an integer number",
        "storeCreateSwap                | {'order_id':'o'} | return_items must be an array, additional_items must be an array",
        "adminReturnOrder               | {} | items must be an array",
        "adminReturnOrder               | {'items':[]} | items should not be empty",
        "storeCreateReturn              | {'order_id':'o'} | items must be an array",
        "adminReceiveReturn             | {} | items must be an array",
        "adminReceiveReturn             | {'items':[{'item_id':'i'}]} | quantity must be an integer number",
        "storeAddSessionsToPaymentCollection | {} | sessions must be an array",
        "storeAddSessionsToPaymentCollection | {'sessions':[{'provider_id':'p'}]} | amount should not be empty, amount must be an integer number",
        "adminCreateDraftOrder          | {'email':'a@b.co','region_id':'r','items':[{}]} | quantity must be a number conforming to the specified constraints, shipping_methods should not be empty, shipping_methods must be an array",
        "adminCreateReservation         | {'location_id':'l','inventory_item_id':'i'} | quantity must be a number conforming to the specified constraints",
      })
  void aMissingValueIsEmptyOnlyWhereTheContractSaysSo(
      String operationId, String body, String message) {
    assertThat(refusal(input -> input.body(buffer(body)), operationId)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "storeCreateCart | {}                                       | {}",
        "storeCreateCart | {'region_id':null,'items':null,'context':null} | {'region_id':null,'items':null,'context':null}",
        "storeUpdateCart | {'shipping_address':null,'discounts':[]}  | {'shipping_address':null,'discounts':[]}",
        "storeUpdateCart | {'shipping_address':'addr_1'}             | {'shipping_address':'addr_1'}",
        "storeUpdateCart | {'shipping_address':{'city':null,'metadata':{'free':[1]}}} | {'shipping_address':{'city':null,'metadata':{'free':[1]}}}",
        "storeUpdateCart | {'email':'ada@example.co.uk'}             | {'email':'ada@example.co.uk'}",
        "storeAddLineItem | {'variant_id':'v','quantity':0,'metadata':{'any':{'thing':null}}} | {'variant_id':'v','quantity':0,'metadata':{'any':{'thing':null}}}",
        "storeAddShippingMethod | {'option_id':'so_1'}               | {'option_id':'so_1','data':{}}",
      })
  void aBodyThatFitsArrivesAsItWasSent(String operationId, String body, String expected) {
    assertThat(input(operationId).body(buffer(body))).isEqualTo(json(expected));
  }

  @Test
  void aRequestWithoutBodyIsAnEmptyObject() {
    assertThat(input("storeCreateCart").body(null)).isEqualTo(new JsonObject());
    assertThat(input("storeCreateCart").body(Buffer.buffer())).isEqualTo(new JsonObject());
  }

  @Test
  void anOperationWithoutBodyIgnoresTheBody() {
    assertThat(input("storeCreatePaymentSessions").body(Buffer.buffer("{{{"))).isNull();
  }

  @Test
  void endlessNestingIsRefused() {
    String nested = "[".repeat(200) + "]".repeat(200);
    Buffer body = buffer("{'quantity':1,'metadata':{'a':" + nested + "}}");
    assertThat(refusal(input -> input.body(body), "storeUpdateLineItem"))
        .isEqualTo("The request is nested too deeply");

    String hopeless = "[".repeat(40_000) + "]".repeat(40_000);
    Buffer tooDeep = buffer("{'quantity':1,'metadata':{'a':" + hopeless + "}}");
    assertThat(refusal(input -> input.body(tooDeep), "storeUpdateLineItem"))
        .isEqualTo("The body is not valid JSON");
  }

  @Test
  void aDefaultIsNotSharedBetweenRequests() {
    JsonObject first =
        requireNonNull(input("storeAddShippingMethod").body(buffer("{'option_id':'so_1'}")));
    first.getJsonObject("data").put("kept", true);

    assertThat(input("storeAddShippingMethod").body(buffer("{'option_id':'so_1'}")))
        .isEqualTo(json("{'option_id':'so_1','data':{}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "1e2, 100",
    "-0.0, 0",
    "9.007199254740991e15, 9007199254740991",
    "1.5, 1.5",
    "1e20, 1.0E20"
  })
  void aWholeNumberIsOneHoweverItIsWritten(String written, String read) {
    JsonObject body =
        requireNonNull(
            input("storeCreateCart")
                .body(buffer("{'context':{'a':%1$s,'b':[{'c':[%1$s]}]}}".formatted(written))));

    assertThat(body.getJsonObject("context").encode())
        .isEqualTo("{\"a\":%1$s,\"b\":[{\"c\":[%1$s]}]}".formatted(read));
  }
}
