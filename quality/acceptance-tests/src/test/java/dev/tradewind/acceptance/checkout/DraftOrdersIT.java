package dev.tradewind.acceptance.checkout;

import static dev.tradewind.acceptance.checkout.DraftOrderApi.draft;
import static dev.tradewind.acceptance.checkout.DraftOrderApi.item;
import static dev.tradewind.acceptance.checkout.DraftOrderApi.refused;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Draft orders over HTTP, with all verticles. */
class DraftOrdersIT {

  private static final long PRICE = 1_000;

  private static Shop shop;
  private static Storefront storefront;
  private static DraftOrderApi draftOrders;

  private final String variantId = shop.newVariant(PRICE, 10).getString("id");

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    draftOrders = new DraftOrderApi(shop);
  }

  @Test
  void aDraftOrderHasTheGivenValues() {
    String optionId = optionId();
    JsonObject body =
        draftOrders
            .body(
                item(variantId, 2).put("metadata", new JsonObject().put("k", "v")),
                item(variantId, 1).put("unit_price", 777),
                new JsonObject().put("quantity", 2).put("unit_price", 300).put("title", "Wrapping"),
                new JsonObject().put("quantity", 1))
            .put("metadata", new JsonObject().put("channel", "phone"))
            .put("no_notification_order", true)
            .put("shipping_address", address("de"))
            .put("billing_address", address("de"))
            .put(
                "shipping_methods",
                new JsonArray().add(new JsonObject().put("option_id", optionId).put("price", 123)));

    JsonObject created = draftOrders.created(body);

    assertThat(created.getString("status")).isEqualTo("open");
    assertThat(created.getString("display_id")).matches("[1-9][0-9]*");
    assertThat(created.getBoolean("no_notification_order")).isTrue();
    assertThat(created.getJsonObject("metadata").getString("channel")).isEqualTo("phone");
    assertThat(created.getValue("order")).isNull();
    assertThat(RecordedAnswers.paths(created))
        .contains(".deleted_at", ".completed_at", ".idempotency_key");
    JsonObject cart = created.getJsonObject("cart");
    assertThat(cart.getString("type")).isEqualTo("draft_order");
    assertThat(cart.getString("email")).isEqualTo(body.getString("email"));
    assertThat(cart.getJsonObject("metadata").getString("channel")).isEqualTo("phone");
    assertThat(cart.getLong("subtotal")).isEqualTo(2 * PRICE + 777 + 2 * 300);
    assertThat(cart.getLong("shipping_total")).isEqualTo(123);
    assertThat(cart.getJsonArray("items"))
        .extracting(each -> ((JsonObject) each).getString("title"))
        .containsExactly("Kettle", "Kettle", "Wrapping", "Custom item");
    assertThat(cart.getJsonObject("shipping_address").getJsonObject("country").getString("iso_2"))
        .isEqualTo("de");
    assertThat(shop.stockOf(variantId)).isEqualTo(10);
    JsonObject read = draft(get(created));
    assertThat(read).isEqualTo(created);
    assertThat(shop.events("commerce.draft-order.v1", created.getString("id"), 1))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("draft_order.created");
  }

  @Test
  void aCustomLineKeepsItsShippingThroughEveryChangeOfTheCart() {
    JsonObject wrapping =
        new JsonObject().put("quantity", 1).put("unit_price", 300).put("title", "Wrapping");
    String path =
        "/admin/draft-orders/" + draftOrders.created(draftOrders.body(wrapping)).getString("id");

    JsonObject added = draft(draftOrders.admin("POST", path + "/line-items", item(variantId, 1)));
    JsonObject moved =
        draft(
            draftOrders.admin(
                "POST",
                path,
                new JsonObject().put("region_id", storefront.region("usd").getString("id"))));

    for (JsonObject changed : List.of(added, moved)) {
      JsonObject line =
          Storefront.find(changed.getJsonObject("cart").getJsonArray("items"), "title", "Wrapping");
      assertThat(line.getBoolean("has_shipping")).isTrue();
    }
  }

  @Test
  void responsesHaveTheFieldsOfTheRecordedOnes() {
    JsonObject body =
        draftOrders
            .body(item(variantId, 2))
            .put("shipping_address", address("de"))
            .put(
                "shipping_methods",
                new JsonArray().add(new JsonObject().put("option_id", optionId())));
    JsonObject created = draftOrders.created(body);
    String path = "/admin/draft-orders/" + created.getString("id");

    expect("admin-create-draft-order", created, "draft_order");
    expect("admin-get-draft-order", draft(get(created)), "draft_order");
    JsonObject updated =
        draft(
            draftOrders.admin(
                "POST",
                path,
                new JsonObject()
                    .put("billing_address", address("de"))
                    .put("no_notification_order", true)));
    expect("admin-update-draft-order", updated, "draft_order");
    JsonObject added =
        draft(
            draftOrders.admin(
                "POST",
                path + "/line-items",
                item(variantId, 3).put("metadata", new JsonObject().put("k", "v"))));
    expect("admin-create-draft-line-item", added, "draft_order");
    JsonArray lines = added.getJsonObject("cart").getJsonArray("items");
    String line = path + "/line-items/" + lines.getJsonObject(lines.size() - 1).getString("id");
    JsonObject changed =
        draft(draftOrders.admin("POST", line, new JsonObject().put("quantity", 1)));
    expect("admin-update-draft-line-item", changed, "draft_order");
    expect(
        "admin-delete-draft-line-item",
        draft(draftOrders.admin("DELETE", line, null)),
        "draft_order");
    JsonObject listed = draftOrders.admin("GET", "/admin/draft-orders?limit=1", null).body();
    expect("admin-list-draft-orders", listed, null);
    assertThat(
            listed.getJsonArray("draft_orders").getJsonObject(0).getJsonObject("cart").fieldNames())
        .contains("total", "region");
    JsonObject order = DraftOrderApi.order(draftOrders.pay(created.getString("id")));
    expect("admin-pay-draft-order", order, "order");
    String other = "/admin/draft-orders/" + draftOrders.created(draftOrders.body()).getString("id");
    expect("admin-delete-draft-order", draftOrders.admin("DELETE", other, null).body(), null);
  }

  private static void expect(String example, JsonObject answer, String member) {
    JsonObject recorded = RecordedAnswers.body(example);
    assertThat(RecordedAnswers.paths(answer))
        .as(example)
        .containsAll(
            RecordedAnswers.paths(member == null ? recorded : recorded.getJsonObject(member))
                .stream()
                .filter(path -> !path.matches(".*\\.(k|tracking_number)$"))
                .toList());
  }

  @Test
  void draftOrdersAreFoundByEmailAndNumber() {
    JsonObject created = draftOrders.created(draftOrders.body());
    String id = created.getString("id");
    String email = created.getJsonObject("cart").getString("email");

    assertThat(ids("?q=" + email.substring(0, 20).toUpperCase())).containsExactly(id);
    assertThat(ids("?q=" + created.getString("display_id"))).contains(id);
    assertThat(ids("?q=unmatched-query")).isEmpty();
    assertThat(ids("?limit=1&status[]=open")).containsExactly(id);
    assertThat(ids("?limit=1&status[]=completed")).doesNotContain(id);
    assertThat(ids("?created_at[gt]=2100-01-01")).isEmpty();
    JsonObject bare =
        draftOrders
            .admin("GET", "/admin/draft-orders?limit=1&expand=&fields=display_id", null)
            .body()
            .getJsonArray("draft_orders")
            .getJsonObject(0);
    assertThat(bare.fieldNames()).containsExactlyInAnyOrder("id", "display_id");

    String another = DraftOrderApi.newEmail();
    storefront.post(
        "/store/carts/" + created.getString("cart_id"), new JsonObject().put("email", another));
    until(() -> !ids("?q=" + another).isEmpty());
    assertThat(ids("?q=" + another)).containsExactly(id);
    assertThat(ids("?q=" + email)).isEmpty();
  }

  @Test
  void everyFieldOfAnOpenDraftOrderCanBeChanged() {
    String code = Ids.ulid();
    shop.discountFixtures().newDiscount(code, "percentage", 10, null, draftOrders.regionId());
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 2)));
    String path = "/admin/draft-orders/" + created.getString("id");
    String email = DraftOrderApi.newEmail();

    JsonObject updated =
        draft(
            draftOrders.admin(
                "POST",
                path,
                new JsonObject()
                    .put("email", email)
                    .put("country_code", "de")
                    .put("billing_address", address("de"))
                    .put("discounts", new JsonArray().add(new JsonObject().put("code", code)))
                    .put("no_notification_order", true)));

    JsonObject cart = updated.getJsonObject("cart");
    assertThat(cart.getString("email")).isEqualTo(email);
    assertThat(cart.getLong("discount_total")).isEqualTo(200);
    assertThat(cart.getJsonObject("billing_address").getString("city")).isEqualTo("Town");
    assertThat(updated.getBoolean("no_notification_order")).isTrue();
    assertThat(ids("?q=" + email)).containsExactly(created.getString("id"));
    JsonObject cleared =
        draft(draftOrders.admin("POST", path, new JsonObject().put("discounts", new JsonArray())));
    assertThat(cleared.getJsonObject("cart").getLong("discount_total")).isZero();
    refused(
        draftOrders.admin("POST", path, new JsonObject().put("customer_id", "cus_none")),
        404,
        "Customer with id: cus_none was not found");
    refused(
        draftOrders.admin("POST", path, new JsonObject().put("shipping_address", address("us"))),
        400,
        "Shipping country must be in the cart region");
    assertThat(shop.events("commerce.draft-order.v1", created.getString("id"), 2))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("draft_order.created", "draft_order.updated");
    JsonObject explained =
        draftOrders
            .admin("GET", path + "/totals-explanation", null)
            .body()
            .getJsonObject("totals_explanation");
    assertThat(explained.getJsonObject("totals").getLong("total"))
        .isEqualTo(cleared.getJsonObject("cart").getLong("total"));
  }

  @Test
  void nullClearsAddressesOfADraftOrderAndIsRefusedElsewhere() {
    JsonObject address = new JsonObject().put("first_name", "Ada").put("country_code", "de");
    JsonObject created =
        draftOrders.created(
            draftOrders
                .body(new JsonObject().put("quantity", 1).put("title", "Gift wrap"))
                .put("shipping_address", address));
    String path = "/admin/draft-orders/" + created.getString("id");
    assertThat(created.getJsonObject("cart").getJsonObject("shipping_address")).isNotNull();

    JsonObject cart =
        draft(draftOrders.admin("POST", path, new JsonObject().putNull("shipping_address")))
            .getJsonObject("cart");

    assertThat(cart.getValue("shipping_address")).isNull();
    for (String name : List.of("email", "region_id", "country_code", "discounts", "customer_id")) {
      Answer refused = draftOrders.admin("POST", path, new JsonObject().putNull(name));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.body().getString("message")).contains(name);
    }
    assertThat(draft(draftOrders.admin("GET", path, null)).getJsonObject("cart").getString("email"))
        .isEqualTo(cart.getString("email"));
  }

  @Test
  void lineItemsAreAddedUpdatedAndRemoved() {
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 1)));
    String lines = "/admin/draft-orders/" + created.getString("id") + "/line-items";

    JsonObject merged = draft(draftOrders.admin("POST", lines, item(variantId, 2)));
    assertThat(items(merged)).hasSize(1);
    assertThat(items(merged).getJsonObject(0).getInteger("quantity")).isEqualTo(3);
    JsonObject priced =
        draft(draftOrders.admin("POST", lines, item(variantId, 1).put("unit_price", 5)));
    assertThat(items(priced)).hasSize(2);
    JsonObject custom =
        draft(draftOrders.admin("POST", lines, new JsonObject().put("quantity", 4)));
    JsonObject line = items(custom).getJsonObject(2);
    assertThat(line.getString("title")).isEqualTo("Custom item");
    assertThat(line.getBoolean("has_shipping")).isTrue();
    String path = lines + "/" + line.getString("id");
    JsonObject changed =
        draft(
            draftOrders.admin(
                "POST",
                path,
                new JsonObject()
                    .put("unit_price", 250)
                    .put("title", "Card")
                    .put("quantity", 2)
                    .put("metadata", new JsonObject().put("text", "Hello"))));
    assertThat(items(changed).getJsonObject(2).getLong("total")).isEqualTo(500);
    assertThat(items(changed).getJsonObject(2).getString("title")).isEqualTo("Card");
    // Shoppers may continue the cart of a draft order, custom lines included.
    Answer byShopper =
        storefront.post(
            "/store/carts/" + created.getString("cart_id") + "/line-items/" + line.getString("id"),
            new JsonObject().put("quantity", 3));
    assertThat(byShopper.status()).as(byShopper.text()).isEqualTo(200);
    assertThat(items(draft(draftOrders.admin("DELETE", path, null)))).hasSize(2);
    assertThat(items(draft(draftOrders.admin("DELETE", path, null)))).hasSize(2);
    String first = lines + "/" + items(merged).getJsonObject(0).getString("id");
    assertThat(items(draft(draftOrders.admin("POST", first, new JsonObject().put("quantity", 0)))))
        .hasSize(1);
    refused(
        draftOrders.admin("POST", first, new JsonObject().put("quantity", 1)),
        400,
        "Could not find the line item");
    Answer tooMany = draftOrders.admin("POST", lines, item(variantId, 11));
    refused(
        tooMany, 400, "Variant with id: " + variantId + " does not have the required inventory");
    assertThat(tooMany.body().getString("code")).isEqualTo("insufficient_inventory");
    refused(
        draftOrders.admin("POST", lines, item(variantId, 0)),
        400,
        "Unable to generate the line item because one or more required argument(s) are missing."
            + " Ensure quantity, regionId, and variantId are passed");
  }

  @Test
  void invalidDraftOrdersAreRefused() {
    refused(
        draftOrders.create(draftOrders.body().put("region_id", "reg_none")),
        404,
        "Region with reg_none was not found");
    refused(
        draftOrders.create(draftOrders.body().put("shipping_address", address("us"))),
        400,
        "Shipping country not in region");
    refused(
        draftOrders.create(draftOrders.body().put("billing_address", address(null))),
        400,
        "Billing country not in region");
    refused(
        draftOrders.create(draftOrders.body().put("billing_address", "addr_none")),
        404,
        "Address with id addr_none was not found");
    refused(
        draftOrders.create(draftOrders.body(item("variant_none", 1))),
        400,
        "Unable to generate the line items, some variant has not been found: variant_none");
    refused(
        draftOrders.create(draftOrders.body().put("status", "completed")),
        400,
        "A draft order is completed by paying it");
    refused(
        draftOrders.create(withMethods(new JsonObject().put("option_id", "so_none"))),
        404,
        "Shipping Option with so_none was not found");
    refused(
        draftOrders.create(
            withMethods(new JsonObject().put("option_id", optionId()).put("price", 0.5))),
        400,
        "price must be an integer number");
    refused(
        draftOrders.create(
            draftOrders
                .body()
                .put("discounts", new JsonArray().add(new JsonObject().put("code", "NOSUCH")))),
        404,
        "Discounts with code NOSUCH was not found");
    assertThat(draftOrders.create(new JsonObject()).status()).isEqualTo(400);
    assertThat(
            draftOrders.create(draftOrders.body().put("nonsense", 1)).body().getString("message"))
        .isEqualTo("property nonsense should not exist");
    refused(
        draftOrders.admin("GET", "/admin/draft-orders/dorder_none", null),
        404,
        "Draft order with dorder_none was not found");
    JsonObject unknownCustomer =
        draftOrders.created(draftOrders.body().put("customer_id", "cus_none"));
    assertThat(unknownCustomer.getJsonObject("cart").getString("customer_id")).startsWith("cus_");
  }

  private static JsonObject withMethods(JsonObject... methods) {
    return draftOrders.body().put("shipping_methods", new JsonArray(java.util.List.of(methods)));
  }

  @Test
  void onlyOpenDraftOrdersAreDeleted() {
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 1)));
    String path = "/admin/draft-orders/" + created.getString("id");

    JsonObject deleted = draftOrders.admin("DELETE", path, null).body();
    assertThat(deleted.getString("object")).isEqualTo("draft-order");
    assertThat(draftOrders.admin("DELETE", path, null).status()).isEqualTo(200);
    assertThat(get(created).status()).isEqualTo(404);
    assertThat(storefront.get("/store/carts/" + created.getString("cart_id")).status())
        .isEqualTo(200);
    JsonObject paid = draftOrders.created(draftOrders.body(item(variantId, 1)));
    DraftOrderApi.order(draftOrders.pay(paid.getString("id")));
    refused(
        draftOrders.admin("DELETE", "/admin/draft-orders/" + paid.getString("id"), null),
        400,
        "A completed draft order cannot be deleted");
  }

  private static Answer get(JsonObject created) {
    return draftOrders.admin("GET", "/admin/draft-orders/" + created.getString("id"), null);
  }

  private static JsonArray items(JsonObject draft) {
    return draft.getJsonObject("cart").getJsonArray("items");
  }

  private static java.util.List<String> ids(String query) {
    return draftOrders
        .admin("GET", "/admin/draft-orders" + query.replace("[", "%5B").replace("]", "%5D"), null)
        .body()
        .getJsonArray("draft_orders")
        .stream()
        .map(row -> ((JsonObject) row).getString("id"))
        .toList();
  }

  private String optionId() {
    String cartId = shop.readyCart(variantId, 1);
    return storefront
        .get("/store/shipping-options/" + cartId)
        .body()
        .getJsonArray("shipping_options")
        .getJsonObject(0)
        .getString("id");
  }

  private static JsonObject address(String country) {
    JsonObject address =
        new JsonObject()
            .put("first_name", "Ada")
            .put("last_name", "Lovelace")
            .put("address_1", "1 Main St")
            .put("city", "Town")
            .put("postal_code", "1000");
    return country == null ? address : address.put("country_code", country);
  }
}
