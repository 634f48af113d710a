package dev.tradewind.acceptance.checkout;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.discount.DiscountVerticle;
import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash of a node or of PostgreSQL at every failpoint of a completion: after a retry the cart has
 * exactly one order, and no payment is authorized without an order. Every cart uses the last
 * redemption of a discount and a part of a gift card: both are redeemed with the order or not at
 * all. {@code -Dtradewind.crashes=20} repeats it twenty times.
 */
class CompletionCrashIT {

  private static final int ROUNDS = Lane.count("tradewind.crashes", 1, 3);
  private static final long CARD_VALUE = 1_000_000;
  private static final String[] KEY = {"Idempotency-Key", "the-key"};
  private static final Set<CheckoutFailpoint> AFTER_A_REFUSAL =
      EnumSet.of(CheckoutFailpoint.VOIDING_BEGUN, CheckoutFailpoint.VOIDED_AT_PROVIDER);
  private static final List<CheckoutFailpoint> POINTS =
      Lane.cases(
          List.copyOf(EnumSet.complementOf(EnumSet.copyOf(AFTER_A_REFUSAL))),
          CheckoutFailpoint.ATTEMPT_OPENED,
          CheckoutFailpoint.AUTHORIZED_AT_PROVIDER,
          CheckoutFailpoint.PLACED);

  @TempDir private static Path folder;

  private final Map<String, String> orders = new HashMap<>();
  private final Map<String, String> codes = new HashMap<>();
  private final Vertx vertx = Vertx.vertx();
  private Path armed;
  private Path ledger;
  private Cluster cluster;
  private Cluster.Gateway gateway;
  private DiscountFixtures discountFixtures;

  @BeforeEach
  void open() {
    armed = folder.resolve("armed");
    ledger = folder.resolve("ledger");
    cluster =
        new Cluster(1)
            .withJvm("-D" + Failpoint.PROPERTY + "=" + armed)
            .withJvm("-D" + LedgerPaymentProvider.FILE + "=" + ledger);
    gateway = cluster.full();
    discountFixtures = new DiscountFixtures(cluster.pool(vertx, DiscountVerticle.SCHEMA));
    cluster.execute(
        "INSERT INTO catalog.payment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;"
            + " DELETE FROM catalog.region_payment_provider;"
            + " INSERT INTO catalog.region_payment_provider SELECT id, 'ledger' FROM"
            + " catalog.region;"
            + " UPDATE catalog.product_variant SET inventory_quantity = 100000");
  }

  @AfterEach
  void close() {
    await(vertx.close());
    cluster.close();
  }

  @Test
  void aCartHasOneOrderAndNoUnusedAuthorizationAfterACrashAtAnyFailpoint() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (CheckoutFailpoint point : POINTS) {
        crashesAt(point);
      }
      crashesDuringTheTransaction("cart.cart", "id = '%s'");
      crashesDuringTheTransaction(
          "catalog.product_variant",
          "id IN (SELECT line ->> 'variant_id' FROM cart.cart,"
              + " jsonb_array_elements(state -> 'items') AS line WHERE cart.id = '%s')");
      isAbandoned();
    }
    until(() -> cluster.count("SELECT count(*) FROM orders.outbox WHERE sent_at IS NULL") == 0);
    KafkaEvents.aboutAll(TestKafka.bootstrapServers(), "commerce.order.v1", orders.keySet())
        .forEach((order, events) ->
            assertThat(
                    events.stream()
                        .filter(event -> event.header("ce_type").equals("order.placed"))
                        .map(event -> event.header("ce_id"))
                        .collect(Collectors.toSet()))
                .as("events of %s, died at %s", order, orders.get(order))
                .hasSize(1));
  }

  /** Retries with the same key and without one return the same order. */
  private void crashesAt(CheckoutFailpoint point) throws Exception {
    String cartId = readyCart();
    long stock = stock();
    arm(point);
    completeUnanswered(cartId);
    gateway = cluster.full();

    Answer repeated = complete(cartId, KEY);
    Answer another = complete(cartId);

    assertThat(repeated.status()).as("%s: %s", point, repeated.text()).isEqualTo(200);
    assertThat(another.body()).as(point.name()).isEqualTo(repeated.body());
    assertOneOrder(point.name(), cartId, repeated, stock);
  }

  /**
   * Kills the node in the middle of a statement, which a lock delays, while the database continues
   * it: the opening of the payment attempt, which locks the cart first, or the placement.
   */
  private void crashesDuringTheTransaction(String table, String row) throws Exception {
    String cartId = readyCart();
    long stock = stock();
    try (Connection other = cluster.connect()) {
      other.setAutoCommit(false);
      CompletableFuture<Answer> unanswered;
      try (var statement = other.createStatement()) {
        statement.execute(
            "SELECT 1 FROM " + table + " WHERE " + row.formatted(cartId) + " FOR NO KEY UPDATE");
        unanswered =
            gateway.storefront().postLater("/store/carts/" + cartId + "/complete", null, KEY);
        gateway
            .process()
            .awaitThat(() ->
                cluster.count(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                            + " AND application_name IN ('tradewind-cart', 'tradewind-orders')")
                    > 0);
        gateway.process().kill();
      }
      other.rollback();
      assertThat(unanswered.handle((answer, failure) -> failure).join()).isNotNull();
    }
    gateway = cluster.full();

    Answer repeated = complete(cartId, KEY);

    assertThat(repeated.status()).as("%s: %s", table, repeated.text()).isEqualTo(200);
    assertOneOrder("in the transaction at " + table, cartId, repeated, stock);
  }

  /** An abandoned completion has no order, and the reconciler voids its authorization. */
  private void isAbandoned() throws Exception {
    List<String> carts = new ArrayList<>();
    carts.add(left(CheckoutFailpoint.AUTHORIZED_AT_PROVIDER));
    // Until the last crash the reconciler leaves the attempts alone: on a slow machine it would
    // void them, and so crash the next node at the failpoint that awaits the next cart.
    ageAttempts("-1 hour");
    gateway = cluster.full();
    carts.add(leftWithoutStock(CheckoutFailpoint.VOIDING_BEGUN));
    ageAttempts("-1 hour");
    gateway = cluster.full();
    carts.add(leftWithoutDiscount(CheckoutFailpoint.VOIDED_AT_PROVIDER));
    ageAttempts("1 hour");
    gateway = cluster.full();
    // The reconciler first asks the provider about an attempt without a recorded outcome; then it
    // is an authorization like any other.
    gateway
        .process()
        .awaitThat(
            () -> count("cart.payment_attempt", carts.getFirst(), "status = 'authorized'") == 1);
    gateway.process().kill();
    ageAttempts("1 hour");
    gateway = cluster.full();

    for (String cartId : carts) {
      gateway
          .process()
          .awaitThat(() -> count("cart.payment_attempt", cartId, "status = 'voided'") == 1);
      assertThat(LedgerPaymentProvider.heldFor(ledger, cartId)).as(cartId).isEmpty();
      assertThat(count("orders.\"order\"", cartId, "true")).isZero();
      assertNothingRedeemed(cartId);
    }
  }

  private void ageAttempts(String age) {
    cluster.execute(
        "UPDATE cart.payment_attempt SET updated_at = now() - interval '%s' WHERE status <> 'used'"
            .formatted(age));
  }

  private String readyCart() {
    String code = Ids.ulid();
    discountFixtures.newDiscount(code, "percentage", 10, 1, gateway.euros());
    // The card pays everything except the taxes, which are left for the payment.
    discountFixtures.newGiftCard(code, CARD_VALUE, null, gateway.euros());
    String cartId = gateway.readyCart();
    JsonArray entered = new JsonArray().add(new JsonObject().put("code", code));
    Answer answer =
        gateway
            .storefront()
            .post(
                "/store/carts/" + cartId,
                new JsonObject().put("discounts", entered).put("gift_cards", entered));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    codes.put(cartId, code);
    return cartId;
  }

  private String left(CheckoutFailpoint point) throws Exception {
    String cartId = readyCart();
    arm(point);
    completeUnanswered(cartId);
    return cartId;
  }

  private String leftWithoutStock(CheckoutFailpoint point) throws Exception {
    String cartId = readyCart();
    cluster.execute("UPDATE catalog.product_variant SET inventory_quantity = 0");
    arm(point);
    completeUnanswered(cartId);
    cluster.execute("UPDATE catalog.product_variant SET inventory_quantity = 100000");
    return cartId;
  }

  /** Crash after a placement that had taken the stock and was refused. */
  private String leftWithoutDiscount(CheckoutFailpoint point) throws Exception {
    String cartId = readyCart();
    long stock = stock();
    discountFixtures.disable(codes.get(cartId));
    arm(point);
    completeUnanswered(cartId);
    assertThat(stock()).isEqualTo(stock);
    return cartId;
  }

  private void arm(CheckoutFailpoint point) throws Exception {
    Files.writeString(armed, point.name());
  }

  private void completeUnanswered(String cartId) {
    CompletableFuture<Answer> answer =
        gateway.storefront().postLater("/store/carts/" + cartId + "/complete", null, KEY);
    assertThat(answer.handle((answered, failure) -> failure).join()).isNotNull();
    assertThat(gateway.process().awaitEnd()).isEqualTo(Failpoint.EXIT_CODE);
  }

  private Answer complete(String cartId, String... headers) {
    return gateway.storefront().post("/store/carts/" + cartId + "/complete", null, headers);
  }

  private void assertOneOrder(String where, String cartId, Answer completion, long stockBefore) {
    JsonObject order = completion.body().getJsonObject("data");
    String paymentId = order.getJsonArray("payments").getJsonObject(0).getString("id");
    orders.put(order.getString("id"), where);
    assertThat(count("orders.\"order\"", cartId, "true")).as(where).isEqualTo(1);
    assertThat(count("orders.payment", cartId, "true")).as(where).isEqualTo(1);
    assertThat(count("cart.payment_attempt", cartId, "status = 'used'")).as(where).isEqualTo(1);
    assertThat(count("cart.payment_attempt", cartId, "status NOT IN ('used', 'voided')"))
        .as(where)
        .isZero();
    assertThat(LedgerPaymentProvider.heldFor(ledger, cartId)).as(where).containsExactly(paymentId);
    assertThat(stock()).as(where).isEqualTo(stockBefore - 1);
    assertRedeemedOnce(where, codes.get(cartId), order);
    assertThat(
            cluster.count(
                "SELECT count(*) FROM cart.outbox WHERE type = 'cart.completed' AND subject = '"
                    + cartId
                    + "'"))
        .as(where)
        .isEqualTo(1);
  }

  private void assertRedeemedOnce(String where, String code, JsonObject order) {
    long paid = order.getLong("gift_card_total");
    assertThat(paid).as(where).isPositive();
    assertThat(discountFixtures.usageCountOf(code)).as(where).isEqualTo(1);
    assertThat(discountFixtures.transactionsOf(code))
        .as(where)
        .singleElement()
        .satisfies(transaction -> {
          assertThat(transaction.getString("order_id")).isEqualTo(order.getString("id"));
          assertThat(transaction.getLong("amount")).isEqualTo(paid);
        });
    assertThat(discountFixtures.giftCard(code).getLong("balance"))
        .as(where)
        .isEqualTo(CARD_VALUE - paid);
  }

  private void assertNothingRedeemed(String cartId) {
    String code = codes.get(cartId);
    assertThat(discountFixtures.usageCountOf(code)).as(cartId).isZero();
    assertThat(discountFixtures.transactionsOf(code)).as(cartId).isEmpty();
    assertThat(discountFixtures.giftCard(code).getLong("balance")).as(cartId).isEqualTo(CARD_VALUE);
  }

  private long count(String table, String cartId, String condition) {
    return cluster.count(
        "SELECT count(*) FROM %s WHERE cart_id = '%s' AND %s".formatted(table, cartId, condition));
  }

  private long stock() {
    return cluster.count("SELECT sum(inventory_quantity) FROM catalog.product_variant");
  }
}
