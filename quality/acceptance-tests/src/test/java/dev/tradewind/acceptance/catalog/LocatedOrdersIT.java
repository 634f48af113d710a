package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.ok;
import static dev.tradewind.acceptance.catalog.LocatedShop.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Orders at locations: their units from the cart to a return, a swap, a claim or an edit. */
class LocatedOrdersIT {

  @RegisterExtension static final LocatedShop located = new LocatedShop();

  private static String fulfillment(JsonObject order, int quantity, String further) {
    return "{'items': [{'item_id': '%s', 'quantity': %d}]%s}"
        .formatted(located.line(order), quantity, further);
  }

  @Test
  void aHundredBuyersOfTheLastUnitsOverThreeLocationsGetAsManyAsThereAre() {
    located.stock(5, 8, 4);
    List<String> carts =
        IntStream.range(0, 100)
            .mapToObj(buyer -> located.shop.readyCart(located.variant, 1))
            .toList();

    List<CompletableFuture<Answer>> completions =
        carts.stream()
            .map(cart -> located.storefront.postLater("/store/carts/" + cart + "/complete", null))
            .toList();

    assertThat(completions).extracting(done -> done.join().status()).containsOnly(200, 409);
    assertThat(completions).filteredOn(done -> done.join().status() == 200).hasSize(17);
    assertThat(located.levels("reserved_quantity")).containsExactly(5L, 8L, 4L);
    assertThat(located.levels("stocked_quantity")).containsExactly(5L, 8L, 4L);
  }

  @Test
  void anOrderIsReservedFulfilledReturnedAndReleased() {
    located.stock(2, 5, 0);
    JsonObject order = located.order(4);
    String path = "/admin/orders/" + order.getString("id");
    assertThat(located.reservations(order)).hasSize(1);
    assertThat(located.levels("reserved_quantity")).containsExactly(0L, 4L);
    assertThat(located.shop.stockOf(located.variant)).isEqualTo(2);

    assertRefused(
        located.staff.tryPost(
            path + "/fulfillment",
            fulfillment(order, 1, ", 'location_id': '" + located.west + "'")),
        400,
        "not_allowed",
        "Inventory item for Kettle not found at location");
    assertRefused(
        located.staff.tryPost(
            path + "/fulfillment",
            fulfillment(order, 3, ", 'location_id': '" + located.north + "'")),
        400,
        "not_allowed",
        "Insufficient stock for item: Kettle");
    JsonObject fulfilled =
        located.staff.post(path + "/fulfillment", fulfillment(order, 3, "")).getJsonObject("order");
    assertThat(located.levels("stocked_quantity")).containsExactly(2L, 2L);
    assertThat(located.levels("reserved_quantity")).containsExactly(0L, 1L);

    String fulfillment = fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id");
    located.staff.post(path + "/fulfillments/" + fulfillment + "/cancel", "{}");
    assertThat(located.levels("stocked_quantity")).containsExactly(2L, 5L);
    assertThat(located.levels("reserved_quantity")).containsExactly(0L, 4L);

    located.staff.post(
        path + "/fulfillment", fulfillment(order, 2, ", 'location_id': '" + located.north + "'"));
    assertThat(located.levels("stocked_quantity")).containsExactly(0L, 5L);
    assertThat(located.levels("reserved_quantity")).containsExactly(0L, 2L);
    located.staff.post(path + "/capture", "{}");
    String returned = "{'items': [{'item_id': '%s', 'quantity': 1}], 'receive_now': true%s}";
    located.staff.post(path + "/return", returned, located.line(order), "");
    assertThat(located.levels("stocked_quantity")).containsExactly(1L, 5L);
    located.staff.post(
        path + "/return",
        returned,
        located.line(order),
        ", 'location_id': '" + located.south + "'");
    assertThat(located.levels("stocked_quantity")).containsExactly(1L, 6L);
  }

  @Test
  void aCanceledFulfillmentReservesItsUnitsAgain() {
    located.stock(4, 0, 0);
    JsonObject order = located.order(4);
    String fulfillment =
        last(act(order, "/fulfillment", fulfillment(order, 4, "")), "fulfillments").getString("id");
    assertThat(located.reservations(order)).isEmpty();

    act(order, "/fulfillments/" + fulfillment + "/cancel", "{}");

    String reservation = located.reservations(order).getJsonObject(0).getString("id");
    assertThat(located.types(reservation, 1)).containsExactly("reservation-item.created");
    assertThat(located.levels("reserved_quantity")).containsExactly(4L);
  }

  /** A captured and shipped order of one unit. */
  private JsonObject shipped() {
    JsonObject order = located.order(1);
    String path = "/admin/orders/" + order.getString("id");
    located.staff.post(path + "/capture", "{}");
    String fulfillment =
        last(act(order, "/fulfillment", fulfillment(order, 1, "")), "fulfillments").getString("id");
    located.staff.post(path + "/shipment", "{'fulfillment_id': '%s'}", fulfillment);
    return order;
  }

  private static JsonObject act(JsonObject order, String action, String body) {
    return located
        .staff
        .post("/admin/orders/" + order.getString("id") + action, body)
        .getJsonObject("order");
  }

  private static String returned(JsonObject order) {
    return "{'return_items': [{'item_id': '%s', 'quantity': 1}]".formatted(located.line(order));
  }

  private String additional() {
    return "'additional_items': [{'variant_id': '%s', 'quantity': 1}]}".formatted(located.variant);
  }

  /** Confirmed swap of the unit of the order for another one. */
  private String swapped(JsonObject order) {
    JsonObject swap = last(act(order, "/swaps", returned(order) + ", " + additional()), "swaps");
    String cart = swap.getString("cart_id");
    located.storefront.prepareForCompletion(cart, "shopper@example.com", "de");
    ok(located.storefront.post("/store/carts/" + cart + "/complete", null));
    return "/swaps/" + swap.getString("id");
  }

  /** Cancels the swap after its return. */
  private static void cancel(JsonObject order, String swap) {
    JsonObject shown =
        located.staff.get("/admin/orders/" + order.getString("id")).getJsonObject("order");
    String returned = last(shown, "swaps").getJsonObject("return_order").getString("id");
    located.staff.post("/admin/returns/" + returned + "/cancel", "");
    act(order, swap + "/cancel", "{}");
  }

  /** Claim that replaces the unit of the order. */
  private String claimed(JsonObject order) {
    String claim =
        "{'type': 'replace', 'claim_items': [{'item_id': '%s', 'quantity': 1, 'reason': 'other'}],"
            + " 'shipping_methods': [{'option_id': '%s', 'price': 0}], ";
    String option =
        order.getJsonArray("shipping_methods").getJsonObject(0).getString("shipping_option_id");
    return "/claims/"
        + last(
                act(order, "/claims", claim.formatted(located.line(order), option) + additional()),
                "claims")
            .getString("id");
  }

  @Test
  void swapsAndClaimsTakeTheirUnitsFromReservationsAndGiveThemBack() {
    located.stock(9, 0, 0);
    JsonObject exchanged = shipped();
    JsonObject replaced = shipped();
    String swap = swapped(exchanged);
    String claim = claimed(replaced);
    assertThat(located.levels("reserved_quantity")).containsExactly(2L);
    assertThat(located.levels("stocked_quantity")).containsExactly(7L);

    String ofSwap =
        last(last(act(exchanged, swap + "/fulfillments", "{}"), "swaps"), "fulfillments")
            .getString("id");
    String ofClaim =
        last(last(act(replaced, claim + "/fulfillments", "{}"), "claims"), "fulfillments")
            .getString("id");
    assertThat(located.levels("reserved_quantity")).containsExactly(0L);
    assertThat(located.levels("stocked_quantity")).containsExactly(5L);

    act(exchanged, swap + "/fulfillments/" + ofSwap + "/cancel", "{}");
    act(replaced, claim + "/fulfillments/" + ofClaim + "/cancel", "{}");
    assertThat(located.levels("reserved_quantity")).containsExactly(2L);
    assertThat(located.levels("stocked_quantity")).containsExactly(7L);

    cancel(exchanged, swap);
    act(replaced, claim + "/cancel", "{}");
    assertThat(located.levels("reserved_quantity")).containsExactly(0L);
  }

  @Test
  void editsOfStaffAndShoppersReserveTheAddedUnits() {
    located.stock(9, 0, 0);
    for (String confirm :
        List.of("/admin/order-edits/%s/confirm", "/store/order-edits/%s/complete")) {
      JsonObject order = located.order(1);
      String edit =
          located
              .staff
              .post("/admin/order-edits", "{'order_id': '%s'}", order.getString("id"))
              .getJsonObject("order_edit")
              .getString("id");
      String path = "/admin/order-edits/" + edit;
      located.staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 2}", located.variant);
      String collection =
          "/store/payment-collections/"
              + located
                  .staff
                  .post(path + "/request", "")
                  .getJsonObject("order_edit")
                  .getString("payment_collection_id");
      JsonObject opened =
          ok(located.storefront.post(
                  collection + "/sessions", new JsonObject().put("provider_id", "manual")))
              .getJsonObject("payment_collection");
      ok(
          located.storefront.post(
              collection
                  + "/sessions/"
                  + last(opened, "payment_sessions").getString("id")
                  + "/authorize",
              null));

      ok(
          located.storefront.send(
              "POST", confirm.formatted(edit), null, located.staff.credentials()));

      assertThat(located.reservations(order)).hasSize(2);
    }
    assertThat(located.levels("reserved_quantity")).containsExactly(6L);
  }

  @Test
  void editsChangeTheReservationsOfTheirLines() {
    located.stock(9, 0, 0);
    for (String confirm :
        List.of("/admin/order-edits/%s/confirm", "/store/order-edits/%s/complete")) {
      JsonObject order = located.order(3);
      edit(order, 2, confirm);
      assertThat(located.levels("reserved_quantity")).containsExactly(2L);
      edit(order, 0, confirm);
      assertThat(located.levels("reserved_quantity")).containsExactly(0L);
    }
  }

  /**
   * Sets the quantity of the line of the order; another line takes the place of one without units.
   */
  private void edit(JsonObject order, int quantity, String confirm) {
    String edit =
        located
            .staff
            .post("/admin/order-edits", "{'order_id': '%s'}", order.getString("id"))
            .getJsonObject("order_edit")
            .getString("id");
    String path = "/admin/order-edits/" + edit;
    String line =
        last(located.staff.get(path).getJsonObject("order_edit"), "items").getString("id");
    if (quantity == 0) {
      String other = located.shop.newVariant(100, 1).getString("id");
      located.staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", other);
      located.staff.delete(path + "/items/" + line);
    } else {
      located.staff.post(path + "/items/" + line, "{'quantity': %d}", quantity);
    }
    located.staff.post(path + "/request", "");
    ok(located.storefront.send("POST", confirm.formatted(edit), null, located.staff.credentials()));
  }

  /** Orders of a variant that was stocked at no location yet. */
  @Test
  void unitsOfOrdersBeforeTheVariantHadAnItemComeToALevel() {
    JsonObject made = located.shop.newVariant(1_000, 20);
    located.variant = made.getString("id");
    JsonObject canceled = located.order(1);
    JsonObject exchanged = shipped();
    JsonObject replaced = shipped();
    JsonObject sentBack = shipped();
    JsonObject received = shipped();
    String swap = swapped(exchanged);
    String claim = claimed(replaced);
    String items = "{'items': [{'item_id': '%s', 'quantity': 1}]%s}";
    String toReceive =
        last(act(received, "/return", items.formatted(located.line(received), "")), "returns")
            .getString("id");
    located.item =
        located
            .staff
            .post("/admin/inventory-items", "{'variant_id': '%s'}", located.variant)
            .getJsonObject("inventory_item")
            .getString("id");
    located.level(located.north, 1);
    long before = located.levels("stocked_quantity").getFirst();

    act(canceled, "/cancel", "{}");
    act(replaced, claim + "/cancel", "{}");
    cancel(exchanged, swap);
    act(sentBack, "/return", items.formatted(located.line(sentBack), ", 'receive_now': true"));
    located.staff.post(
        "/admin/returns/" + toReceive + "/receive", items.formatted(located.line(received), ""));

    assertThat(located.levels("stocked_quantity")).containsExactly(before + 5);
  }

  @Test
  void aCanceledOrderReleasesWhatItReserved() {
    located.stock(1, 1, 1);
    JsonObject order = located.order(3);
    assertThat(located.reservations(order)).hasSize(3);
    assertThat(located.levels("reserved_quantity")).containsExactly(1L, 1L, 1L);

    located.staff.post("/admin/orders/" + order.getString("id") + "/cancel", "{}");

    assertThat(located.reservations(order)).isEmpty();
    assertThat(located.levels("reserved_quantity")).containsExactly(0L, 0L, 0L);
    assertThat(located.levels("stocked_quantity")).containsExactly(1L, 1L, 1L);
  }

  @Test
  void aPaidDraftOrderIsReserved() {
    located.stock(3, 0, 0);
    JsonObject method = located.order(1).getJsonArray("shipping_methods").getJsonObject(0);
    String draft =
        located
            .staff
            .post(
                "/admin/draft-orders",
                "{'email': 'buyer@example.com', 'region_id': '%s',"
                    + " 'items': [{'variant_id': '%s', 'quantity': 2}],"
                    + " 'shipping_methods': [{'option_id': '%s'}]}",
                located.storefront.euros(),
                located.variant,
                method.getString("shipping_option_id"))
            .getJsonObject("draft_order")
            .getString("id");

    JsonObject order =
        located.staff.post("/admin/draft-orders/" + draft + "/pay", "").getJsonObject("order");

    assertThat(located.reservations(order)).hasSize(1);
    assertThat(located.levels("reserved_quantity")).containsExactly(3L);
  }
}
