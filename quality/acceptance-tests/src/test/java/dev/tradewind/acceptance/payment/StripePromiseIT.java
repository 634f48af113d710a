package dev.tradewind.acceptance.payment;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger;
import dev.tradewind.stripe.testserver.webhook.DeliveryFault;
import dev.tradewind.testing.Lane;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One order and one charge for each cart, in every order of events: carts are paid at Stripe and
 * completed by browsers, several concurrently or not at all, beside webhooks that come early,
 * twice, in any order or never, while Stripe's answers are lost or refused and the nodes of a
 * cluster are killed and started again, one by one and all together. No payment keeps money without
 * an order, and no order is without its payment.
 */
class StripePromiseIT {

  private static final Logger LOG = LoggerFactory.getLogger(StripePromiseIT.class);

  private static final int CARTS = Lane.count("tradewind.stripe.carts", 40, 10_000);
  private static final int SHOPPERS = 12;
  private static final int NODES = 2;
  private static final int CARTS_BETWEEN_KILLS = Math.max(20, CARTS / 20);

  private static final String READ = "GET /v1/payment_intents/{id}";
  private static final String CANCEL = "POST /v1/payment_intents/{id}/cancel";

  private static final JsonObject SHOPPER =
      new JsonObject()
          .put("email", "shopper@example.com")
          .put(
              "shipping_address",
              new JsonObject()
                  .put("first_name", "Ada")
                  .put("last_name", "Lovelace")
                  .put("address_1", "1 Main St")
                  .put("city", "Town")
                  .put("postal_code", "1000")
                  .put("country_code", "de"));

  private static final Semaphore PERMITS = new Semaphore(0);
  private static final AtomicInteger BEGUN = new AtomicInteger();

  private static StripeAccount stripe;
  private static Cluster cluster;
  private static List<Cluster.Gateway> nodes;
  private static String euros;
  private static String shippingOption;

  @BeforeAll
  static void open() {
    stripe = new StripeAccount();
    cluster = new Cluster(NODES);
    stripe.settings().forEach(cluster::with);
    nodes = new CopyOnWriteArrayList<>(List.of(cluster.full(), cluster.full()));
    nodes.forEach(node -> stripe.subscribe(node.url()));
    cluster.execute(
        """
        DELETE FROM catalog.region_payment_provider;
        INSERT INTO catalog.region_payment_provider SELECT id, 'stripe' FROM catalog.region;
        UPDATE catalog.product_variant SET inventory_quantity = 10000000
        """);
    euros = nodes.getFirst().euros();
    Storefront storefront = nodes.getFirst().storefront();
    String cartId = nodes.getFirst().readyCart();
    shippingOption =
        storefront
            .get("/store/shipping-options/" + cartId)
            .body()
            .getJsonArray("shipping_options")
            .getJsonObject(0)
            .getString("id");
  }

  @AfterAll
  static void close() {
    cluster.close();
    stripe.close();
  }

  @Test
  void eachCartIsPaidOnceByItsOrder() throws Exception {
    long seed = Long.getLong("tradewind.stripe.seed", 20_261_126L);
    String plenty = nodes.getFirst().variant(0);
    String scarce = nodes.getFirst().variant(1);
    // More carts have the scarce goods than there are; they are filled before any is sold.
    cluster.execute(
        "UPDATE catalog.product_variant SET inventory_quantity = %d WHERE id = '%s'"
            .formatted(1 + CARTS / 20, scarce));
    List<String> scarceCarts = new ArrayList<>();
    for (int number = 0; number < CARTS / 10; number++) {
      scarceCarts.add(newCart(new Random(number), scarce));
    }
    List<Future<?>> shoppers = new ArrayList<>();
    int kills;
    try (ExecutorService threads = Executors.newFixedThreadPool(SHOPPERS)) {
      for (int number = 0; number < CARTS; number++) {
        Random chance = new Random(seed + number);
        String prepared = number % 10 == 0 ? scarceCarts.get(number / 10) : null;
        shoppers.add(
            threads.submit(
                () -> shop(chance, prepared == null ? newCart(chance, plenty) : prepared, plenty)));
      }
      kills = killNodesMeanwhile();
    }
    for (Future<?> shopper : shoppers) {
      shopper.get();
    }
    stripe.stripe.faults().clear();
    // What Stripe could not deliver comes late.
    stripe.advance(Duration.ofHours(4));

    letTimePassUntilNothingIsOpen();

    Map<String, List<Paid>> orders = orders();
    LOG.info(
        "{} carts, {} orders, {} nodes killed, {} payments released",
        CARTS,
        orders.size(),
        kills,
        cluster.count("SELECT count(*) FROM cart.payment_attempt WHERE status = 'voided'"));
    assertThat(violations(orders)).as("seed %d", seed).isEmpty();
    assertThat(orders).as("seed %d", seed).hasSizeGreaterThan(CARTS / 2);
  }

  /**
   * Lets shoppers pay, and kills nodes in turn between them, once in a while all together. Each is
   * started again while others pay.
   */
  private static int killNodesMeanwhile() {
    int kills = 0;
    int dead = 0;
    for (int allowed = 0; allowed < CARTS; ) {
      allowed += CARTS_BETWEEN_KILLS;
      PERMITS.release(CARTS_BETWEEN_KILLS);
      for (; dead > 0; dead--) {
        int node = (kills - dead) % NODES;
        nodes.set(node, cluster.fullAgain(nodes.get(node)));
      }
      while (BEGUN.get() < Math.min(allowed, CARTS)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      if (allowed < CARTS) {
        dead = kills % 4 == 1 ? NODES : 1;
        for (int each = 0; each < dead; each++) {
          nodes.get(kills++ % NODES).process().kill();
        }
      }
    }
    return kills;
  }

  private static String newCart(Random chance, String variantId) {
    JsonObject line = new JsonObject().put("variant_id", variantId).put("quantity", 1);
    JsonObject cart =
        new JsonObject().put("region_id", euros).put("items", new JsonArray().add(line));
    String id = ok(chance, "/store/carts", cart).getString("id");
    ok(chance, "/store/carts/" + id, SHOPPER);
    ok(
        chance,
        "/store/carts/" + id + "/shipping-methods",
        new JsonObject().put("option_id", shippingOption));
    return id;
  }

  private static void shop(Random chance, String cartId, String another) {
    PERMITS.acquireUninterruptibly();
    BEGUN.incrementAndGet();
    JsonObject session =
        ok(chance, "/store/carts/" + cartId + "/payment-sessions", null)
            .getJsonArray("payment_sessions")
            .getJsonObject(0)
            .getJsonObject("data");
    disturb(chance);
    stripe.confirm(session, "pm_card_visa");
    if (chance.nextInt(12) == 0) {
      // The payment is of another amount then.
      ask(
          chance,
          node ->
              node.post(
                  "/store/carts/" + cartId + "/line-items",
                  new JsonObject().put("variant_id", another).put("quantity", 1)));
    }
    int browsers = chance.nextInt(3);
    try (ExecutorService tabs = Executors.newFixedThreadPool(2)) {
      for (int tab = 0; tab < browsers; tab++) {
        Random own = new Random(chance.nextLong());
        tabs.submit(
            () -> ask(own, node -> node.post("/store/carts/" + cartId + "/complete", null)));
      }
    }
  }

  private static JsonObject ok(Random chance, String path, JsonObject body) {
    Answer answer = ask(chance, node -> node.post(path, body));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.cart();
  }

  /** Answer of a node that lives; a shopper repeats what is lost, failed or in conflict. */
  private static Answer ask(Random chance, Function<Storefront, Answer> request) {
    long end = System.nanoTime() + LIMIT.toNanos();
    for (int node = chance.nextInt(NODES); ; node++) {
      String trouble;
      try {
        Answer answer = request.apply(nodes.get(node % NODES).storefront());
        if (answer.status() < 500 && answer.status() != 409) {
          return answer;
        }
        assertThat(answer.status()).as(answer.text()).isNotEqualTo(500);
        trouble = answer.text();
      } catch (AssertionError failure) {
        if (!(failure.getCause() instanceof IOException)) {
          throw failure;
        }
        trouble = failure.toString();
      }
      assertThat(System.nanoTime()).as(trouble).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private static void disturb(Random chance) {
    DeliveryFault[] deliveries = {
      DeliveryFault.EARLY, DeliveryFault.TWICE, DeliveryFault.DROPPED, DeliveryFault.DROPPED
    };
    if (chance.nextBoolean()) {
      stripe
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
      stripe.stripe.faults().next(READ, faults.get(chance.nextInt(faults.size())));
    }
    if (chance.nextInt(6) == 0) {
      stripe.stripe.faults().next(CANCEL, faults.get(chance.nextInt(faults.size())));
    }
  }

  /**
   * Makes what waits for a time due, as if a quarter of an hour and a day had passed, until all
   * payments are certain.
   */
  private static void letTimePassUntilNothingIsOpen() {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (openWork() > 0) {
      assertThat(System.nanoTime()).as("%d are open", openWork()).isLessThan(end);
      cluster.execute(
          """
          UPDATE cart.payment_notice
          SET due_at = now(), received_at = received_at - interval '16 min'
          WHERE due_at IS NOT NULL AND due_at > now();
          UPDATE cart.payment_attempt SET updated_at = updated_at - interval '16 min'
          WHERE status IN ('authorizing', 'authorized', 'voiding')
          """);
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
    }
  }

  private static long openWork() {
    return cluster.count("SELECT count(*) FROM cart.payment_notice WHERE due_at IS NOT NULL")
        + cluster.count(
            "SELECT count(*) FROM cart.payment_attempt"
                + " WHERE status IN ('authorizing', 'authorized', 'voiding')");
  }

  /** Payments of orders. */
  private record Paid(String intent, long amount) {}

  /** Payments by the carts of their orders. */
  private static Map<String, List<Paid>> orders() {
    return await(
            cluster
                .pool(stripe.vertx, OrderVerticle.SCHEMA)
                .query(
                    """
                    SELECT "order".cart_id, payment.data ->> 'id' AS intent, payment.amount
                    FROM "order"
                    LEFT JOIN payment
                      ON payment.order_id = "order".id AND payment.canceled_at IS NULL
                    """)
                .execute())
        .stream()
        .collect(
            Collectors.groupingBy(
                row -> row.getString("cart_id"),
                Collectors.filtering(
                    row -> row.getString("intent") != null,
                    Collectors.mapping(
                        row -> new Paid(row.getString("intent"), row.getLong("amount")),
                        Collectors.toList()))));
  }

  private static List<String> violations(Map<String, List<Paid>> orders) {
    List<String> violations = new ArrayList<>();
    Map<String, String> owners = new HashMap<>();
    Ledger ledger = stripe.stripe.ledger();
    orders.forEach((cartId, payments) -> {
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
        .forEach(intent -> violations.add("No order has " + stripe.stripe.find(intent)));
    return violations;
  }
}
