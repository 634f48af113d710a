package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Returns over HTTP: concurrent requests and receipts first, then rules and shapes. */
class ReturnsIT {

  private static final int STOCK = 100;

  private static Shop shop;
  private static StaffClient staff;
  private static String profile;

  private final String variant = shop.newVariant(1_000, STOCK).getString("id");

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
    profile =
        Storefront.find(
                staff.get("/admin/shipping-profiles").getJsonArray("shipping_profiles"),
                "type",
                "default")
            .getString("id");
  }

  @Test
  void concurrentReceiptsReceiveOnce() {
    String order = capturedOrder(2);
    String line = line(order);
    JsonObject returned = request(order, line, 2);

    List<Answer> answers =
        allAtOnce(4, "/admin/returns/" + returned.getString("id") + "/receive", came(line, 2));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(answer ->
            assertRefused(
                answer,
                400,
                "not_allowed",
                "Return with id " + returned.getString("id") + " has already been received"));
    JsonObject after = order(order);
    assertThat(after.getLong("refunded_total")).isEqualTo(returned.getLong("refund_amount"));
    assertThat(after.getJsonArray("refunds")).hasSize(1);
    assertThat(item(after).getLong("returned_quantity")).isEqualTo(2);
    assertThat(after.getString("fulfillment_status")).isEqualTo("returned");
    assertThat(after.getString("payment_status")).as("as before").isEqualTo("captured");
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK);
  }

  @Test
  void concurrentRequestsNeverReturnAUnitTwice() {
    String order = capturedOrder(3);
    String line = line(order);

    List<Answer> answers = allAtOnce(6, "/admin/orders/" + order + "/return", came(line, 1));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(3);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .hasSize(3)
        .allSatisfy(answer ->
            assertRefused(
                answer, 400, "not_allowed", "Cannot return more items than have been purchased"));
    assertThat(order(order).getJsonArray("returns")).hasSize(3);
  }

  @Test
  void concurrentRequestsOfDifferentOrdersDoNotConflict() {
    List<String> orders = IntStream.range(0, 6).mapToObj(number -> capturedOrder(1)).toList();
    List<CompletableFuture<Answer>> sent =
        orders.stream()
            .map(order ->
                shop.storefront()
                    .postLater(
                        "/admin/orders/" + order + "/return",
                        came(line(order), 1).put("receive_now", true),
                        staff.credentials()))
            .toList();

    assertThat(sent).allSatisfy(answer -> assertThat(answer.join().status()).isEqualTo(200));
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK);
  }

  @Test
  void aReturnIsReceivedOrCanceled() {
    for (int round = 0; round < 4; round++) {
      String order = capturedOrder(1);
      String line = line(order);
      String path = "/admin/returns/" + request(order, line, 1).getString("id");
      int before = shop.stockOf(variant);
      CompletableFuture<Answer> canceled = later(path + "/cancel", null);
      CompletableFuture<Answer> received = later(path + "/receive", came(line, 1));

      if (received.join().status() == 200) {
        assertRefused(
            canceled.join(), 400, "not_allowed", "Can't cancel a return which has been returned");
        assertThat(shop.stockOf(variant)).isEqualTo(before + 1);
        assertThat(order(order).getJsonArray("refunds")).hasSize(1);
      } else {
        assertThat(canceled.join().status()).isEqualTo(200);
        assertRefused(received.join(), 400, "not_allowed", "Cannot receive a canceled return");
        assertThat(shop.stockOf(variant)).isEqualTo(before);
        assertThat(order(order).getJsonArray("refunds")).isEmpty();
      }
    }
  }

  @Test
  void aKeyRequestsOnce() {
    String order = capturedOrder(3);
    String line = line(order);
    String path = "/admin/orders/" + order + "/return";
    String key = Ids.ulid();
    List<CompletableFuture<Answer>> sent =
        IntStream.range(0, 4)
            .mapToObj(number -> shop.storefront().postLater(path, came(line, 1), withKey(key)))
            .toList();

    for (CompletableFuture<Answer> each : sent) {
      Answer answer = each.join();
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.header("idempotency-key")).isEqualTo(key);
      assertThat(answer.body().getJsonObject("order").getJsonArray("returns")).hasSize(1);
    }
    assertRefused(
        shop.storefront().post(path, came(line, 2), withKey(key)),
        422,
        "duplicate_error",
        "The Idempotency-Key was used before for a request with another body.");
    assertThat(order(order).getJsonArray("returns").getJsonObject(0).getString("idempotency_key"))
        .isEqualTo(key);
  }

  @Test
  void aReturnTakesItsShippingOffTheRefund() {
    String reason =
        staff
            .post("/admin/return-reasons", "{'value': 'torn-%s', 'label': 'Torn'}", Ids.ulid())
            .getJsonObject("return_reason")
            .getString("id");
    String option = returnOption(300);
    String order = capturedOrder(2);
    String line = line(order);
    long refundable = item(order(order)).getLong("refundable");

    JsonObject answer =
        staff.post(
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
    JsonObject receipt = staff.post("/admin/returns/" + id + "/receive", came(line, 2).encode());
    assertShape("admin-receive-return", receipt, "");
    JsonObject after = order(order);
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
    assertShape("admin-list-returns", staff.get("/admin/returns?limit=1"), "");
  }

  @Test
  void aShopperRequestsAReturn() {
    String option = returnOption(100);
    String order = capturedOrder(1);
    JsonObject answer =
        ok(
            shop.storefront()
                .post(
                    "/store/returns",
                    json(
                        "{'order_id': '%s', 'items': [{'item_id': '%s', 'quantity': 1,"
                            + " 'note': 'small'}], 'return_shipping': {'option_id': '%s'}}",
                        order, line(order), option)));

    assertThat(answer.getJsonObject("return").fieldNames()).doesNotContain("shipping_method");
    assertThat(answer.getJsonObject("return").getString("status")).isEqualTo("requested");
    JsonObject canceled =
        staff.post(
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
            staff
                .tryPost(
                    "/admin/returns/" + answer.getJsonObject("return").getString("id") + "/cancel",
                    "")
                .status())
        .as("again")
        .isEqualTo(200);
  }

  @Test
  void theOrderOfAnAccountIsReturnedByItsOwnerOnly() {
    TestIdentities people = new TestIdentities(shop);
    String[] owner = people.headers(Caller.CUSTOMER_WITH_TOKEN);
    String customer =
        ok(shop.storefront().send("GET", "/store/customers/me", null, owner))
            .getJsonObject("customer")
            .getString("id");
    String order = capturedOrder(1);
    shop.giveOrder(order, customer);
    JsonObject body = came(line(order), 1).put("order_id", order);

    for (Caller other : List.of(Caller.NOBODY, Caller.OTHER_CUSTOMER)) {
      assertRefused(
          shop.storefront().post("/store/returns", body, people.headers(other)),
          404,
          "not_found",
          "Order with id: " + order + " was not found");
      assertThat(
              shop.storefront()
                  .send("GET", "/store/orders/" + order, null, people.headers(other))
                  .status())
          .isEqualTo(404);
    }
    ok(shop.storefront().post("/store/returns", body, owner));
    ok(shop.storefront().send("GET", "/store/orders/" + order, null, owner));
  }

  @Test
  void goodsThatCameBackAlreadyAreReceivedWithTheRequest() {
    String order = capturedOrder(2);
    String line = line(order);

    JsonObject after =
        ok(shop.storefront()
                .post(
                    "/admin/orders/" + order + "/return",
                    came(line, 1).put("receive_now", true),
                    staff.credentials()))
            .getJsonObject("order");

    JsonObject returned = after.getJsonArray("returns").getJsonObject(0);
    assertThat(returned.getString("status")).isEqualTo("received");
    assertThat(after.getLong("refunded_total")).isEqualTo(returned.getLong("refund_amount"));
    assertThat(after.getString("fulfillment_status")).isEqualTo("partially_returned");
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK - 1);
    assertThat(types(order)).containsSubsequence("order.return_requested", "order.items_returned");
  }

  @Test
  void whatCameDecides() {
    String order = capturedOrder(3);
    String line = line(order);
    String id = request(order, line, 1).getString("id");
    long unit = item(order(order)).getLong("refundable") / 3;

    JsonObject returned =
        staff
            .post("/admin/returns/" + id + "/receive", came(line, 2).encode())
            .getJsonObject("return");

    assertThat(returned.getLong("refund_amount")).isEqualTo(2 * unit);
    JsonObject came = returned.getJsonArray("items").getJsonObject(0);
    assertThat(came.getLong("quantity")).isEqualTo(2);
    assertThat(came.getLong("requested_quantity")).isEqualTo(1);
    assertThat(came.getLong("received_quantity")).isEqualTo(2);
    assertThat(came.getBoolean("is_requested")).isFalse();
    JsonObject after = order(order);
    assertThat(item(after).getLong("returned_quantity")).isEqualTo(2);
    assertThat(item(after).getLong("refundable")).isEqualTo(unit);
    assertThat(after.getLong("refunded_total")).isEqualTo(2 * unit);
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK - 1);
  }

  @Test
  void anAmountAboveThePaymentIsLeftToStaff() {
    String order = capturedOrder(1);
    String line = line(order);
    String id = request(order, line, 1).getString("id");
    long total = order(order).getLong("total");

    Answer received =
        staff.tryPost(
            "/admin/returns/" + id + "/receive", came(line, 1).put("refund", total + 1).encode());

    assertThat(received.status()).isEqualTo(200);
    assertThat(received.body().getJsonObject("return").getString("status")).isEqualTo("received");
    JsonObject after = order(order);
    assertThat(after.getString("fulfillment_status")).isEqualTo("requires_action");
    assertThat(after.getLong("refunded_total")).isZero();
    assertThat(item(after).getLong("returned_quantity")).isEqualTo(1);
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK);
  }

  @Test
  void aReturnAboveTheRestOfThePaymentIsLeftToStaff() {
    String order = capturedOrder(1);
    String line = line(order);
    JsonObject requested = request(order, line, 1);
    long amount = requested.getLong("refund_amount");
    long before = order(order).getLong("total") - amount + 1;
    staff.post(
        "/admin/orders/" + order + "/refund",
        new JsonObject().put("amount", before).put("reason", "other").encode());

    JsonObject returned =
        staff
            .post(
                "/admin/returns/" + requested.getString("id") + "/receive", came(line, 1).encode())
            .getJsonObject("return");

    assertThat(returned.getString("status")).isEqualTo("received");
    assertThat(returned.getLong("refund_amount")).isEqualTo(amount);
    JsonObject after = order(order);
    assertThat(after.getString("fulfillment_status")).isEqualTo("requires_action");
    assertThat(after.getLong("refunded_total")).isEqualTo(before);
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK);
    assertThat(types(order)).contains("order.return_action_required");
  }

  @Test
  void nothingIsReceivedWithoutAPaymentToRefund() {
    String order = newOrder(1);
    String line = line(order);
    String path = "/admin/returns/" + request(order, line, 1).getString("id") + "/receive";

    assertRefused(
        staff.tryPost(path, came(line, 1).encode()),
        400,
        "not_allowed",
        "Refund amount is greater that the refundable amount");

    assertThat(item(order(order)).getLong("returned_quantity")).isNull();
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK - 1);
    staff.post("/admin/orders/" + order + "/capture", "");
    staff.post(path, came(line, 1).encode());
    assertThat(shop.stockOf(variant)).isEqualTo(STOCK);
  }

  @Test
  void requestsAreChecked() {
    String order = capturedOrder(2);
    String line = line(order);
    String other = line(capturedOrder(1));
    String path = "/admin/orders/" + order + "/return";
    String category = newReason(null);
    newReason(category);

    assertRefused(
        staff.tryPost("/admin/orders/order_none/return", came(line, 1).encode()),
        404,
        "not_found",
        "Order with id: order_none was not found");
    assertRefused(
        staff.tryPost(path, came("item_none", 1).encode()),
        404,
        "not_found",
        "Line item with item_none was not found");
    assertRefused(
        staff.tryPost(path, came(other, 1).encode()),
        400,
        "invalid_data",
        "Return contains invalid line item");
    assertRefused(
        staff.tryPost(path, came(line, 3).encode()),
        400,
        "not_allowed",
        "Cannot return more items than have been purchased");
    assertRefused(
        staff.tryPost(path, came(line, 1).put("refund", 1_000_000).encode()),
        400,
        "invalid_data",
        "Cannot refund more than the original payment");
    assertRefused(
        staff.tryPost(path, withReason(line, category)),
        400,
        "invalid_data",
        "Cannot apply return reason category");
    assertRefused(
        staff.tryPost(path, withReason(line, "rr_none")),
        404,
        "not_found",
        "Return_reason with reason_id rr_none does not exist.");
    Answer twice =
        staff.tryPost(
            path,
            "{'items': [{'item_id': '%1$s', 'quantity': 1}, {'item_id': '%1$s', 'quantity': 1}]}",
            line);
    assertThat(twice.status()).as(twice.text()).isEqualTo(422);
    assertThat(twice.body().getString("type")).isEqualTo("duplicate_error");
    assertRefused(
        staff.tryPost(path, withOption(line, "so_none")),
        404,
        "not_found",
        "Shipping Option with so_none was not found");
    assertThat(staff.tryPost(path, withOption(line, outboundOption(order))).status())
        .isEqualTo(400);
    assertThat(staff.tryPost(path, "{'items': []}").status()).isEqualTo(400);
    assertRefused(
        staff.tryPost(path, came(line, 0).encode()),
        400,
        "invalid_data",
        "quantity must not be less than 1");
    assertThat(order(order).getJsonArray("returns")).isEmpty();

    staff.post("/admin/orders/" + order + "/cancel", "");
    assertRefused(
        staff.tryPost(path, came(line, 1).encode()),
        400,
        "invalid_data",
        "Cannot create a return for a canceled item.");
    assertRefused(
        staff.tryPost("/admin/returns/ret_none/receive", came(line, 1).encode()),
        404,
        "not_found",
        "Return with id: ret_none was not found");
    assertThat(staff.tryPost("/admin/returns/ret_none/cancel", "").status()).isEqualTo(404);
  }

  @Test
  void aQuantityMayBeTheTextOfANumber() {
    String order = capturedOrder(3);
    String line = line(order);
    String path = "/admin/orders/" + order + "/return";

    JsonObject returned =
        staff
            .post(path, "{'items': [{'item_id': '%s', 'quantity': '2'}]}", line)
            .getJsonObject("order")
            .getJsonArray("returns")
            .getJsonObject(0);

    assertThat(returned.getJsonArray("items").getJsonObject(0).getValue("quantity")).isEqualTo(2);
    for (String wrong : List.of("two", "-1", "1.5", "", "99999999999")) {
      assertRefused(
          staff.tryPost(path, "{'items': [{'item_id': '%s', 'quantity': '%s'}]}", line, wrong),
          400,
          "invalid_data",
          "quantity must be an integer number");
    }
  }

  @Test
  void membersWithoutAValueCountAsAbsent() {
    String order = capturedOrder(1);
    JsonObject body =
        came(line(order), 1)
            .putNull("receive_now")
            .putNull("return_shipping")
            .putNull("refund")
            .putNull("no_notification");

    JsonObject returned =
        staff
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
    String order = capturedOrder(1);
    String line = line(order);
    staff.post("/admin/orders/" + order + "/return", withReason(line, reason));
    assertThat(firstItem(order).getJsonObject("reason").getString("id")).isEqualTo(reason);

    staff.delete("/admin/return-reasons/" + reason);

    assertThat(firstItem(order).getString("reason_id")).isEqualTo(reason);
    assertThat(firstItem(order).getJsonObject("reason")).isNull();
  }

  private static JsonObject firstItem(String order) {
    return order(order)
        .getJsonArray("returns")
        .getJsonObject(0)
        .getJsonArray("items")
        .getJsonObject(0);
  }

  private String newOrder(int quantity) {
    String cart = shop.readyCart(variant, quantity);
    return ok(shop.storefront().post("/store/carts/" + cart + "/complete", null))
        .getJsonObject("data")
        .getString("id");
  }

  private String capturedOrder(int quantity) {
    String order = newOrder(quantity);
    staff.post("/admin/orders/" + order + "/capture", "");
    return order;
  }

  private static JsonObject order(String id) {
    return staff.get("/admin/orders/" + id).getJsonObject("order");
  }

  private static JsonObject item(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0);
  }

  private static String line(String order) {
    return item(order(order)).getString("id");
  }

  private static JsonObject came(String line, int quantity) {
    return json("{'items': [{'item_id': '%s', 'quantity': %d}]}", line, quantity);
  }

  private static String withReason(String line, String reason) {
    return json("{'items': [{'item_id': '%s', 'quantity': 1, 'reason_id': '%s'}]}", line, reason)
        .encode();
  }

  private static String withOption(String line, String option) {
    return came(line, 1).put("return_shipping", new JsonObject().put("option_id", option)).encode();
  }

  private static JsonObject request(String order, String line, int quantity) {
    JsonArray returns =
        staff
            .post("/admin/orders/" + order + "/return", came(line, quantity).encode())
            .getJsonObject("order")
            .getJsonArray("returns");
    return returns.getJsonObject(returns.size() - 1);
  }

  private static String newReason(String parent) {
    JsonObject body = json("{'value': '%s', 'label': 'L'}", Ids.ulid());
    if (parent != null) {
      body.put("parent_return_reason_id", parent);
    }
    return staff
        .post("/admin/return-reasons", body.encode())
        .getJsonObject("return_reason")
        .getString("id");
  }

  private static String returnOption(int price) {
    return staff
        .post(
            "/admin/shipping-options",
            "{'name': 'Return', 'region_id': '%s', 'provider_id': 'manual', 'profile_id': '%s',"
                + " 'data': {'id': 'manual-fulfillment-return'}, 'price_type': 'flat_rate',"
                + " 'amount': %d, 'is_return': true}",
            shop.storefront().region("eur").getString("id"),
            profile,
            price)
        .getJsonObject("shipping_option")
        .getString("id");
  }

  private static String outboundOption(String order) {
    return order(order)
        .getJsonArray("shipping_methods")
        .getJsonObject(0)
        .getString("shipping_option_id");
  }

  private static List<String> types(String order) {
    return shop.events(Topics.ORDER, order, 6).stream()
        .map(event -> event.header("ce_type"))
        .toList();
  }

  private static String[] withKey(String key) {
    List<String> headers = new ArrayList<>(List.of(staff.credentials()));
    headers.addAll(List.of("idempotency-key", key));
    return headers.toArray(String[]::new);
  }

  private static CompletableFuture<Answer> later(String path, JsonObject body) {
    return shop.storefront().postLater(path, body, staff.credentials());
  }

  private static List<Answer> allAtOnce(int requests, String path, JsonObject body) {
    List<CompletableFuture<Answer>> sent =
        IntStream.range(0, requests).mapToObj(number -> later(path, body)).toList();
    return sent.stream().map(CompletableFuture::join).toList();
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
