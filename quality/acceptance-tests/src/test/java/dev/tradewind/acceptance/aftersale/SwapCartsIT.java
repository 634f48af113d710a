package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.ok;
import static dev.tradewind.acceptance.aftersale.SwapShop.DEARER;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Carts of swaps, and what carts and swaps show of each other. */
class SwapCartsIT {

  @RegisterExtension static final SwapShop swaps = new SwapShop();

  @Test
  void aSwapIsNotCompletedWithoutAPaymentSession() {
    SwapFixture fixture = swaps.fixtureOf("swap-after-failed-completion");
    fixture.create();

    assertRefused(
        fixture.complete(),
        400,
        "not_allowed",
        "You cannot complete a cart without a payment session.");
  }

  @Test
  void theContentOfItsCartIsNotChanged() {
    SwapFixture fixture = swaps.fixtureOf("swap-percentage");
    fixture.create();
    String cart = fixture.cartPath();
    JsonObject line =
        fixture.cart().getJsonArray("items").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getBoolean("is_return"))
            .findFirst()
            .orElseThrow();
    assertThat(line.getLong("unit_price")).isEqualTo(-1_000);
    assertThat(line.getLong("total")).isEqualTo(-2_160);
    assertThat(line.getJsonArray("adjustments").getJsonObject(0).getLong("amount")).isEqualTo(-200);
    String refusal = "The line items and discounts of a swap cannot be changed";

    assertRefused(
        swaps
            .shop
            .storefront()
            .post(
                cart + "/line-items/" + line.getString("id"), new JsonObject().put("quantity", 1)),
        400,
        "not_allowed",
        refusal);
    assertRefused(
        swaps.shop.storefront().delete(cart + "/line-items/" + line.getString("id")),
        400,
        "not_allowed",
        refusal);
    assertRefused(
        swaps
            .shop
            .storefront()
            .post(
                cart + "/line-items",
                new JsonObject().put("variant_id", fixture.variant("a")).put("quantity", 1)),
        400,
        "not_allowed",
        refusal);
    assertRefused(
        swaps.shop.storefront().post(cart, new JsonObject().put("discounts", new JsonArray())),
        400,
        "not_allowed",
        refusal);
    ok(swaps.shop.storefront().post(cart, new JsonObject().put("context", new JsonObject())));
  }

  @Test
  void swapsAreReadByStaffAndByTheirCart() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.create();
    JsonObject swap = fixture.swap();

    JsonObject shown =
        swaps.staff.get("/admin/swaps/" + swap.getString("id")).getJsonObject("swap");
    assertThat(shown.getJsonObject("cart").getLong("total")).isEqualTo(1_500);
    assertThat(shown.getJsonObject("order").getString("id")).isEqualTo(fixture.order);
    JsonObject own =
        ok(swaps.shop.storefront().get("/store/swaps/" + swap.getString("cart_id")))
            .getJsonObject("swap");
    assertThat(own.getString("id")).isEqualTo(swap.getString("id"));
    assertThat(own.getJsonArray("additional_items").getJsonObject(0).getJsonObject("variant"))
        .isNotNull();
    JsonObject page = swaps.staff.get("/admin/swaps?limit=1");
    assertThat(page.getJsonArray("swaps")).hasSize(1);
    assertThat(page.getInteger("count")).isPositive();
    assertRefused(swaps.staff.tryGet("/admin/swaps/none"), 404, "not_found", "Swap was not found");
    assertRefused(
        swaps.shop.storefront().get("/store/swaps/none"), 404, "not_found", "Swap was not found");
  }

  @Test
  void theCartOfAShippedSwapShowsWhatIsTheSwaps() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    ok(fixture.onSwap("/fulfillments", new JsonObject()));
    JsonObject swap = fixture.swap();
    String fulfillment = swap.getJsonArray("fulfillments").getJsonObject(0).getString("id");
    ok(fixture.onSwap("/shipments", new JsonObject().put("fulfillment_id", fulfillment)));

    JsonObject shown =
        swaps.staff.get("/admin/swaps/" + swap.getString("id")).getJsonObject("swap");

    JsonObject additional = shown.getJsonArray("additional_items").getJsonObject(0);
    JsonObject line =
        JsonArrays.objects(shown.getJsonObject("cart").getJsonArray("items")).stream()
            .filter(item -> item.getString("id").equals(additional.getString("id")))
            .findFirst()
            .orElseThrow();
    assertThat(line.getInteger("fulfilled_quantity")).isEqualTo(1);
    assertThat(line.getInteger("shipped_quantity")).isEqualTo(1);
    assertThat(line.getJsonArray("tax_lines"))
        .isNotEmpty()
        .isEqualTo(
            fixture
                .swap()
                .getJsonArray("additional_items")
                .getJsonObject(0)
                .getJsonArray("tax_lines"));
    JsonObject method =
        shown.getJsonObject("cart").getJsonArray("shipping_methods").getJsonObject(0);
    assertThat(method.getString("swap_id")).isEqualTo(swap.getString("id"));
    assertThat(method.getString("order_id")).isNull();
    assertThat(
            fixture.cart().getJsonArray("shipping_methods").getJsonObject(0).getString("order_id"))
        .isNull();
  }

  @Test
  void theCartOfASwapShowsStoredTaxLinesOfItsReturnAndTheSwapOfItsMethods() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    String option = fixture.create();
    JsonArray returned = taxLinesOfReturn(fixture.cart());
    assertThat(returned).isNotEmpty();
    assertThat(JsonArrays.objects(returned))
        .allSatisfy(taxLine -> {
          assertThat(taxLine.getString("id")).startsWith("litl_");
          assertThat(taxLine.getString("created_at")).isNotEmpty();
        })
        .extracting(taxLine -> taxLine.getString("id"))
        .doesNotHaveDuplicates();

    fixture.prepare(option);
    assertThat(methodOfCart(fixture).getString("swap_id")).isNull();
    ok(fixture.complete());

    assertThat(methodOfCart(fixture).getString("swap_id"))
        .isEqualTo(fixture.swap().getString("id"));
    assertThat(taxLinesOfReturn(fixture.cart())).isEqualTo(returned);
  }

  @Test
  void theSwapOfAnErasedCustomerIsShown() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    String id = fixture.swap().getString("id");

    erase(fixture.shown().getString("customer_id"));

    assertThat(methodOfCart(fixture).getString("swap_id")).isNull();
    assertThat(swaps.staff.get("/admin/swaps/" + id).getJsonObject("swap").getString("id"))
        .isEqualTo(id);
  }

  private static void erase(String customerId) {
    String path = "/admin/tradewind/customers/" + customerId + "/erasure";
    swaps.staff.post(path, "");
    until(() -> swaps.staff.get(path).getJsonObject("erasure").getValue("remaining") != null);
  }

  private static JsonObject methodOfCart(SwapFixture fixture) {
    return fixture.cart().getJsonArray("shipping_methods").getJsonObject(0);
  }

  private static JsonArray taxLinesOfReturn(JsonObject cart) {
    JsonArray taxLines = new JsonArray();
    JsonArrays.objects(cart.getJsonArray("items")).stream()
        .filter(item -> item.getBoolean("is_return"))
        .forEach(item -> taxLines.addAll(item.getJsonArray("tax_lines")));
    return taxLines;
  }
}
