package dev.tradewind.acceptance.customer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Customers, groups and addresses over HTTP, for staff and for customers. */
class CustomersIT {

  private static final String PASSWORD = "secret-pw";

  private static Shop shop;
  private static Storefront storefront;
  private static String[] staff;

  private final String email = Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    staff = new TestIdentities(shop).asUser();
  }

  @Test
  void aCustomerCreatedByStaffLogsIn() {
    Answer made = create();
    assertThat(made.status()).isEqualTo(201);
    String id = made.body().getJsonObject("customer").getString("id");
    String cartId = shop.readyCart(shop.newVariant(1_500, 10).getString("id"), 2);
    String orderId =
        storefront
            .post("/store/carts/" + cartId + "/complete", null)
            .body()
            .getJsonObject("data")
            .getString("id");
    shop.giveOrder(orderId, id);

    JsonObject own =
        storefront.post("/store/auth", credentials(PASSWORD)).body().getJsonObject("customer");
    JsonObject seen =
        admin(
                "GET",
                "/admin/customers/" + id + "?expand=orders.items,orders.shipping_address,groups",
                null)
            .body()
            .getJsonObject("customer");

    JsonObject order = seen.getJsonArray("orders").getJsonObject(0);
    assertThat(own.getJsonArray("orders").getJsonObject(0).getString("id")).isEqualTo(orderId);
    assertThat(order.getString("id")).isEqualTo(orderId);
    assertThat(order.getJsonArray("items").getJsonObject(0).getInteger("quantity")).isEqualTo(2);
    assertThat(order.getJsonObject("shipping_address").getString("country_code")).isEqualTo("de");
    JsonObject page =
        admin("GET", "/admin/customers?expand=orders&q=" + email.replace("@", "%40"), null).body();
    assertThat(page.getInteger("count")).isEqualTo(1);
    assertThat(page.getJsonArray("customers").getJsonObject(0).getJsonArray("orders")).hasSize(1);
    assertThat(create().status()).isEqualTo(422);
  }

  @Test
  void aGroupIsCreatedUpdatedAndDeleted() {
    String id = create().body().getJsonObject("customer").getString("id");
    String name = "Group " + Ids.ulid();
    JsonObject group =
        admin("POST", "/admin/customer-groups", new JsonObject().put("name", name))
            .body()
            .getJsonObject("customer_group");
    String path = "/admin/customer-groups/" + group.getString("id");
    JsonObject customers =
        new JsonObject().put("customer_ids", new JsonArray().add(new JsonObject().put("id", id)));

    assertThat(admin("POST", path + "/customers/batch", customers).status()).isEqualTo(200);
    JsonObject members = admin("GET", path + "/customers?order=email", null).body();
    assertThat(members.getInteger("count")).isEqualTo(1);
    assertThat(
            admin("POST", path + "/customers/batch", new JsonObject()).body().getString("message"))
        .isEqualTo("customer_ids must be an array");
    JsonObject found =
        admin(
                "GET",
                "/admin/customer-groups?expand=customers,price_lists&id%5Bstarts_with%5D="
                    + group.getString("id").toLowerCase(Locale.ROOT),
                null)
            .body();
    assertThat(found.getJsonArray("customer_groups").getJsonObject(0).getJsonArray("customers"))
        .hasSize(1);
    assertThat(admin("POST", "/admin/customer-groups", new JsonObject().put("name", name)).status())
        .isEqualTo(422);
    assertThat(admin("DELETE", path + "/customers/batch", customers).status()).isEqualTo(200);
    assertThat(admin("DELETE", path, null).body().getString("object")).isEqualTo("customer_group");
    assertThat(admin("GET", path, null).status()).isEqualTo(404);
  }

  @Test
  void aPasswordChangeKeepsOnlyTheSessionOfItsRequest() {
    create();
    String here = session();
    String elsewhere = session();
    String token = storefront.bearer("/store/auth/token", credentials(PASSWORD));

    Answer changed =
        storefront.post(
            "/store/customers/me", new JsonObject().put("password", "another"), "cookie", here);

    assertThat(changed.status()).isEqualTo(200);
    assertThat(me("cookie", here).status()).isEqualTo(200);
    assertThat(me("cookie", elsewhere).status()).isEqualTo(401);
    assertThat(me("authorization", token).status()).isEqualTo(401);
    assertThat(storefront.post("/store/auth", credentials(PASSWORD)).status()).isEqualTo(401);
    assertThat(storefront.post("/store/auth", credentials("another")).status()).isEqualTo(200);
  }

  @Test
  void anAddressIsAccessibleToItsCustomerOnly() {
    create();
    String owner = session();
    JsonObject added =
        storefront
            .post(
                "/store/customers/me/addresses",
                new JsonObject().put("address", address()),
                "cookie",
                owner)
            .body()
            .getJsonObject("customer")
            .getJsonArray("shipping_addresses")
            .getJsonObject(0);
    assertThat(added.getString("country_code")).isEqualTo("de");
    String path = "/store/customers/me/addresses/" + added.getString("id");
    String otherSession = otherSession();

    for (Answer refused :
        new Answer[] {
          storefront.post(path, new JsonObject().put("city", "Rome"), "cookie", otherSession),
          storefront.send("DELETE", path, null, "cookie", otherSession),
          storefront.post(
              "/store/customers/me",
              new JsonObject().put("billing_address", added.getString("id")),
              "cookie",
              otherSession)
        }) {
      assertThat(refused.status()).as(refused.text()).isEqualTo(404);
    }
    assertThat(
            storefront
                .post(path, new JsonObject().put("country_code", "XX"), "cookie", owner)
                .body()
                .getString("message"))
        .isEqualTo("Country with country_code xx does not exist.");
    assertThat(
            storefront
                .post(path, new JsonObject().put("city", "Rome"), "cookie", owner)
                .body()
                .getJsonObject("customer")
                .getJsonArray("shipping_addresses")
                .getJsonObject(0)
                .getString("city"))
        .isEqualTo("Rome");
    assertThat(
            storefront
                .send("DELETE", path, null, "cookie", owner)
                .body()
                .getJsonObject("customer")
                .getJsonArray("shipping_addresses"))
        .isEmpty();
    assertThat(storefront.send("GET", "/store/customers/me", null).status()).isEqualTo(401);
  }

  /** Session of another customer with an account. */
  private static String otherSession() {
    JsonObject newcomer =
        new JsonObject()
            .put("email", Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com")
            .put("password", PASSWORD)
            .put("first_name", "Bob");
    return storefront
        .post("/store/customers", newcomer)
        .header("set-cookie")
        .replaceFirst(";.*", "");
  }

  private Answer create() {
    return admin(
        "POST",
        "/admin/customers",
        credentials(PASSWORD).put("first_name", "Ada").put("last_name", "Lovelace"));
  }

  private JsonObject credentials(String password) {
    return new JsonObject().put("email", email).put("password", password);
  }

  private String session() {
    return storefront
        .post("/store/auth", credentials(PASSWORD))
        .header("set-cookie")
        .replaceFirst(";.*", "");
  }

  private static Answer me(String... credentials) {
    return storefront.send("GET", "/store/customers/me", null, credentials);
  }

  private static Answer admin(String method, String path, JsonObject body) {
    return storefront.send(method, path, body == null ? null : body.encode(), staff);
  }

  private static JsonObject address() {
    return new JsonObject()
        .put("first_name", "Ada")
        .put("last_name", "Lovelace")
        .put("address_1", "Harbour Street 1")
        .put("city", "Berlin")
        .put("country_code", "DE")
        .put("postal_code", "10115");
  }
}
