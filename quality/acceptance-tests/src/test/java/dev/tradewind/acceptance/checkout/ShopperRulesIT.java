package dev.tradewind.acceptance.checkout;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules for shoppers that staff need not keep: goods off sale, shipping options of staff. */
class ShopperRulesIT {

  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;
  private static String region;

  @BeforeAll
  static void open() {
    shop = Shop.requiringShipping();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    region = storefront.region("eur").getString("id");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static void setStatus(JsonObject variant, String status) {
    staff.post("/admin/products/" + variant.getString("product_id"), "{'status': '%s'}", status);
  }

  private static JsonObject line(JsonObject variant, int quantity) {
    return new JsonObject().put("variant_id", variant.getString("id")).put("quantity", quantity);
  }

  private static Answer complete(String cart) {
    return storefront.post("/store/carts/" + cart + "/complete", null);
  }

  @Test
  void aProductThatIsOffSaleDoesNotExistForShoppers() {
    JsonObject variant = shop.newVariant(1_000, 10);
    String cart = shop.readyCart(variant.getString("id"), 1);
    String path = "/store/carts/" + cart;
    String line =
        storefront.get(path).cart().getJsonArray("items").getJsonObject(0).getString("id");
    setStatus(variant, "draft");

    String unknown =
        "Unable to generate the line items, some variant has not been found: "
            + variant.getString("id");
    assertRefused(
        storefront.post(path + "/line-items", line(variant, 1)), 400, "invalid_data", unknown);
    assertRefused(
        storefront.post(
            "/store/carts", new JsonObject().put("items", new JsonArray().add(line(variant, 1)))),
        400,
        "invalid_data",
        unknown);
    assertRefused(
        storefront.post(path + "/line-items/" + line, new JsonObject().put("quantity", 2)),
        404,
        "not_found",
        "Variant with id: " + variant.getString("id") + " was not found");
    assertRefused(
        complete(cart),
        400,
        "not_allowed",
        "The cart has products that are no longer sold: Kettle");
    assertThat(shop.orderCount(cart)).isZero();

    setStatus(variant, "published");
    ok(complete(cart));
  }

  @Test
  void aProductThatLeavesTheChannelIsNotSold() {
    JsonObject variant = shop.newVariant(1_000, 10);
    String cart = shop.readyCart(variant.getString("id"), 1);
    staff.post("/admin/products/" + variant.getString("product_id"), "{'sales_channels': []}");

    assertRefused(
        complete(cart),
        400,
        "not_allowed",
        "The cart has products that are no longer sold: Kettle");
  }

  @Test
  void staffSellsWhatIsOffSale() {
    JsonObject variant = shop.newVariant(1_000, 10);
    setStatus(variant, "draft");
    DraftOrderApi drafts = new DraftOrderApi(shop);

    JsonObject draft = drafts.created(drafts.body(DraftOrderApi.item(variant.getString("id"), 1)));

    DraftOrderApi.order(drafts.pay(draft.getString("id")));
  }

  private static String option(boolean isForStaff) {
    return staff
        .post(
            "/admin/shipping-options",
            "{'name': 'S %s', 'region_id': '%s', 'provider_id': 'manual',"
                + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate', 'amount': 0,"
                + " 'admin_only': %s}",
            Ids.ulid(),
            region,
            isForStaff)
        .getJsonObject("shipping_option")
        .getString("id");
  }

  @Test
  void shippingOptionsOfStaffAreRefusedToShoppers() {
    String cart = shop.readyCart(shop.newVariant(1_000, 10).getString("id"), 1);
    JsonObject choice = new JsonObject().put("option_id", option(true));

    assertRefused(
        storefront.post("/store/carts/" + cart + "/shipping-methods", choice),
        400,
        "invalid_data",
        "The shipping option is not available to shoppers");

    DraftOrderApi drafts = new DraftOrderApi(shop);
    JsonObject draft =
        drafts.created(
            drafts
                .body(DraftOrderApi.item(shop.newVariant(1_000, 10).getString("id"), 1))
                .put("shipping_methods", new JsonArray().add(choice)));
    assertThat(draft.getJsonObject("cart").getJsonArray("shipping_methods")).hasSize(1);
  }

  @Test
  void aCartWithoutItsShippingMethodIsNotCompleted() {
    String cart = shop.readyCart(shop.newVariant(1_000, 10).getString("id"), 1);
    JsonObject second = shop.newVariant(500, 10);
    // Another line item removes the shipping methods that were chosen.
    ok(storefront.post("/store/carts/" + cart + "/line-items", line(second, 1)));

    assertRefused(
        complete(cart),
        400,
        "not_allowed",
        "You cannot complete a cart without a shipping method for: Kettle");

    ok(
        storefront.post(
            "/store/carts/" + cart + "/shipping-methods",
            new JsonObject().put("option_id", option(false))));
    ok(complete(cart));
  }

  /** The option of staff is none that the shopper could choose. */
  @Test
  void aCartWithoutAnOptionIsCompletedWithoutShipping() {
    JsonObject variant = shop.newVariant(1_000, 10);
    String profile =
        staff
            .post("/admin/shipping-profiles", "{'name': 'Letters', 'type': 'custom'}")
            .getJsonObject("shipping_profile")
            .getString("id");
    staff.post(
        "/admin/shipping-profiles/" + profile,
        "{'products': ['%s']}",
        variant.getString("product_id"));
    staff.post(
        "/admin/shipping-options",
        "{'name': 'Courier', 'region_id': '%s', 'profile_id': '%s', 'provider_id': 'manual',"
            + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate', 'amount': 0,"
            + " 'admin_only': true}",
        region,
        profile);
    String cart = storefront.createCart(region, variant.getString("id"), 1).getString("id");
    ok(
        storefront.post(
            "/store/carts/" + cart, new JsonObject().put("email", "shopper@example.com")));
    ok(storefront.post("/store/carts/" + cart + "/payment-sessions", null));

    ok(complete(cart));
  }
}
