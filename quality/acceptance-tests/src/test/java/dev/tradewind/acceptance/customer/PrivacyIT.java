package dev.tradewind.acceptance.customer;

import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Export and erasure of the personal data of a customer over all parts of the shop. */
class PrivacyIT {

  private static final String PASSWORD = "open sesame";

  private static Shop shop;
  private static StaffClient staff;

  private final String suffix = Ids.ulid().toLowerCase(Locale.ROOT);
  private final String email = "ada-" + suffix + "@example.com";
  private final String name = "Lovelace" + suffix;
  private String customerId;
  private String[] session;
  private String orderId;
  private String openCart;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  @BeforeEach
  void buy() {
    JsonObject newcomer =
        new JsonObject()
            .put("email", email)
            .put("password", PASSWORD)
            .put("first_name", "Ada")
            .put("last_name", name)
            .put("phone", "+49 " + suffix);
    Answer registered = shop.storefront().post("/store/customers", newcomer);
    assertThat(registered.status()).isEqualTo(200);
    customerId = registered.body().getJsonObject("customer").getString("id");
    session = new String[] {"cookie", registered.header("set-cookie").replaceFirst(";.*", "")};
    post("/store/customers/me/addresses", new JsonObject().put("address", address()), session);
    orderId = order();
    staff.post(
        "/admin/notes",
        "{'resource_id': '%s', 'resource_type': 'order', 'value': 'Ms %s called'}",
        orderId,
        name);
    openCart = cart();
  }

  private JsonObject address() {
    return new JsonObject()
        .put("first_name", "Ada")
        .put("last_name", name)
        .put("address_1", "Street " + suffix)
        .put("city", "Town " + suffix)
        .put("postal_code", "12345")
        .put("country_code", "de")
        .put("phone", "+49 " + suffix);
  }

  private String cart() {
    String id = shop.readyCart(shop.newVariant(500, 9).getString("id"), 1);
    JsonObject own =
        new JsonObject()
            .put("email", email)
            .put("customer_id", customerId)
            .put("shipping_address", address())
            .put("billing_address", address());
    post("/store/carts/" + id, own, session);
    return id;
  }

  private String order() {
    String id = cart();
    return post("/store/carts/" + id + "/complete", null, session)
        .getJsonObject("data")
        .getString("id");
  }

  private JsonObject post(String path, JsonObject body, String... headers) {
    Answer answer = shop.storefront().post(path, body, headers);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  private void ship() {
    await(
        shop.orders()
            .preparedQuery("UPDATE \"order\" SET fulfillment_status = 'shipped' WHERE id = $1")
            .execute(Tuple.of(orderId)));
  }

  private String path(String part) {
    return "/admin/tradewind/customers/" + customerId + "/" + part;
  }

  private JsonObject awaitErasure() {
    return value(
        () -> staff.get(path("erasure")).getJsonObject("erasure"),
        erasure -> erasure.getValue("remaining") != null);
  }

  /** Rows of the table that contain the name, the street or the e-mail anywhere. */
  private long rowsWithTraces(Pool pool, String table) {
    return await(
            pool.preparedQuery(
                    "SELECT count(*) FROM %s AS t WHERE t::text LIKE '%%%s%%'"
                        .formatted(table, suffix))
                .execute())
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void anExportHasWhatTheShopKnowsAndIsRecorded() {
    JsonObject exported = staff.get(path("personal-data"));

    assertThat(exported.getJsonObject("customer").getString("email")).isEqualTo(email);
    assertThat(exported.getJsonObject("customer").getJsonArray("shipping_addresses")).hasSize(1);
    JsonObject order = exported.getJsonArray("order_records").getJsonObject(0);
    assertThat(order.getString("id")).isEqualTo(orderId);
    assertThat(order.getJsonObject("shipping_address").getString("last_name")).isEqualTo(name);
    assertThat(order.getJsonArray("notes")).hasSize(1);
    assertThat(exported.getJsonArray("cart_records")).hasSize(2);
    assertThat(
            staff
                .get("/admin/tradewind/audit-log?action=personal_data_export&subject=" + customerId)
                .getJsonArray("audit_entries"))
        .hasSize(1);
  }

  @Test
  void anErasureLeavesTheOrderWithoutPersonalData() {
    ship();
    JsonObject before = staff.get("/admin/orders/" + orderId).getJsonObject("order");

    List<CompletableFuture<Answer>> asked = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      asked.add(shop.storefront().postLater(path("erasure"), null, staff.credentials()));
    }
    asked.forEach(answer -> assertThat(answer.join().status()).isEqualTo(200));

    assertThat(shop.storefront().send("GET", "/store/customers/me", null, session).status())
        .isEqualTo(401);
    assertThat(awaitErasure().getString("completed_at")).isNotNull();
    JsonObject after = staff.get("/admin/orders/" + orderId).getJsonObject("order");
    for (String kept :
        List.of("total", "tax_total", "subtotal", "display_id", "currency_code", "status")) {
      assertThat(after.getValue(kept)).as(kept).isEqualTo(before.getValue(kept));
    }
    assertThat(after.getJsonArray("items").size()).isEqualTo(before.getJsonArray("items").size());
    assertThat(after.getJsonObject("shipping_address").getString("country_code")).isEqualTo("de");
    assertThat(after.getJsonObject("shipping_address").getString("last_name")).isNull();
    assertThat(after.encode()).doesNotContain(suffix);
    assertThat(rowsWithTraces(shop.orders(), "\"order\"")).isZero();
    assertThat(rowsWithTraces(shop.orders(), "note")).isZero();
    assertThat(rowsWithTraces(shop.orders(), "notification")).isZero();
    assertThat(rowsWithTraces(shop.carts(), "cart")).isZero();
    assertThat(shop.storefront().get("/store/carts/" + openCart).status()).isEqualTo(404);
    assertThat(staff.tryGet("/admin/customers/" + customerId).status()).isEqualTo(404);
    assertThat(shop.events(Topics.CUSTOMER, customerId, 10))
        .extracting(event -> event.header("ce_type"))
        .filteredOn("customer.erased"::equals)
        .hasSize(1);
  }

  @Test
  void theEmailAddressMayBeUsedAgainAndGetsNothingOfTheErasedAccount() {
    ship();
    staff.post(path("erasure"), "");
    awaitErasure();

    JsonObject again =
        post(
                "/store/customers",
                new JsonObject()
                    .put("email", email)
                    .put("password", PASSWORD)
                    .put("first_name", "Ada")
                    .put("last_name", "Again"))
            .getJsonObject("customer");

    assertThat(again.getString("id")).isNotEqualTo(customerId);
  }

  @Test
  void anOrderThatIsNotShippedKeepsItsAddressUntilItIs() {
    staff.post(path("erasure"), "");

    JsonObject waiting = awaitErasure();
    assertThat(waiting.getLong("remaining")).isEqualTo(1);
    assertThat(waiting.getString("completed_at")).isNull();
    assertThat(
            staff
                .get("/admin/orders/" + orderId)
                .getJsonObject("order")
                .getJsonObject("shipping_address")
                .getString("last_name"))
        .isEqualTo(name);
  }

  @Test
  void anUnknownCustomerIsNotFound() {
    assertThat(staff.tryGet("/admin/tradewind/customers/cus_none/personal-data").status())
        .isEqualTo(404);
    assertThat(staff.tryPost("/admin/tradewind/customers/cus_none/erasure", "").status())
        .isEqualTo(404);
    assertThat(staff.tryGet(path("erasure")).status()).isEqualTo(404);
  }
}
