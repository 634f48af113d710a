package dev.tradewind.acceptance.aftersale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.CrashingNode;
import dev.tradewind.acceptance.LedgerFulfillmentProvider;
import dev.tradewind.order.fulfillment.FulfillmentFailpoint;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.LongForm;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash of a node at every failpoint of the creation of a fulfillment, and of its cancellation and
 * the arrangement of a return at those of the lane: the retrier finishes it, the provider did the
 * work under one key, and the order has the units once. {@code -Dtradewind.crashes=20} repeats it
 * twenty times.
 */
@LongForm
class FulfillmentCrashIT {

  private static final int ROUNDS = Lane.count("tradewind.crashes", 1, 3);

  /** Of cancellations and returns, whose calls are recorded and repeated as those of creations. */
  private static final List<FulfillmentFailpoint> LATER_POINTS =
      Lane.cases(
          List.of(FulfillmentFailpoint.values()),
          FulfillmentFailpoint.FULFILLMENT_DONE_AT_PROVIDER);

  private static final String RETURN_OPTION = "so_crash_return";

  @TempDir private static Path folder;

  private CrashingNode node;

  @BeforeEach
  void open() {
    node = new CrashingNode(folder);
    node.cluster()
        .execute(
            """
            INSERT INTO catalog.shipping_option (
              id, name, region_id, profile_id, provider_id, price_type, amount, is_return, data
            )
            SELECT '%s', 'Return', region_id, profile_id, 'ledger', 'flat_rate', 0, true, '{}'
            FROM catalog.shipping_option
            WHERE region_id = '%s'
            LIMIT 1
            """
                .formatted(RETURN_OPTION, node.euros()));
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void goodsMoveOnceAfterACrashAtAnyFailpoint() {
    for (int round = 0; round < ROUNDS; round++) {
      for (FulfillmentFailpoint point : FulfillmentFailpoint.values()) {
        String key = point.name() + round;
        JsonObject placed = node.placed();
        JsonObject line = placed.getJsonArray("items").getJsonObject(0);

        String fulfillmentId = createdOnce(point, key, placed, line);
        if (!LATER_POINTS.contains(point)) {
          node.order(placed, cancellation(fulfillmentId), null, key);
          continue;
        }
        canceledOnce(point, key, placed, fulfillmentId);
        returnedOnce(point, key, placed, line);
        node.assertEvents(
            key,
            placed,
            "order.fulfillment_created",
            "order.fulfillment_canceled",
            "order.return_requested");
      }
    }
  }

  private String createdOnce(
      FulfillmentFailpoint point, String key, JsonObject placed, JsonObject line) {
    crash(point, placed, "/fulfillment", items(line), key);

    JsonArray fulfillments = node.read(placed).getJsonArray("fulfillments");
    assertThat(fulfillments).as(key).hasSize(1);
    String id = fulfillments.getJsonObject(0).getString("id");
    assertThat(LedgerFulfillmentProvider.keys(node.fulfillments(), "create"))
        .as(key)
        .contains(id + ":create");
    assertThat(LedgerFulfillmentProvider.open(node.fulfillments())).as(key).containsExactly(id);
    assertThat(item(node.read(placed)).getLong("fulfilled_quantity"))
        .as(key)
        .isEqualTo(line.getLong("quantity"));
    Answer again = node.post(placed, "/fulfillment", items(line), key);
    assertThat(again.status()).as(again.text()).isEqualTo(400);
    return id;
  }

  private void canceledOnce(
      FulfillmentFailpoint point, String key, JsonObject placed, String fulfillmentId) {
    String tail = cancellation(fulfillmentId);
    crash(point, placed, tail, null, key);

    JsonObject order = node.order(placed, tail, null, key);
    assertThat(order.getString("fulfillment_status")).as(key).isEqualTo("canceled");
    assertThat(item(order).getLong("fulfilled_quantity")).as(key).isZero();
    assertThat(LedgerFulfillmentProvider.open(node.fulfillments())).as(key).isEmpty();
  }

  private static String cancellation(String fulfillmentId) {
    return "/fulfillments/" + fulfillmentId + "/cancel";
  }

  private void returnedOnce(
      FulfillmentFailpoint point, String key, JsonObject placed, JsonObject line) {
    JsonObject body =
        items(line).put("return_shipping", new JsonObject().put("option_id", RETURN_OPTION));
    crash(point, placed, "/return", body, key);

    JsonArray returns = node.order(placed, "/return", body, key).getJsonArray("returns");
    assertThat(returns).as(key).hasSize(1);
    JsonObject returned = returns.getJsonObject(0);
    assertThat(returned.getJsonObject("shipping_data").getString("ledger"))
        .as(key)
        .isEqualTo(returned.getString("id") + ":return");
    assertThat(LedgerFulfillmentProvider.returns(node.fulfillments()))
        .as(key)
        .contains(returned.getString("id"));
  }

  /** Crashes the node, and lets the retrier of the next one finish the operation. */
  private void crash(
      FulfillmentFailpoint point,
      JsonObject order,
      String tail,
      @Nullable JsonObject body,
      String key) {
    node.crash(point, order, tail, body, key);
    assertThat(unfinished()).as(key).isEqualTo(isRecorded(point) ? 0 : 1);
    node.cluster()
        .execute("UPDATE orders.fulfillment_work SET updated_at = updated_at - interval '1 hour'");
    node.start();
    node.process().awaitThat(() -> unfinished() == 0);
  }

  private static boolean isRecorded(FulfillmentFailpoint point) {
    return point == FulfillmentFailpoint.FULFILLMENT_OUTCOME_RECORDED;
  }

  private long unfinished() {
    return node.cluster()
        .count("SELECT count(*) FROM orders.fulfillment_work WHERE status = 'asked'");
  }

  private static JsonObject items(JsonObject line) {
    return new JsonObject()
        .put(
            "items",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("item_id", line.getString("id"))
                        .put("quantity", line.getLong("quantity"))));
  }

  private static JsonObject item(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0);
  }
}
