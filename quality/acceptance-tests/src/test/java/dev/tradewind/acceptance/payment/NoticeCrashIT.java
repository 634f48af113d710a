package dev.tradewind.acceptance.payment;

import static dev.tradewind.cart.completion.NoticeFailpoint.RELEASE_RECORDED;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.cart.completion.NoticeFailpoint;
import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.order.payment.SettlementFailpoint;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash of a node at every failpoint of a notice of a payment at Stripe: of a cart whose browser
 * has gone, and of a capture and a refund in Stripe's dashboard. Afterwards the cart has one order,
 * which has the money and the events once. {@code -Dtradewind.crashes=20} repeats it twenty times.
 */
@LongForm
class NoticeCrashIT {

  private static final int ROUNDS = Lane.count("tradewind.crashes", 1, 3);
  private static final long REFUNDED = 300;

  @TempDir private static Path folder;

  private Path armed;
  private StripeAccount stripe;
  private Cluster cluster;
  private Cluster.Gateway node;

  @BeforeEach
  void open() {
    armed = folder.resolve("armed");
    stripe = new StripeAccount();
    cluster = new Cluster(1).withJvm("-D" + Failpoint.PROPERTY + "=" + armed);
    stripe.settings().forEach(cluster::with);
    node = cluster.full();
    stripe.subscribe(node.url());
    cluster.execute(
        """
        DELETE FROM catalog.region_payment_provider;
        INSERT INTO catalog.region_payment_provider SELECT id, 'stripe' FROM catalog.region
        """);
  }

  @AfterEach
  void close() {
    cluster.close();
    stripe.close();
  }

  @Test
  void aPaymentHasItsEffectsOnceAfterACrashAtAnyFailpoint() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      for (NoticeFailpoint point : EnumSet.complementOf(EnumSet.of(RELEASE_RECORDED))) {
        JsonObject session = newSession();
        arm(point);

        stripe.confirm(session, "pm_card_visa");
        startAfterCrash();

        assertOrdered(point, session);
      }
      releasesASecondPayment();
      for (SettlementFailpoint point : SettlementFailpoint.values()) {
        JsonObject session = newSession();
        stripe.confirm(session, "pm_card_visa");
        String order = assertOrdered(point, session);
        String intent = session.getString("id");
        arm(point);

        stripe.atStripe("payment_intents/" + intent + "/capture", "");
        stripe.atStripe("refunds", "amount=" + REFUNDED + "&payment_intent=" + intent);
        startAfterCrash();

        node.process().awaitThat(() -> count("orders.refund WHERE order_id = '%s'", order) == 1);
        settled();
        assertThat(count("orders.refund WHERE order_id = '%s' AND amount = 300", order))
            .as("%s", point)
            .isOne();
        assertThat(count("orders.payment WHERE order_id = '%s' AND captured_at IS NOT NULL", order))
            .as("%s", point)
            .isOne();
        assertEvents(
            point, order, "order.placed", "order.payment_captured", "order.refund_created");
      }
    }
  }

  private void releasesASecondPayment() throws IOException {
    JsonObject session = newSession();
    stripe.confirm(session, "pm_card_visa");
    assertOrdered(RELEASE_RECORDED, session);
    arm(RELEASE_RECORDED);

    JsonObject second = stripe.payElsewhere(cartId(session));
    startAfterCrash();
    cluster.execute(
        "UPDATE cart.payment_attempt SET updated_at = updated_at - interval '1 hour'"
            + " WHERE status = 'voiding'");
    // The reconciler runs two seconds after the start, and every 30 s.
    node.process().awaitThat(() -> stripe.stripe.ledger().held(second.getString("id")) == 0);

    assertOrdered(RELEASE_RECORDED, session);
    assertThat(
            count(
                "cart.audit_entry WHERE action = 'payment_release' AND subject = '%s'",
                cartId(session)))
        .isOne();
  }

  private static String cartId(JsonObject session) {
    return session.getJsonObject("metadata").getString("resource_id");
  }

  private JsonObject newSession() {
    String cartId = node.readyCart();
    return node.storefront()
        .post("/store/carts/" + cartId + "/payment-sessions", null)
        .cart()
        .getJsonArray("payment_sessions")
        .getJsonObject(0)
        .getJsonObject("data");
  }

  private void arm(Enum<?> point) throws IOException {
    Files.writeString(armed, point.name());
  }

  /** Afterwards Stripe delivers again, and the lease of the node that has crashed has expired. */
  private void startAfterCrash() {
    assertThat(node.process().awaitEnd()).isEqualTo(Failpoint.EXIT_CODE);
    node = cluster.fullAgain(node);
    stripe.advance(Duration.ofHours(4));
    settled();
  }

  /** Looks into the notices of Stripe until all are finished. */
  private void settled() {
    await(stripe.stripe.webhooks().idle());
    cluster.execute("UPDATE cart.payment_notice SET due_at = now() WHERE due_at IS NOT NULL");
    node.process()
        .awaitThat(() ->
            count("cart.payment_notice WHERE due_at IS NOT NULL AND id LIKE '%s'", "stripe:%")
                == 0);
  }

  /** Requires one order of the session, which has its money; returns its id. */
  private String assertOrdered(Enum<?> point, JsonObject session) {
    String intent = session.getString("id");
    String payments = "orders.payment WHERE data ->> 'id' = '%s'";
    node.process().awaitThat(() -> count(payments, intent) > 0);
    assertThat(count(payments, intent)).as("%s", point).isOne();
    assertThat(stripe.stripe.ledger().held(intent))
        .as("%s", point)
        .isEqualTo(session.getLong("amount"));
    String cartId = cartId(session);
    assertThat(count("orders.\"order\" WHERE cart_id = '%s'", cartId)).as("%s", point).isOne();
    return node.storefront()
        .get("/store/orders/cart/" + cartId)
        .body()
        .getJsonObject("order")
        .getString("id");
  }

  private void assertEvents(Enum<?> point, String order, String... types) {
    // The lease of the relay of the node that has crashed has to expire first.
    node.process().awaitThat(() -> count("orders.outbox WHERE sent_at IS %s", "NULL") == 0);
    Map<String, List<KafkaEvents.Event>> events =
        KafkaEvents.aboutAll(TestKafka.bootstrapServers(), "commerce.order.v1", Set.of(order));
    for (String type : types) {
      assertThat(
              events.get(order).stream()
                  .filter(event -> event.header("ce_type").equals(type))
                  .map(event -> event.header("ce_id"))
                  .distinct())
          .as("%s of %s, crashed at %s", type, order, point)
          .hasSize(1);
    }
  }

  private long count(String rows, String value) {
    return cluster.count("SELECT count(*) FROM " + rows.formatted(value));
  }
}
