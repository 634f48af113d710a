package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.checkout.ExpandIT;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expanded relations of the returns, swaps, claims, refunds, edits and payments of an order. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AfterSaleRelationsIT {

  private Shop shop;
  private StaffClient staff;
  private SwapFixture fixture;
  private String editId;

  /** A shipped order with a confirmed swap, a claim with a return, a refund and an edit. */
  @BeforeAll
  void sell() {
    // Its regions are in the way of tests that take the first one of a currency.
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    staff = new StaffClient(shop);
    fixture = SwapFixture.of("swap-dearer", shop, staff);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    ok(fixture.onSwap("/process-payment", null));
    ok(fixture.onSwap("/fulfillments", new JsonObject()));
    staff.post(
        fixture.path() + "/claims",
        "{'type': 'replace', 'return_shipping': {'option_id': '%s'},"
            + " 'claim_items': [{'item_id': '%s', 'quantity': 1, 'reason': 'other'}],"
            + " 'additional_items': [{'variant_id': '%s', 'quantity': 1}]}",
        returnOption(),
        fixture.line("a"),
        fixture.variant("a"));
    staff.post(fixture.path() + "/refund", "{'amount': 10, 'reason': 'other'}");
    editId =
        staff
            .post("/admin/order-edits", "{'order_id': '%s'}", fixture.order)
            .getJsonObject("order_edit")
            .getString("id");
    staff.post(
        "/admin/order-edits/" + editId + "/items",
        "{'variant_id': '%s', 'quantity': 1}",
        fixture.variant("a"));
    staff.post("/admin/order-edits/" + editId + "/request", "");
  }

  @AfterAll
  void close() {
    shop.close();
  }

  private String returnOption() {
    return staff
        .post(
            "/admin/shipping-options",
            "{'name': 'R %s', 'region_id': '%s', 'provider_id': 'manual',"
                + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate', 'amount': 0,"
                + " 'is_return': true}",
            Ids.ulid(),
            fixture.shown().getString("region_id"))
        .getJsonObject("shipping_option")
        .getString("id");
  }

  private JsonObject order(String expand) {
    return staff.get(fixture.path() + "?expand=" + expand).getJsonObject("order");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "returns.order",
        "returns.swap",
        "returns.claim_order.claim_items",
        "returns.items.item",
        "claims.order",
        "claims.claim_items.variant.product",
        "claims.return_order.claim_order",
        "swaps.fulfillments.swap",
        "swaps.fulfillments.items.item",
        "swaps.return_order.swap",
        "swaps.payment.currency",
        "fulfillments.claim_order",
        "fulfillments.items.item.variant",
        "fulfillments.order",
        "fulfillments.provider.is_installed",
        "fulfillments.swap",
        "payments.currency.code",
        "payments.order",
        "payments.swap",
        "refunds.order",
        "edits.order"
      })
  void anOrderExpandsTheRelationsOfItsParts(String path) {
    String expand = path.replace(".is_installed", "").replace(".code", "");
    assertThat(ExpandIT.has(order(expand), path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"returns.order.items", "claims.order.claims", "payments.swap.order.payments"})
  void aBackReferenceToTheOrderEndsThePath(String path) {
    assertThat(staff.tryGet(fixture.path() + "?expand=" + path).status()).isEqualTo(400);
  }

  @Test
  void theRelationsOfPartsShowTheRowsThatTheyReferTo() {
    JsonObject order =
        order(
            "fulfillments.items.item,fulfillments.order,fulfillments.provider,payments.swap,"
                + "returns.claim_order,returns.items.item,swaps.fulfillments.items.item,"
                + "claims.claim_items.variant,refunds.order,edits.order");

    String id = order.getString("id");
    JsonObject fulfillment = order.getJsonArray("fulfillments").getJsonObject(0);
    assertThat(fulfillment.getJsonObject("provider").getString("id")).isEqualTo("manual");
    assertThat(fulfillment.getJsonObject("order").getString("id")).isEqualTo(id);
    assertThat(fulfillment.getJsonObject("order").containsKey("fulfillments")).isFalse();
    assertThat(lineOf(fulfillment)).isEqualTo(fixture.line("a"));
    JsonObject swap = order.getJsonArray("swaps").getJsonObject(0);
    assertThat(lineOf(swap.getJsonArray("fulfillments").getJsonObject(0)))
        .isEqualTo(
            fixture.swap().getJsonArray("additional_items").getJsonObject(0).getString("id"));
    assertThat(
            JsonArrays.objects(order.getJsonArray("payments")).stream()
                .map(payment -> payment.getJsonObject("swap"))
                .map(each -> each == null ? "" : each.getString("id")))
        .containsExactlyInAnyOrder("", swap.getString("id"));
    JsonObject claim = order.getJsonArray("claims").getJsonObject(0);
    assertThat(
            claim
                .getJsonArray("claim_items")
                .getJsonObject(0)
                .getJsonObject("variant")
                .getString("id"))
        .isEqualTo(fixture.variant("a"));
    JsonObject returned = order.getJsonArray("returns").getJsonObject(0);
    assertThat(returned.getJsonObject("claim_order").getString("id"))
        .isEqualTo(claim.getString("id"));
    assertThat(lineOf(returned)).isEqualTo(fixture.line("a"));
    for (String parts : new String[] {"refunds", "edits"}) {
      assertThat(order.getJsonArray(parts).getJsonObject(0).getJsonObject("order").getString("id"))
          .isEqualTo(id);
    }
  }

  private static String lineOf(JsonObject part) {
    return part.getJsonArray("items").getJsonObject(0).getJsonObject("item").getString("id");
  }

  @Test
  void theDefaultAnswerHasNoneOfThem() {
    JsonObject order = fixture.shown();

    assertThat(order.getJsonArray("fulfillments").getJsonObject(0).fieldNames())
        .doesNotContain("order", "swap", "claim_order", "provider");
    assertThat(
            order
                .getJsonArray("fulfillments")
                .getJsonObject(0)
                .getJsonArray("items")
                .getJsonObject(0)
                .fieldNames())
        .doesNotContain("item");
    assertThat(order.getJsonArray("returns").getJsonObject(0).fieldNames())
        .doesNotContain("order", "swap", "claim_order");
    assertThat(order.getJsonArray("payments").getJsonObject(0).fieldNames())
        .doesNotContain("currency", "swap", "order");
  }

  @Test
  void anOrderEditAndItsPaymentCollectionExpandTheirRelations() {
    JsonObject edit =
        staff
            .get("/admin/order-edits/" + editId + "?expand=order,order.items,payment_collection")
            .getJsonObject("order_edit");

    assertThat(edit.getJsonObject("order").getString("id")).isEqualTo(fixture.order);
    assertThat(edit.getJsonObject("order").getJsonArray("items")).isNotEmpty();
    JsonObject collection =
        staff
            .get(
                "/admin/payment-collections/"
                    + edit.getJsonObject("payment_collection").getString("id")
                    + "?expand=currency")
            .getJsonObject("payment_collection");
    assertThat(collection.getJsonObject("currency").getString("code")).isEqualTo("eur");
  }

  @Test
  void aCartExpandsTheCurrencyOfItsPaymentAndTheCartOfItsSessions() {
    String cartId = fixture.shown().getString("cart_id");

    JsonObject cart =
        ok(shop.storefront()
                .get("/store/carts/" + cartId + "?expand=payment.currency,payment_sessions.cart"))
            .getJsonObject("cart");

    assertThat(cart.getJsonObject("payment").getJsonObject("currency").getString("code"))
        .isEqualTo("eur");
    JsonArray sessions = cart.getJsonArray("payment_sessions");
    assertThat(sessions).hasSize(1);
    assertThat(sessions.getJsonObject(0).getJsonObject("cart").getString("id")).isEqualTo(cartId);
    assertThat(sessions.getJsonObject(0).getJsonObject("cart").containsKey("payment_sessions"))
        .isFalse();
  }
}
