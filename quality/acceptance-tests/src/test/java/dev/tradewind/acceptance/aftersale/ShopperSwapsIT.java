package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.checkout.DraftOrderApi;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules for returns and swaps of shoppers that staff need not keep, and bounds of both. */
class ShopperSwapsIT {

  private static final String FOR_STAFF = "The shipping option is not available to shoppers";

  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;

  private final SwapFixture fixture = SwapFixture.of("swap-dearer", shop, staff);

  @BeforeAll
  static void open() {
    shop = Shop.requiringShipping();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private JsonArray returned() {
    return new JsonArray()
        .add(new JsonObject().put("item_id", fixture.line("a")).put("quantity", 1));
  }

  private static JsonArray units(String variant, int quantity) {
    return new JsonArray()
        .add(new JsonObject().put("variant_id", variant).put("quantity", quantity));
  }

  private JsonObject swapOfShopper(String variant) {
    return new JsonObject()
        .put("order_id", fixture.order)
        .put("return_items", returned())
        .put("additional_items", units(variant, 1));
  }

  private Answer byStaff(JsonObject body) {
    return fixture.send(fixture.path() + "/swaps", body);
  }

  private JsonObject swapOfStaff(String variant) {
    return new JsonObject()
        .put("return_items", returned())
        .put("additional_items", units(variant, 1));
  }

  private String optionOfStaff(boolean isReturn) {
    return staff
        .post(
            "/admin/shipping-options",
            "{'name': 'S %s', 'region_id': '%s', 'provider_id': 'manual',"
                + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate', 'amount': 0,"
                + " 'is_return': %s, 'admin_only': true}",
            Ids.ulid(),
            fixture.region,
            isReturn)
        .getJsonObject("shipping_option")
        .getString("id");
  }

  @Test
  void shippingOptionsOfStaffAreRefusedForReturnsOfShoppers() {
    String option = optionOfStaff(true);
    JsonObject shipping = new JsonObject().put("option_id", option);
    String variant = shop.newVariant(2_000, 10).getString("id");

    assertRefused(
        storefront.post(
            "/store/returns",
            new JsonObject()
                .put("order_id", fixture.order)
                .put("items", returned())
                .put("return_shipping", shipping)),
        400,
        "invalid_data",
        FOR_STAFF);
    assertRefused(
        storefront.post(
            "/store/swaps", swapOfShopper(variant).put("return_shipping_option", option)),
        400,
        "invalid_data",
        FOR_STAFF);
    assertThat(fixture.shown().getJsonArray("returns")).isEmpty();
    assertThat(fixture.shown().getJsonArray("swaps")).isEmpty();

    ok(byStaff(swapOfStaff(variant).put("return_shipping", shipping)));
  }

  @Test
  void aSwapOfAShopperReturnsSomething() {
    JsonObject swap = swapOfShopper(shop.newVariant(2_000, 10).getString("id"));

    assertThat(storefront.post("/store/swaps", swap.put("return_items", new JsonArray())).status())
        .isEqualTo(400);
    assertThat(fixture.shown().getJsonArray("swaps")).isEmpty();
  }

  @Test
  void shippingOptionsOfStaffAreRefusedInCartsOfSwaps() {
    String option = optionOfStaff(false);
    JsonObject choice = new JsonObject().put("option_id", option);
    String variant = shop.newVariant(2_000, 10).getString("id");
    ok(storefront.post("/store/swaps", swapOfShopper(variant)));

    assertRefused(
        storefront.post(fixture.cartPath() + "/shipping-methods", choice),
        400,
        "invalid_data",
        FOR_STAFF);

    JsonArray chosenByStaff = new JsonArray().add(choice.copy().put("price", 0));
    ok(byStaff(swapOfStaff(variant).put("custom_shipping_options", chosenByStaff)));
    ok(storefront.post(fixture.cartPath() + "/shipping-methods", choice));
  }

  @Test
  void productsThatAreOffSaleDoNotExistForSwapsOfShoppers() {
    JsonObject draft = shop.newVariant(2_000, 10);
    JsonObject elsewhere = shop.newVariant(2_000, 10);
    staff.post("/admin/products/" + draft.getString("product_id"), "{'status': 'draft'}");
    staff.post("/admin/products/" + elsewhere.getString("product_id"), "{'sales_channels': []}");

    for (JsonObject variant : new JsonObject[] {draft, elsewhere}) {
      assertRefused(
          storefront.post("/store/swaps", swapOfShopper(variant.getString("id"))),
          400,
          "invalid_data",
          "Unable to generate the line items, some variant has not been found: "
              + variant.getString("id"));
    }
    assertThat(fixture.shown().getJsonArray("swaps")).isEmpty();

    ok(byStaff(swapOfStaff(draft.getString("id"))));
  }

  @Test
  void theCartOfASwapNeedsTheShippingMethodsOfItsAdditionalItems() {
    String option = fixture.create();
    fixture.prepare(null);

    assertRefused(
        fixture.complete(),
        400,
        "not_allowed",
        "You cannot complete a cart without a shipping method for: Kettle");
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("not_paid");

    fixture.prepare(option);
    ok(fixture.complete());
  }

  @Test
  void aSwapWhoseTotalClientsWouldRoundIsRefused() {
    String variant = shop.newVariant((1L << 53) / 5 * 3, 10).getString("id");
    JsonArray two = units(variant, 2);

    assertRefused(
        storefront.post("/store/swaps", swapOfShopper(variant).put("additional_items", two)),
        400,
        "invalid_data",
        "The amounts are too large");
    assertRefused(
        byStaff(swapOfStaff(variant).put("additional_items", two)),
        400,
        "invalid_data",
        "The amounts are too large");
    assertThat(fixture.shown().getJsonArray("swaps")).isEmpty();
  }

  @Test
  void anEditWhoseTotalClientsWouldRoundIsRefusedAtTheChange() {
    String variant = shop.newVariant((1L << 53) / 5 * 3, 10).getString("id");
    String path =
        "/admin/order-edits/"
            + staff
                .post("/admin/order-edits", "{'order_id': '%s'}", fixture.order)
                .getJsonObject("order_edit")
                .getString("id");

    assertRefused(
        staff.tryPost(path + "/items", "{'variant_id': '%s', 'quantity': 2}", variant),
        400,
        "invalid_data",
        "The amounts are too large");
    JsonObject added =
        staff
            .post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", variant)
            .getJsonObject("order_edit");
    String line = line(added.getJsonArray("items"), variant).getString("id");
    assertRefused(
        staff.tryPost(path + "/items/" + line, "{'quantity': 2}"),
        400,
        "invalid_data",
        "The amounts are too large");
    assertThat(
            line(staff.get(path).getJsonObject("order_edit").getJsonArray("items"), variant)
                .getInteger("quantity"))
        .isEqualTo(1);
  }

  @Test
  void aDraftOrderWhoseTotalClientsWouldRoundIsRefusedAtTheChange() {
    DraftOrderApi drafts = new DraftOrderApi(shop);
    long high = (1L << 53) / 5 * 3;
    JsonObject custom = json("{'title': 'Piano', 'unit_price': %d, 'quantity': 1}", high);
    DraftOrderApi.refused(
        drafts.create(drafts.body(custom.copy().put("quantity", 2))),
        400,
        "The amounts are too large");
    JsonObject created = drafts.created(drafts.body(custom));
    String path = "/admin/draft-orders/" + created.getString("id") + "/line-items";
    String line =
        created.getJsonObject("cart").getJsonArray("items").getJsonObject(0).getString("id");

    DraftOrderApi.refused(
        drafts.admin("POST", path, custom.copy().put("title", "Organ")),
        400,
        "The amounts are too large");
    DraftOrderApi.refused(
        drafts.admin("POST", path + "/" + line, new JsonObject().put("quantity", 2)),
        400,
        "The amounts are too large");
  }

  private static JsonObject line(JsonArray items, String variant) {
    return Storefront.find(items, "variant_id", variant);
  }
}
