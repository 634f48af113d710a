package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.StaffClient.ok;
import static dev.tradewind.acceptance.aftersale.ReturnedOrders.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Returns over HTTP, from the request to the receipt. */
class ReturnsIT {

  @RegisterExtension static final ReturnedOrders returns = new ReturnedOrders();

  @Test
  void aReturnIsReceivedOrCanceled() {
    for (int round = 0; round < 4; round++) {
      String order = returns.capturedOrder(1);
      String line = returns.line(order);
      String path = "/admin/returns/" + returns.request(order, line, 1).getString("id");
      int before = returns.shop.stockOf(returns.variant);
      CompletableFuture<Answer> canceled = returns.later(path + "/cancel", null);
      CompletableFuture<Answer> received = returns.later(path + "/receive", returns.came(line, 1));

      if (received.join().status() == 200) {
        assertRefused(
            canceled.join(), 400, "not_allowed", "Can't cancel a return which has been returned");
        assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(before + 1);
        assertThat(returns.order(order).getJsonArray("refunds")).hasSize(1);
      } else {
        assertThat(canceled.join().status()).isEqualTo(200);
        assertRefused(received.join(), 400, "not_allowed", "Cannot receive a canceled return");
        assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(before);
        assertThat(returns.order(order).getJsonArray("refunds")).isEmpty();
      }
    }
  }

  @Test
  void aReturnTakesItsShippingOffTheRefund() {
    String reason =
        returns
            .staff
            .post("/admin/return-reasons", "{'value': 'torn-%s', 'label': 'Torn'}", Ids.ulid())
            .getJsonObject("return_reason")
            .getString("id");
    String option = returnOption(300);
    String order = returns.capturedOrder(2);
    String line = returns.line(order);
    long refundable = returns.item(returns.order(order)).getLong("refundable");

    JsonObject answer =
        returns.staff.post(
            "/admin/orders/" + order + "/return",
            "{'items': [{'item_id': '%s', 'quantity': 2, 'reason_id': '%s', 'note': 'torn'}],"
                + " 'return_shipping': {'option_id': '%s'}, 'no_notification': true}",
            line,
            reason,
            option);

    assertShape("admin-request-return", answer, ".order.returns");
    JsonObject returned = answer.getJsonObject("order").getJsonArray("returns").getJsonObject(0);
    JsonObject method = returned.getJsonObject("shipping_method");
    assertThat(method.getLong("price")).isEqualTo(300);
    long rate = method.getJsonArray("tax_lines").getJsonObject(0).getLong("rate");
    assertThat(returned.getLong("refund_amount"))
        .isEqualTo(refundable - 300 - Math.round(300 * rate / 100.0));
    assertThat(returned.getJsonObject("shipping_data")).isEmpty();
    assertThat(returned.getBoolean("no_notification")).isTrue();

    String id = returned.getString("id");
    JsonObject receipt =
        returns.staff.post("/admin/returns/" + id + "/receive", returns.came(line, 2).encode());
    assertShape("admin-receive-return", receipt, "");
    JsonObject after = returns.order(order);
    JsonObject refund = after.getJsonArray("refunds").getJsonObject(0);
    assertThat(refund.getLong("amount")).isEqualTo(returned.getLong("refund_amount"));
    assertThat(refund.getString("reason")).isEqualTo("return");
    assertThat(refund.getString("note")).isNull();
    assertThat(types(order))
        .containsSubsequence(
            "order.payment_captured",
            "order.return_requested",
            "order.items_returned",
            "order.refund_created");
    assertShape("admin-list-returns", returns.staff.get("/admin/returns?limit=1"), "");
  }

  @Test
  void aShopperRequestsAReturn() {
    String option = returnOption(100);
    String order = returns.capturedOrder(1);
    JsonObject answer =
        ok(
            returns
                .shop
                .storefront()
                .post(
                    "/store/returns",
                    json(
                        "{'order_id': '%s', 'items': [{'item_id': '%s', 'quantity': 1,"
                            + " 'note': 'small'}], 'return_shipping': {'option_id': '%s'}}",
                        order, returns.line(order), option)));

    assertThat(answer.getJsonObject("return").fieldNames()).doesNotContain("shipping_method");
    assertThat(answer.getJsonObject("return").getString("status")).isEqualTo("requested");
    JsonObject canceled =
        returns.staff.post(
            "/admin/returns/" + answer.getJsonObject("return").getString("id") + "/cancel", "");
    assertThat(
            canceled
                .getJsonObject("order")
                .getJsonArray("returns")
                .getJsonObject(0)
                .getString("status"))
        .isEqualTo("canceled");
    assertThat(types(order)).contains("order.return_requested", "order.return_canceled");
    assertThat(
            returns
                .staff
                .tryPost(
                    "/admin/returns/" + answer.getJsonObject("return").getString("id") + "/cancel",
                    "")
                .status())
        .as("again")
        .isEqualTo(200);
  }

  @Test
  void theOrderOfAnAccountIsReturnedByItsOwnerOnly() {
    TestIdentities people = new TestIdentities(returns.shop);
    String[] owner = people.headers(Caller.CUSTOMER_WITH_TOKEN);
    String customer =
        ok(returns.shop.storefront().send("GET", "/store/customers/me", null, owner))
            .getJsonObject("customer")
            .getString("id");
    String order = returns.capturedOrder(1);
    returns.shop.giveOrder(order, customer);
    JsonObject body = returns.came(returns.line(order), 1).put("order_id", order);

    for (Caller other : List.of(Caller.NOBODY, Caller.OTHER_CUSTOMER)) {
      assertRefused(
          returns.shop.storefront().post("/store/returns", body, people.headers(other)),
          404,
          "not_found",
          "Order with id: " + order + " was not found");
      assertThat(
              returns
                  .shop
                  .storefront()
                  .send("GET", "/store/orders/" + order, null, people.headers(other))
                  .status())
          .isEqualTo(404);
    }
    ok(returns.shop.storefront().post("/store/returns", body, owner));
    ok(returns.shop.storefront().send("GET", "/store/orders/" + order, null, owner));
  }

  @Test
  void goodsThatCameBackAlreadyAreReceivedWithTheRequest() {
    String order = returns.capturedOrder(2);
    String line = returns.line(order);

    JsonObject after =
        ok(returns
                .shop
                .storefront()
                .post(
                    "/admin/orders/" + order + "/return",
                    returns.came(line, 1).put("receive_now", true),
                    returns.staff.credentials()))
            .getJsonObject("order");

    JsonObject returned = after.getJsonArray("returns").getJsonObject(0);
    assertThat(returned.getString("status")).isEqualTo("received");
    assertThat(after.getLong("refunded_total")).isEqualTo(returned.getLong("refund_amount"));
    assertThat(after.getString("fulfillment_status")).isEqualTo("partially_returned");
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK - 1);
    assertThat(types(order)).containsSubsequence("order.return_requested", "order.items_returned");
  }

  @Test
  void whatCameDecides() {
    String order = returns.capturedOrder(3);
    String line = returns.line(order);
    String id = returns.request(order, line, 1).getString("id");
    long unit = returns.item(returns.order(order)).getLong("refundable") / 3;

    JsonObject returned =
        returns
            .staff
            .post("/admin/returns/" + id + "/receive", returns.came(line, 2).encode())
            .getJsonObject("return");

    assertThat(returned.getLong("refund_amount")).isEqualTo(2 * unit);
    JsonObject came = returned.getJsonArray("items").getJsonObject(0);
    assertThat(came.getLong("quantity")).isEqualTo(2);
    assertThat(came.getLong("requested_quantity")).isEqualTo(1);
    assertThat(came.getLong("received_quantity")).isEqualTo(2);
    assertThat(came.getBoolean("is_requested")).isFalse();
    JsonObject after = returns.order(order);
    assertThat(returns.item(after).getLong("returned_quantity")).isEqualTo(2);
    assertThat(returns.item(after).getLong("refundable")).isEqualTo(unit);
    assertThat(after.getLong("refunded_total")).isEqualTo(2 * unit);
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK - 1);
  }

  @Test
  void anAmountAboveThePaymentIsLeftToStaff() {
    String order = returns.capturedOrder(1);
    String line = returns.line(order);
    String id = returns.request(order, line, 1).getString("id");
    long total = returns.order(order).getLong("total");

    Answer received =
        returns.staff.tryPost(
            "/admin/returns/" + id + "/receive",
            returns.came(line, 1).put("refund", total + 1).encode());

    assertThat(received.status()).isEqualTo(200);
    assertThat(received.body().getJsonObject("return").getString("status")).isEqualTo("received");
    JsonObject after = returns.order(order);
    assertThat(after.getString("fulfillment_status")).isEqualTo("requires_action");
    assertThat(after.getLong("refunded_total")).isZero();
    assertThat(returns.item(after).getLong("returned_quantity")).isEqualTo(1);
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK);
  }

  @Test
  void aReturnAboveTheRestOfThePaymentIsLeftToStaff() {
    String order = returns.capturedOrder(1);
    String line = returns.line(order);
    JsonObject requested = returns.request(order, line, 1);
    long amount = requested.getLong("refund_amount");
    long before = returns.order(order).getLong("total") - amount + 1;
    returns.staff.post(
        "/admin/orders/" + order + "/refund",
        new JsonObject().put("amount", before).put("reason", "other").encode());

    JsonObject returned =
        returns
            .staff
            .post(
                "/admin/returns/" + requested.getString("id") + "/receive",
                returns.came(line, 1).encode())
            .getJsonObject("return");

    assertThat(returned.getString("status")).isEqualTo("received");
    assertThat(returned.getLong("refund_amount")).isEqualTo(amount);
    JsonObject after = returns.order(order);
    assertThat(after.getString("fulfillment_status")).isEqualTo("requires_action");
    assertThat(after.getLong("refunded_total")).isEqualTo(before);
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK);
    assertThat(types(order)).contains("order.return_action_required");
  }

  @Test
  void nothingIsReceivedWithoutAPaymentToRefund() {
    String order = returns.newOrder(1);
    String line = returns.line(order);
    String path = "/admin/returns/" + returns.request(order, line, 1).getString("id") + "/receive";

    assertRefused(
        returns.staff.tryPost(path, returns.came(line, 1).encode()),
        400,
        "not_allowed",
        "Refund amount is greater that the refundable amount");

    assertThat(returns.item(returns.order(order)).getLong("returned_quantity")).isNull();
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK - 1);
    returns.staff.post("/admin/orders/" + order + "/capture", "");
    returns.staff.post(path, returns.came(line, 1).encode());
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK);
  }

  private static String returnOption(int price) {
    return returns
        .staff
        .post(
            "/admin/shipping-options",
            "{'name': 'Return', 'region_id': '%s', 'provider_id': 'manual', 'profile_id': '%s',"
                + " 'data': {'id': 'manual-fulfillment-return'}, 'price_type': 'flat_rate',"
                + " 'amount': %d, 'is_return': true}",
            returns.shop.storefront().region("eur").getString("id"),
            returns.profile,
            price)
        .getJsonObject("shipping_option")
        .getString("id");
  }

  private static List<String> types(String order) {
    return returns.shop.events(Topics.ORDER, order, 6).stream()
        .map(event -> event.header("ce_type"))
        .toList();
  }

  /** Requires every member of the recorded body below that path. */
  private static void assertShape(String recorded, JsonObject body, String below) {
    assertThat(RecordedAnswers.paths(body))
        .as(recorded)
        .containsAll(
            RecordedAnswers.paths(RecordedAnswers.body(recorded)).stream()
                .filter(path -> path.startsWith(below))
                .filter(path -> !path.contains(".swap."))
                .filter(path -> !path.contains(".metadata."))
                .toList());
  }
}
