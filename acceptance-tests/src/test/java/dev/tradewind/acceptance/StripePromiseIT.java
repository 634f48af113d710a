package dev.tradewind.acceptance;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger;
import dev.tradewind.stripe.testserver.webhook.DeliveryFault;
import dev.tradewind.testing.Lane;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * One order and one charge for each cart, in every order of events: carts are paid at Stripe and
 * completed by browsers, several at once or not at all, beside webhooks that come early, twice, in
 * any order or never, while Stripe's answers are lost or refused. No payment keeps money without an
 * order, and no order is without its payment.
 */
class StripePromiseIT {

  private static final int CARTS = Lane.count("tradewind.stripe.carts", 150, 10_000);
  private static final int SHOPPERS = 12;

  private static final String READ = "GET /v1/payment_intents/{id}";
  private static final String CANCEL = "POST /v1/payment_intents/{id}/cancel";

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

  @Test
  void eachCartIsPaidOnceByItsOrder() throws Exception {
    long seed = Long.getLong("tradewind.stripe.seed", 20_261_126L);
    String plenty = store.shop.newVariant(1_000, 10 * CARTS).getString("id");
    String scarce = store.shop.newVariant(1_000, 1 + CARTS / 20).getString("id");
    // More carts have the scarce goods than there are; they are filled before any is sold.
    List<String> scarceCarts = new ArrayList<>();
    for (int number = 0; number < CARTS / 10; number++) {
      scarceCarts.add(store.cartOf(scarce, 1));
    }
    List<Future<?>> shoppers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(SHOPPERS)) {
      for (int number = 0; number < CARTS; number++) {
        Random chance = new Random(seed + number);
        String prepared = number % 10 == 0 ? scarceCarts.get(number / 10) : null;
        shoppers.add(
            threads.submit(
                () -> shop(chance, prepared == null ? store.cartOf(plenty, 1) : prepared, plenty)));
      }
    }
    for (Future<?> shopper : shoppers) {
      shopper.get();
    }
    store.stripe.faults().clear();
    await(store.stripe.webhooks().idle());

    letTimePassUntilNothingIsOpen();

    assertThat(violations()).as("seed %d", seed).isEmpty();
    assertThat(orders()).as("seed %d", seed).hasSizeGreaterThan(CARTS / 2);
  }

  private static void shop(Random chance, String cartId, String another) {
    JsonObject session = store.session(cartId);
    disturb(chance);
    store.confirm(session, "pm_card_visa");
    if (chance.nextInt(12) == 0) {
      // The payment is of another amount then.
      store.storefront.post(
          "/store/carts/" + cartId + "/line-items",
          new JsonObject().put("variant_id", another).put("quantity", 1));
    }
    int browsers = chance.nextInt(3);
    try (ExecutorService tabs = Executors.newFixedThreadPool(2)) {
      for (int tab = 0; tab < browsers; tab++) {
        tabs.submit(() -> {
          for (int attempt = 0; attempt < 3; attempt++) {
            if (store.tryComplete(cartId).status() == 200) {
              return;
            }
          }
        });
      }
    }
  }

  private static void disturb(Random chance) {
    DeliveryFault[] deliveries = {
      DeliveryFault.EARLY, DeliveryFault.TWICE, DeliveryFault.DROPPED, DeliveryFault.DROPPED
    };
    if (chance.nextBoolean()) {
      store
          .stripe
          .webhooks()
          .plan(
              "payment_intent.amount_capturable_updated",
              deliveries[chance.nextInt(deliveries.length)]);
    }
    List<Fault> faults =
        List.of(
            Fault.rateLimited("endpoint-rate"),
            Fault.lockTimeout(),
            Fault.unavailable(),
            Fault.noAnswerBeforeActing(),
            Fault.noAnswerAfterActing(),
            Fault.resetInBody(),
            Fault.errorAfterEffect());
    if (chance.nextInt(3) == 0) {
      store.stripe.faults().next(READ, faults.get(chance.nextInt(faults.size())));
    }
    if (chance.nextInt(6) == 0) {
      store.stripe.faults().next(CANCEL, faults.get(chance.nextInt(faults.size())));
    }
  }

  /**
   * Makes what waits for a time due, as if a quarter of an hour and a day had passed, until all
   * payments are certain.
   */
  private static void letTimePassUntilNothingIsOpen() {
    long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    while (openWork() > 0) {
      assertThat(System.nanoTime()).as("%d are open", openWork()).isLessThan(end);
      update(
          "UPDATE payment_notice SET due_at = now(), received_at = received_at - interval '16 min'"
              + " WHERE due_at IS NOT NULL AND due_at > now()");
      update(
          "UPDATE payment_attempt SET updated_at = updated_at - interval '16 min'"
              + " WHERE status IN ('authorizing', 'authorized', 'voiding')");
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
    }
  }

  private static void update(String statement) {
    await(store.shop.carts().query(statement).execute());
  }

  private static long openWork() {
    return number(
            store.shop.carts(), "SELECT count(*) FROM payment_notice WHERE due_at IS NOT NULL")
        + number(
            store.shop.carts(),
            "SELECT count(*) FROM payment_attempt"
                + " WHERE status IN ('authorizing', 'authorized', 'voiding')");
  }

  private static long number(Pool pool, String query) {
    return await(pool.query(query).execute()).iterator().next().getLong(0);
  }

  /** Payments of orders. */
  private record Paid(String intent, long amount) {}

  /** Payments by the carts of their orders. */
  private static Map<String, List<Paid>> orders() {
    return await(
            store
                .shop
                .orders()
                .query(
                    """
                    SELECT "order".cart_id, payment.data ->> 'id' AS intent, payment.amount
                    FROM "order"
                    JOIN payment ON payment.order_id = "order".id AND payment.canceled_at IS NULL
                    """)
                .execute())
        .stream()
        .collect(
            Collectors.groupingBy(
                row -> row.getString("cart_id"),
                Collectors.mapping(
                    row -> new Paid(row.getString("intent"), row.getLong("amount")),
                    Collectors.toList())));
  }

  private static List<String> violations() {
    List<String> violations = new ArrayList<>();
    Map<String, String> owners = new HashMap<>();
    Ledger ledger = store.stripe.ledger();
    orders()
        .forEach((cartId, payments) -> {
          if (payments.size() != 1) {
            violations.add("The order of " + cartId + " has the payments " + payments);
          }
          for (Paid paid : payments) {
            long money = ledger.held(paid.intent()) + ledger.kept(paid.intent());
            if (money != paid.amount()) {
              violations.add("The order of " + cartId + " is paid with " + money + " by " + paid);
            }
            if (owners.put(paid.intent(), cartId) != null) {
              violations.add("Two orders have " + paid.intent());
            }
          }
        });
    ledger.withMoney().stream()
        .filter(intent -> !owners.containsKey(intent))
        .forEach(intent -> violations.add("No order has " + store.stripe.find(intent)));
    return violations;
  }
}
