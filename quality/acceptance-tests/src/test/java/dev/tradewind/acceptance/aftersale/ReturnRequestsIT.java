package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.aftersale.ReturnedOrders.STOCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests of returns: refused, repeated and concurrent ones. */
class ReturnRequestsIT {

  @RegisterExtension static final ReturnedOrders returns = new ReturnedOrders();

  @Test
  void concurrentReceiptsReceiveOnce() {
    String order = returns.capturedOrder(2);
    String line = returns.line(order);
    JsonObject returned = returns.request(order, line, 2);

    List<Answer> answers =
        allAtOnce(
            4, "/admin/returns/" + returned.getString("id") + "/receive", returns.came(line, 2));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(answer ->
            assertRefused(
                answer,
                400,
                "not_allowed",
                "Return with id " + returned.getString("id") + " has already been received"));
    JsonObject after = returns.order(order);
    assertThat(after.getLong("refunded_total")).isEqualTo(returned.getLong("refund_amount"));
    assertThat(after.getJsonArray("refunds")).hasSize(1);
    assertThat(returns.item(after).getLong("returned_quantity")).isEqualTo(2);
    assertThat(after.getString("fulfillment_status")).isEqualTo("returned");
    assertThat(after.getString("payment_status")).as("as before").isEqualTo("captured");
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK);
  }

  @Test
  void concurrentRequestsNeverReturnAUnitTwice() {
    String order = returns.capturedOrder(3);
    String line = returns.line(order);

    List<Answer> answers =
        allAtOnce(6, "/admin/orders/" + order + "/return", returns.came(line, 1));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(3);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .hasSize(3)
        .allSatisfy(answer ->
            assertRefused(
                answer, 400, "not_allowed", "Cannot return more items than have been purchased"));
    assertThat(returns.order(order).getJsonArray("returns")).hasSize(3);
  }

  @Test
  void concurrentRequestsOfDifferentOrdersDoNotConflict() {
    List<String> orders =
        IntStream.range(0, 6).mapToObj(number -> returns.capturedOrder(1)).toList();
    List<CompletableFuture<Answer>> sent =
        orders.stream()
            .map(order ->
                returns
                    .shop
                    .storefront()
                    .postLater(
                        "/admin/orders/" + order + "/return",
                        returns.came(returns.line(order), 1).put("receive_now", true),
                        returns.staff.credentials()))
            .toList();

    assertThat(sent).allSatisfy(answer -> assertThat(answer.join().status()).isEqualTo(200));
    assertThat(returns.shop.stockOf(returns.variant)).isEqualTo(STOCK);
  }

  @Test
  void aKeyRequestsOnce() {
    String order = returns.capturedOrder(3);
    String line = returns.line(order);
    String path = "/admin/orders/" + order + "/return";
    String key = Ids.ulid();
    List<CompletableFuture<Answer>> sent =
        IntStream.range(0, 4)
            .mapToObj(number ->
                returns.shop.storefront().postLater(path, returns.came(line, 1), withKey(key)))
            .toList();

    for (CompletableFuture<Answer> each : sent) {
      Answer answer = each.join();
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.header("idempotency-key")).isEqualTo(key);
      assertThat(answer.body().getJsonObject("order").getJsonArray("returns")).hasSize(1);
    }
    assertRefused(
        returns.shop.storefront().post(path, returns.came(line, 2), withKey(key)),
        422,
        "duplicate_error",
        "The Idempotency-Key was used before for a request with another body.");
    assertThat(
            returns
                .order(order)
                .getJsonArray("returns")
                .getJsonObject(0)
                .getString("idempotency_key"))
        .isEqualTo(key);
  }

  @Test
  void requestsAreChecked() {
    String order = returns.capturedOrder(2);
    String line = returns.line(order);
    String other = returns.line(returns.capturedOrder(1));
    String path = "/admin/orders/" + order + "/return";
    String category = newReason(null);
    newReason(category);

    assertRefused(
        returns.staff.tryPost("/admin/orders/order_none/return", returns.came(line, 1).encode()),
        404,
        "not_found",
        "Order with id: order_none was not found");
    assertRefused(
        returns.staff.tryPost(path, returns.came("item_none", 1).encode()),
        404,
        "not_found",
        "Line item with item_none was not found");
    assertRefused(
        returns.staff.tryPost(path, returns.came(other, 1).encode()),
        400,
        "invalid_data",
        "Return contains invalid line item");
    assertRefused(
        returns.staff.tryPost(path, returns.came(line, 3).encode()),
        400,
        "not_allowed",
        "Cannot return more items than have been purchased");
    assertRefused(
        returns.staff.tryPost(path, returns.came(line, 1).put("refund", 1_000_000).encode()),
        400,
        "invalid_data",
        "Cannot refund more than the original payment");
    assertRefused(
        returns.staff.tryPost(path, withReason(line, category)),
        400,
        "invalid_data",
        "Cannot apply return reason category");
    assertRefused(
        returns.staff.tryPost(path, withReason(line, "rr_none")),
        404,
        "not_found",
        "Return_reason with reason_id rr_none does not exist.");
    Answer twice =
        returns.staff.tryPost(
            path,
            "{'items': [{'item_id': '%1$s', 'quantity': 1}, {'item_id': '%1$s', 'quantity': 1}]}",
            line);
    assertThat(twice.status()).as(twice.text()).isEqualTo(422);
    assertThat(twice.body().getString("type")).isEqualTo("duplicate_error");
    assertRefused(
        returns.staff.tryPost(path, withOption(line, "so_none")),
        404,
        "not_found",
        "Shipping Option with so_none was not found");
    assertThat(returns.staff.tryPost(path, withOption(line, outboundOption(order))).status())
        .isEqualTo(400);
    assertThat(returns.staff.tryPost(path, "{'items': []}").status()).isEqualTo(400);
    assertRefused(
        returns.staff.tryPost(path, returns.came(line, 0).encode()),
        400,
        "invalid_data",
        "quantity must not be less than 1");
    assertThat(returns.order(order).getJsonArray("returns")).isEmpty();

    returns.staff.post("/admin/orders/" + order + "/cancel", "");
    assertRefused(
        returns.staff.tryPost(path, returns.came(line, 1).encode()),
        400,
        "invalid_data",
        "Cannot create a return for a canceled item.");
    assertRefused(
        returns.staff.tryPost("/admin/returns/ret_none/receive", returns.came(line, 1).encode()),
        404,
        "not_found",
        "Return with id: ret_none was not found");
    assertThat(returns.staff.tryPost("/admin/returns/ret_none/cancel", "").status()).isEqualTo(404);
  }

  @Test
  void aQuantityMayBeTheTextOfANumber() {
    String order = returns.capturedOrder(3);
    String line = returns.line(order);
    String path = "/admin/orders/" + order + "/return";

    JsonObject returned =
        returns
            .staff
            .post(path, "{'items': [{'item_id': '%s', 'quantity': '2'}]}", line)
            .getJsonObject("order")
            .getJsonArray("returns")
            .getJsonObject(0);

    assertThat(returned.getJsonArray("items").getJsonObject(0).getValue("quantity")).isEqualTo(2);
    for (String wrong : List.of("two", "-1", "1.5", "", "99999999999")) {
      assertRefused(
          returns.staff.tryPost(
              path, "{'items': [{'item_id': '%s', 'quantity': '%s'}]}", line, wrong),
          400,
          "invalid_data",
          "quantity must be an integer number");
    }
  }

  @Test
  void membersWithoutAValueCountAsAbsent() {
    String order = returns.capturedOrder(1);
    JsonObject body =
        returns
            .came(returns.line(order), 1)
            .putNull("receive_now")
            .putNull("return_shipping")
            .putNull("refund")
            .putNull("no_notification");

    JsonObject returned =
        returns
            .staff
            .post("/admin/orders/" + order + "/return", body.encode())
            .getJsonObject("order")
            .getJsonArray("returns")
            .getJsonObject(0);

    assertThat(returned.getString("status")).isEqualTo("requested");
    assertThat(returned.getLong("refund_amount")).isPositive();
  }

  @Test
  void aDeletedReasonIsNotShown() {
    String reason = newReason(null);
    String order = returns.capturedOrder(1);
    String line = returns.line(order);
    returns.staff.post("/admin/orders/" + order + "/return", withReason(line, reason));
    assertThat(firstItem(order).getJsonObject("reason").getString("id")).isEqualTo(reason);

    returns.staff.delete("/admin/return-reasons/" + reason);

    assertThat(firstItem(order).getString("reason_id")).isEqualTo(reason);
    assertThat(firstItem(order).getJsonObject("reason")).isNull();
  }

  private static JsonObject firstItem(String order) {
    return returns
        .order(order)
        .getJsonArray("returns")
        .getJsonObject(0)
        .getJsonArray("items")
        .getJsonObject(0);
  }

  private static String withReason(String line, String reason) {
    return json("{'items': [{'item_id': '%s', 'quantity': 1, 'reason_id': '%s'}]}", line, reason)
        .encode();
  }

  private static String withOption(String line, String option) {
    return returns
        .came(line, 1)
        .put("return_shipping", new JsonObject().put("option_id", option))
        .encode();
  }

  private static String newReason(String parent) {
    JsonObject body = json("{'value': '%s', 'label': 'L'}", Ids.ulid());
    if (parent != null) {
      body.put("parent_return_reason_id", parent);
    }
    return returns
        .staff
        .post("/admin/return-reasons", body.encode())
        .getJsonObject("return_reason")
        .getString("id");
  }

  private static String outboundOption(String order) {
    return returns
        .order(order)
        .getJsonArray("shipping_methods")
        .getJsonObject(0)
        .getString("shipping_option_id");
  }

  private static String[] withKey(String key) {
    List<String> headers = new ArrayList<>(List.of(returns.staff.credentials()));
    headers.addAll(List.of("idempotency-key", key));
    return headers.toArray(String[]::new);
  }

  private static List<Answer> allAtOnce(int requests, String path, JsonObject body) {
    List<CompletableFuture<Answer>> sent =
        IntStream.range(0, requests).mapToObj(number -> returns.later(path, body)).toList();
    return sent.stream().map(CompletableFuture::join).toList();
  }
}
