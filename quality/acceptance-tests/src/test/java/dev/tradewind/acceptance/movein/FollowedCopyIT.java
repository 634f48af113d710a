package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.payment.StripeStore;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.kernel.verticle.BoundVerticle;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Node on the copy of a shop that still takes the writes, with the account at Stripe of both. */
class FollowedCopyIT {

  private static StripeStore store;

  @BeforeAll
  static void open() {
    store = new StripeStore(Map.of());
    store.subscribe();
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @AfterEach
  void takeTheWrites() {
    store.shop.gate().open(Instant.EPOCH);
  }

  @Test
  void aPaidCartIsLeftAloneUntilTheSwitch() {
    store.shop.gate().close();
    String cartId = store.cart(1);
    JsonObject session = store.session(cartId);

    store.confirm(session, "pm_card_visa");
    await(store.stripe.webhooks().idle());

    // A look leases the notice: then it is due in a minute.
    assertThat(notices(session, "id NOT LIKE 'session:%' AND due_at <= now() AND tries = 0"))
        .isPositive();
    assertThat(notices(session, "tries > 0")).isZero();
    assertThat(store.shop.orderCount(cartId)).isZero();

    store.shop.gate().open(Instant.now());

    until(() -> store.shop.orderCount(cartId) == 1);
    assertThat(store.stripe.ledger().held(session.getString("id"))).isEqualTo(1_000);
  }

  @Test
  void theTimeUntilAReleaseBeginsAtTheSwitch() {
    store.shop.gate().close();
    String variant = store.shop.newVariant(1_000, 1).getString("id");
    String cartId = store.cartOf(variant, 1);
    JsonObject session = store.session(cartId);
    store.confirm(session, "pm_card_visa");
    await(store.stripe.webhooks().idle());
    update("DELETE FROM payment_notice WHERE id LIKE 'session:%'");
    update("UPDATE payment_notice SET received_at = now() - interval '1 day'");
    store.staff.post(
        "/admin/products/" + product(variant) + "/variants/" + variant,
        "{'inventory_quantity': 0}");

    store.shop.gate().open(Instant.now());

    until(() -> notices(session, "tries > 0 AND due_at IS NOT NULL") > 0);
    assertThat(store.stripe.ledger().held(session.getString("id"))).isEqualTo(1_000);
  }

  @Test
  void eventsFromBeforeTheSwitchAreNotRead() {
    JsonObject session = store.session(store.cart(1));
    store.stripe.webhooks().hold();
    store.confirm(session, "pm_card_visa");
    store.shop.gate().open(Instant.now().plus(Duration.ofHours(1)));

    readEvents();
    assertThat(notices(session, "id NOT LIKE 'session:%'")).isZero();

    store.shop.gate().open(Instant.now().minus(Duration.ofHours(1)));
    readEvents();
    assertThat(notices(session, "id NOT LIKE 'session:%'")).isPositive();
    await(store.stripe.webhooks().releaseShuffled(1));
  }

  @Test
  void aMovedRefundIsNotBookedAgain() {
    JsonObject session = store.session(store.cart(1));
    String order = capturedOrder(session);
    store.stripe.webhooks().hold();
    String payment = "payment_intent=" + session.getString("id");
    store.atStripe("refunds", "amount=100&" + payment);
    move(order, 100);

    store.atStripe("refunds", "amount=50&" + payment);
    await(store.stripe.webhooks().releaseShuffled(3));
    await(store.stripe.webhooks().idle());

    until(() -> order(order).getLong("refunded_total") >= 150);
    settled(session);
    assertThat(order(order).getLong("refunded_total")).isEqualTo(150);
    assertThat(order(order).getJsonArray("refunds")).hasSize(2);

    store.atStripe("refunds", "amount=100&" + payment);
    until(() -> order(order).getLong("refunded_total") >= 250);
    settled(session);
    assertThat(order(order).getLong("refunded_total")).isEqualTo(250);
  }

  @Test
  void aMovedRefundThatFailsLaterIsTakenBack() {
    JsonObject session = store.session(store.cart(1));
    String order = capturedOrder(session);
    store.stripe.webhooks().hold();
    store.atStripe("refunds", "amount=100&payment_intent=" + session.getString("id"));
    move(order, 100);
    await(store.stripe.webhooks().releaseShuffled(3));
    await(store.stripe.webhooks().idle());
    settled(session);
    assertThat(order(order).getLong("refunded_total")).isEqualTo(100);

    String refund =
        store
            .fromStripe("refunds?payment_intent=" + session.getString("id"))
            .getJsonArray("data")
            .getJsonObject(0)
            .getString("id");
    store.stripe.actions().failRefund(refund, "declined");

    until(() -> order(order).getLong("refunded_total") == 0);
    settled(session);
    JsonObject failed = order(order);
    assertThat(failed.getLong("refunded_total")).isZero();
    assertThat(failed.getString("payment_status")).isEqualTo("captured");
    assertThat(failed.getJsonArray("refunds")).hasSize(1);
    assertThat(
            failed
                .getJsonArray("refunds")
                .getJsonObject(0)
                .getJsonObject("metadata")
                .getLong("failed_amount"))
        .isEqualTo(100);
  }

  /** Refund that the other shop has made, as a move brings it. */
  private static void move(String order, long amount) {
    await(
        store
            .shop
            .orders()
            .query(
                """
                INSERT INTO refund (id, order_id, amount, reason, created_at, updated_at)
                VALUES ('ref_moved_%1$s', '%1$s', %2$s, 'other', now(), now());
                UPDATE payment SET amount_refunded = %2$s WHERE order_id = '%1$s';
                UPDATE "order" SET payment_status = 'partially_refunded' WHERE id = '%1$s'
                """
                    .formatted(order, amount))
            .execute());
  }

  private static String capturedOrder(JsonObject session) {
    store.confirm(session, "pm_card_visa");
    String cartId = session.getJsonObject("metadata").getString("resource_id");
    String order = store.complete(cartId).getJsonObject("data").getString("id");
    store.staff.post("/admin/orders/" + order + "/capture", "{}");
    await(store.stripe.webhooks().idle());
    settled(session);
    return order;
  }

  private static JsonObject order(String id) {
    return store.staff.get("/admin/orders/" + id).getJsonObject("order");
  }

  private static String product(String variant) {
    return store
        .staff
        .get("/admin/variants/" + variant)
        .getJsonObject("variant")
        .getString("product_id");
  }

  private static void readEvents() {
    update("UPDATE notice_feed SET due_at = now() - interval '1 second'");
    await(
        BoundVerticle.run(
            store.shop.verticles().stream()
                .filter(CartVerticle.class::isInstance)
                .findFirst()
                .orElseThrow(),
            "notice-feeds"));
  }

  /** Waits until the looks at a payment have ended. */
  private static void settled(JsonObject session) {
    until(() -> notices(session, "id NOT LIKE 'session:%' AND due_at IS NOT NULL") == 0);
  }

  private static long notices(JsonObject session, String condition) {
    return await(
        store
            .shop
            .carts()
            .query(
                "SELECT count(*) FROM payment_notice WHERE reference = '%s' AND %s"
                    .formatted(session.getString("id"), condition))
            .execute()
            .map(rows -> rows.iterator().next().getLong(0)));
  }

  private static void update(String sql) {
    await(store.shop.carts().query(sql).execute());
  }
}
