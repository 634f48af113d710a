package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.order.payment.PaymentFailpoint;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash of a node at every failpoint of a capture, a refund and a cancellation: after a retry the
 * provider has moved the money once, and the order says so. {@code -Dtradewind.crashes=20} repeats
 * it twenty times.
 */
class PaymentCrashIT {

  private static final int ROUNDS = Integer.getInteger("tradewind.crashes", 1);
  private static final String TOKEN = "crash-token";
  private static final long REFUNDED = 300;

  @TempDir private static Path folder;

  private Path armed;
  private Path ledger;
  private Cluster cluster;
  private Cluster.Gateway gateway;

  @BeforeEach
  void open() {
    armed = folder.resolve("armed");
    ledger = folder.resolve("ledger");
    cluster =
        new Cluster(1)
            .withJvm("-D" + Failpoint.PROPERTY + "=" + armed)
            .withJvm("-D" + LedgerPaymentProvider.FILE + "=" + ledger);
    gateway = cluster.full();
    cluster.execute(
        "INSERT INTO catalog.payment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;"
            + " DELETE FROM catalog.region_payment_provider;"
            + " INSERT INTO catalog.region_payment_provider SELECT id, 'ledger' FROM"
            + " catalog.region;"
            + " UPDATE catalog.product_variant SET inventory_quantity = 100000;"
            + " INSERT INTO customer.\"user\" (id, email, role, api_token, created_at, updated_at)"
            + " VALUES ('usr_crash', 'crash@example.com', 'admin', '"
            + TOKEN
            + "', now(), now()) ON CONFLICT DO NOTHING");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void moneyIsMovedOnceAfterACrashAtAnyFailpoint() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (PaymentFailpoint point : PaymentFailpoint.values()) {
        String key = point.name() + round;
        JsonObject placed = placed();
        long total = placed.getLong("total");
        String cartId = placed.getString("cart_id");

        crashes(point, placed, "/capture", null, key);
        JsonObject captured = order(placed, "/capture", null, key);
        assertThat(captured.getString("payment_status")).as(key).isEqualTo("captured");
        assertThat(LedgerPaymentProvider.moved(ledger, "capture", cartId).values())
            .as(key)
            .containsExactly(total);

        JsonObject refund = new JsonObject().put("amount", REFUNDED).put("reason", "other");
        crashes(point, placed, "/refund", refund, key);
        JsonObject refunded = order(placed, "/refund", refund, key);
        assertThat(refunded.getLong("refunded_total")).as(key).isEqualTo(REFUNDED);
        assertThat(refunded.getJsonArray("refunds")).as(key).hasSize(1);
        assertThat(LedgerPaymentProvider.moved(ledger, "refund", cartId).values())
            .as(key)
            .containsExactly(REFUNDED);
        assertEvents(key, placed, "order.payment_captured", "order.refund_created");

        JsonObject canceled = placed();
        order(canceled, "/capture", null, key);
        crashes(point, canceled, "/cancel", null, key);
        cluster.execute(
            "UPDATE orders.payment_work SET updated_at = updated_at - interval '1 hour'");
        String id = canceled.getString("id");
        gateway.process().kill();
        gateway = cluster.full();
        gateway
            .process()
            .awaitThat(() ->
                cluster.count("SELECT count(*) FROM orders.refund WHERE order_id = '" + id + "'")
                    == 1);
        assertThat(
                LedgerPaymentProvider.moved(ledger, "refund", canceled.getString("cart_id"))
                    .values())
            .as(key)
            .containsExactly(canceled.getLong("total"));
        assertEvents(
            key, canceled, "order.payment_captured", "order.canceled", "order.refund_created");
      }
    }
  }

  private JsonObject placed() {
    Answer answer =
        gateway.storefront().post("/store/carts/" + gateway.readyCart() + "/complete", null);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("data");
  }

  private void crashes(
      PaymentFailpoint point, JsonObject order, String tail, JsonObject body, String key)
      throws Exception {
    Files.writeString(armed, point.name());
    CompletableFuture<Answer> answer =
        gateway.storefront().postLater(path(order, tail), body, headers(key));
    assertThat(answer.handle((answered, failure) -> failure).join()).isNotNull();
    assertThat(gateway.process().awaitEnd()).isEqualTo(Failpoint.EXIT_CODE);
    gateway = cluster.full();
  }

  private JsonObject order(JsonObject order, String tail, JsonObject body, String key) {
    Answer answer = gateway.storefront().post(path(order, tail), body, headers(key));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("order");
  }

  private static String path(JsonObject order, String tail) {
    return "/admin/orders/" + order.getString("id") + tail;
  }

  private static String[] headers(String key) {
    return new String[] {"x-medusa-access-token", TOKEN, "Idempotency-Key", key};
  }

  private void assertEvents(String where, JsonObject order, String... types) throws Exception {
    String id = order.getString("id");
    // The lease of the relay of the killed node has to expire first.
    gateway
        .process()
        .awaitThat(
            () -> cluster.count("SELECT count(*) FROM orders.outbox WHERE sent_at IS NULL") == 0);
    Map<String, List<KafkaEvents.Event>> events =
        KafkaEvents.aboutAll(TestKafka.bootstrapServers(), "commerce.order.v1", Set.of(id));
    for (String type : types) {
      assertThat(
              events.get(id).stream()
                  .filter(event -> event.header("ce_type").equals(type))
                  .map(event -> event.header("ce_id"))
                  .distinct())
          .as("%s of %s, died at %s", type, id, where)
          .hasSize(1);
    }
  }
}
