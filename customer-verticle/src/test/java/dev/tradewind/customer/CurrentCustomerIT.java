package dev.tradewind.customer;

import static dev.tradewind.customer.CustomerShop.recordedFields;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.CustomerShop.Answer;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurrentCustomerIT {

  private static final String ADD = "storeCreateCustomerMeAddress";
  private static final String UPDATE = "storeUpdateCustomerMeAddress";
  private static final String DELETE = "storeDeleteCustomerMeAddress";

  private static CustomerShop shop;

  private final String email = Ids.ulid().toLowerCase(Locale.ROOT) + "@test.com";
  private String me = "";

  @BeforeAll
  static void open() {
    shop = new CustomerShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void register() {
    me = shop.customer(email, true);
  }

  @Test
  void theOwnAccountIsShown() {
    JsonObject shown = shop.own("storeGetCustomerMe", me, new JsonObject(), null).only("customer");

    assertThat(shown.fieldNames()).isEqualTo(recordedFields("store-create-customer", "customer"));
    shop.own("storeGetCustomerMe", "cus_none", new JsonObject(), null)
        .refuses(404, "Customer with id: cus_none was not found");
    shop.own("storeMeCustomer", "cus_none", new JsonObject(), new JsonObject())
        .refuses(404, "Customer with id: cus_none was not found");
  }

  @Test
  void theCurrentCustomerIsShownWithOrdersAndTheirItems() {
    JsonObject shown =
        shop.own("storeGetCurrentCustomer", me, new JsonObject(), null).only("customer");

    assertThat(shown.fieldNames())
        .isEqualTo(recordedFields("store-get-current-customer", "customer"));
    JsonObject order = shown.getJsonArray("orders").getJsonObject(0);
    assertThat(order.fieldNames()).contains("items").doesNotContain("nonsense");
  }

  @Test
  void theAccountIsChanged() {
    JsonObject changed =
        update(
                new JsonObject()
                    .put("email", "New." + email)
                    .put("first_name", "Augusta")
                    .put("phone", "1")
                    .put("metadata", new JsonObject().put("a", 1)))
            .only("customer");

    assertThat(changed.getString("email")).isEqualTo("new." + email);
    assertThat(changed.getString("first_name")).isEqualTo("Augusta");
    assertThat(changed.getJsonObject("metadata")).isEqualTo(new JsonObject().put("a", 1));
    assertThat(shop.events(me)).containsExactly("customer.updated");
    assertThat(shop.lastEvent(me)).isEqualTo(new JsonObject().put("id", me));
  }

  @Test
  void anEmailOfAnotherAccountIsTaken() {
    shop.customer("other." + email, true);
    shop.customer("guest." + email, false);

    update(new JsonObject().put("email", "other." + email))
        .refuses(422, "Customer with email, has_account other." + email + ", t already exists.");
    assertThat(update(new JsonObject().put("email", "guest." + email)).status()).isEqualTo(200);
  }

  @Test
  void theBillingAddressIsCreatedThenMerged() {
    JsonObject made =
        update(
                new JsonObject()
                    .put(
                        "billing_address",
                        new JsonObject().put("city", "Oslo").put("country_code", "NO")))
            .only("customer");
    JsonObject merged =
        update(
                new JsonObject()
                    .put("billing_address", new JsonObject().put("address_1", "Storgata 1")))
            .only("customer");

    assertThat(made.getJsonArray("shipping_addresses")).isEmpty();
    JsonObject address = merged.getJsonObject("billing_address");
    assertThat(address.getString("id")).isEqualTo(made.getString("billing_address_id"));
    assertThat(address.getString("city")).isEqualTo("Oslo");
    assertThat(address.getString("country_code")).isEqualTo("no");
    assertThat(address.getString("address_1")).isEqualTo("Storgata 1");
    assertThat(
            await(shop.customers.findAddress(shop.context(), me, address.getString("id")))
                .getString("city"))
        .isEqualTo("Oslo");
    update(
            new JsonObject()
                .put("billing_address", new JsonObject().put("country_code", "Xx"))
                .put("first_name", "Grace"))
        .refuses(404, "Country with country_code xx does not exist.");
    assertThat(update(new JsonObject()).only("customer").getString("first_name")).isEqualTo("Ada");
  }

  @Test
  void anAddressOfTheListIsBilled() {
    String address = addressId(add("Main Street 1"));

    JsonObject changed = update(new JsonObject().put("billing_address", address)).only("customer");
    assertThat(changed.getString("billing_address_id")).isEqualTo(address);

    JsonObject after = own(DELETE, me, address, null).only("customer");

    assertThat(after.getValue("billing_address_id")).isNull();
    assertThat(after.getJsonArray("shipping_addresses")).isEmpty();
    update(new JsonObject().put("billing_address", "addr_none"))
        .refuses(404, "Address with id addr_none was not found");
  }

  @Test
  void aPasswordChangeRevokesSessionsAndTokens() {
    update(new JsonObject().put("password", "another"));

    assertThat(shop.count("customer WHERE id = '" + me + "' AND credential_version = 2"))
        .isEqualTo(1);
    assertThat(shop.events(me)).containsExactly("customer.updated");
  }

  @Test
  void anAddressIsAddedChangedAndDeleted() {
    Answer added = add("Main Street 1");
    String id = addressId(added);
    JsonObject address = added.only("customer").getJsonArray("shipping_addresses").getJsonObject(0);
    assertThat(address.getString("country_code")).isEqualTo("dk");
    assertThat(address.getString("customer_id")).isEqualTo(me);

    JsonObject changed =
        own(
                UPDATE,
                me,
                id,
                new JsonObject()
                    .put("city", "Aarhus")
                    .put("metadata", new JsonObject().put("floor", 3)))
            .only("customer")
            .getJsonArray("shipping_addresses")
            .getJsonObject(0);

    assertThat(changed.getString("city")).isEqualTo("Aarhus");
    assertThat(changed.getString("address_1")).isEqualTo("Main Street 1");
    assertThat(changed.getJsonObject("metadata")).isEqualTo(new JsonObject().put("floor", 3));
    own(UPDATE, me, id, new JsonObject().put("country_code", "ZZ"))
        .refuses(404, "Country with country_code zz does not exist.");
    own(DELETE, me, id, null);
    assertThat(own(DELETE, me, id, null).only("customer").getJsonArray("shipping_addresses"))
        .isEmpty();
    assertThat(shop.events(me))
        .containsExactly("customer.updated", "customer.updated", "customer.updated");
    own(UPDATE, me, id, new JsonObject()).refuses(400, "Could not find address for customer");
    own(UPDATE, me, "addr_none", new JsonObject())
        .refuses(400, "Could not find address for customer");
    assertThat(own(DELETE, me, "addr_none", null).status()).isEqualTo(200);
  }

  @Test
  void concurrentAdditionsOfAnAddressAddItOnce() {
    List<Future<Answer>> added =
        IntStream.range(0, 8)
            .mapToObj(i ->
                shop.ownLater(
                    ADD, me, new JsonObject(), new JsonObject().put("address", address("A 1"))))
            .toList();
    await(Future.all(added));

    assertThat(added).allSatisfy(each -> assertThat(each.result().status()).isEqualTo(200));
    assertThat(shop.count("address WHERE customer_id = '" + me + "'")).isEqualTo(1);
    assertThat(shop.events(me)).containsExactly("customer.updated");
    assertThat(add("A 2").only("customer").getJsonArray("shipping_addresses")).hasSize(2);
  }

  @Test
  void anUnknownCountryIsRefused() {
    shop.own(
            ADD,
            me,
            new JsonObject(),
            new JsonObject().put("address", address("A 1").put("country_code", "QQ")))
        .refuses(404, "Country with country_code qq does not exist.");
    assertThat(shop.count("address WHERE customer_id = '" + me + "'")).isZero();
  }

  @Test
  void aCustomerHasFiftyAddressesAtMost() {
    for (int i = 0; i < 50; i++) {
      assertThat(add("Street " + i).status()).isEqualTo(200);
    }

    add("Street 50").refuses(400, "A customer has at most 50 addresses");
    assertThat(add("Street 49").status()).isEqualTo(200);
    assertThat(shop.count("address WHERE customer_id = '%s'".formatted(me))).isEqualTo(50);
  }

  @Test
  void mergedMetadataIsLimited() {
    assertThat(update(metadata(0)).status()).isEqualTo(200);

    update(metadata(1)).refuses(400, "metadata must be smaller than or equal to 16384 bytes");
  }

  private static JsonObject metadata(int key) {
    return new JsonObject().put("metadata", new JsonObject().put("key" + key, "x".repeat(16_000)));
  }

  @ParameterizedTest
  @CsvSource({UPDATE, DELETE, "storeMeCustomer"})
  void addressesOfOtherCustomersAreNotFound(String operation) {
    String shipping = addressId(add("Main Street 1"));
    String billing =
        update(new JsonObject().put("billing_address", new JsonObject().put("city", "Oslo")))
            .only("customer")
            .getString("billing_address_id");
    String other = shop.customer("other." + email, true);

    for (String address : Set.of(shipping, billing)) {
      Answer answer =
          operation.equals("storeMeCustomer")
              ? shop.own(
                  operation,
                  other,
                  new JsonObject(),
                  new JsonObject().put("billing_address", address))
              : own(operation, other, address, new JsonObject().put("city", "Rome"));

      answer.refuses(404, "Address with id " + address + " was not found");
    }
    assertThat(shop.events(other)).isEmpty();
    assertThat(
            shop.count(
                "address WHERE city = 'Rome' OR deleted_at IS NOT NULL AND id IN ('"
                    + shipping
                    + "', '"
                    + billing
                    + "')"))
        .isZero();
  }

  private Answer update(JsonObject body) {
    return shop.own("storeMeCustomer", me, new JsonObject(), body);
  }

  private static Answer own(
      String operation, String who, String address, @Nullable JsonObject body) {
    return shop.own(operation, who, new JsonObject().put("address_id", address), body);
  }

  private Answer add(String line) {
    return shop.own(ADD, me, new JsonObject(), new JsonObject().put("address", address(line)));
  }

  private static String addressId(Answer answer) {
    JsonArray addresses = answer.only("customer").getJsonArray("shipping_addresses");
    return addresses.getJsonObject(addresses.size() - 1).getString("id");
  }

  private static JsonObject address(String line) {
    return new JsonObject()
        .put("first_name", "Ada")
        .put("last_name", "Lovelace")
        .put("address_1", line)
        .put("city", "Copenhagen")
        .put("country_code", "DK")
        .put("postal_code", "1000");
  }
}
