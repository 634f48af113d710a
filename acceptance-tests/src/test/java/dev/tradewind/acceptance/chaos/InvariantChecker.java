package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.acceptance.chaos.Checkout.Outcome;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.outbox.Topic;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Checker of the shop's invariants after a chaos run, from independent sources: the history of the
 * shoppers, SQL, the ledger of the payment provider, Kafka, and HTTP.
 */
final class InvariantChecker {

  private static final int MAX_CONCURRENCY = 8;
  private static final int ORDER_SAMPLE_INTERVAL = 10;
  private static final int EXAMPLES = 3;

  private static final String ACKNOWLEDGED = "An acknowledged completion has its order";
  private static final String HELD = "Each order holds one authorization, and no other is held";
  private static final String RESOLVED = "Reconciliation resolves every payment attempt";
  private static final String KNOWN_EVENTS = "Every event on Kafka has an outbox row";
  private static final String IN_ORDER = "Events of one key are in order";
  private static final String ALL_SENT = "Every event in an outbox is on Kafka";
  private static final String SAME_BYTES = "An idempotency key always returns the same bytes";

  private static final String UNRESOLVED =
      """
      SELECT id || ' of ' || cart_id || ' is ' || status
      FROM cart.payment_attempt
      WHERE status IN ('authorizing', 'authorized', 'voiding')
      """;

  /** Invariants of the database, each with a query of its violations. */
  private static final Map<String, String> SQL =
      Map.ofEntries(
          Map.entry(
              "A cart has at most one order",
              "SELECT cart_id FROM orders.\"order\" GROUP BY cart_id HAVING count(*) > 1"),
          Map.entry(
              "A cart is closed if and only if its order exists",
              """
              SELECT coalesce(cart.id, placed.cart_id)
              FROM cart.cart
              FULL JOIN orders."order" AS placed ON placed.cart_id = cart.id
              WHERE cart.order_id IS DISTINCT FROM placed.id
              """),
          Map.entry(
              "No order is placed after its deadline",
              "SELECT id FROM orders.\"order\" WHERE placed_at > placement_deadline"),
          Map.entry(
              "The total of an order equals the sum of its lines",
              """
              SELECT placed.id
              FROM orders."order" AS placed,
                LATERAL (
                  SELECT sum((line ->> 'unit_price')::bigint * (line ->> 'quantity')::bigint) AS sum
                  FROM json_array_elements(placed.snapshot -> 'items') AS line
                ) AS lines,
                LATERAL (
                  SELECT coalesce(sum((method ->> 'price')::bigint), 0) AS sum
                  FROM json_array_elements(placed.snapshot -> 'shipping_methods') AS method
                ) AS methods,
                LATERAL json_to_record(placed.snapshot -> 'totals') AS totals (
                  subtotal bigint, shipping_total bigint, tax_total bigint, discount_total bigint,
                  gift_card_total bigint, total bigint
                )
              WHERE lines.sum <> totals.subtotal
                OR methods.sum <> totals.shipping_total
                OR placed.total <> totals.total
                OR placed.total <> lines.sum + methods.sum + totals.tax_total
                  - totals.discount_total - totals.gift_card_total
              """),
          Map.entry(
              "An order has one payment of its total",
              """
              SELECT placed.id
              FROM orders."order" AS placed
              LEFT JOIN orders.payment ON payment.order_id = placed.id
              GROUP BY placed.id
              HAVING count(payment.id) <> CASE WHEN placed.total > 0 THEN 1 ELSE 0 END
                OR coalesce(sum(payment.amount), 0) <> placed.total
              """),
          Map.entry(
              "A payment attempt is used if and only if it is a payment",
              """
              SELECT coalesce(attempt.id, payment.id)
              FROM (SELECT * FROM cart.payment_attempt WHERE status = 'used') AS attempt
              FULL JOIN orders.payment ON payment.id = attempt.id
              WHERE attempt.order_id IS DISTINCT FROM payment.order_id
                OR attempt.amount IS DISTINCT FROM payment.amount
              """),
          Map.entry(
              "Stock equals initial stock minus ordered quantity, and is never negative",
              """
              SELECT variant.id || ' has ' || variant.inventory_quantity || ' of ' || stocked.quantity
                || ', ordered ' || coalesce(ordered.quantity, 0)
                || ', taken ' || coalesce(taken.quantity, 0)
              FROM chaos.stocked
              JOIN catalog.product_variant AS variant ON variant.id = stocked.variant_id
              LEFT JOIN (
                SELECT line ->> 'variant_id' AS variant_id,
                  sum((line ->> 'quantity')::bigint) AS quantity
                FROM orders."order" AS placed, json_array_elements(placed.snapshot -> 'items') AS line
                GROUP BY 1
              ) AS ordered ON ordered.variant_id = variant.id
              LEFT JOIN (
                SELECT variant_id, sum(quantity) AS quantity
                FROM catalog.stock_taking
                WHERE returned_at IS NULL
                GROUP BY 1
              ) AS taken ON taken.variant_id = variant.id
              WHERE variant.manage_inventory
                AND (variant.inventory_quantity < 0
                  OR stocked.quantity - variant.inventory_quantity <> coalesce(ordered.quantity, 0)
                  OR coalesce(taken.quantity, 0) <> coalesce(ordered.quantity, 0))
              """),
          Map.entry(
              "The usage count of a discount equals the orders with it, within its limit",
              """
              SELECT discount.code || ' was used ' || discount.usage_count || ' times'
              FROM discount.discount
              WHERE usage_count > usage_limit
                OR usage_count <> (
                  SELECT count(*)
                  FROM discount.discount_redemption AS redeemed
                  WHERE redeemed.discount_id = discount.id AND released_at IS NULL)
                OR usage_count <> (
                  SELECT count(*)
                  FROM orders."order" AS placed,
                    json_array_elements(placed.snapshot -> 'discounts') AS of_order
                  WHERE of_order ->> 'id' = discount.id)
              """),
          Map.entry(
              "The balance of a gift card equals its value minus the charges of orders",
              """
              SELECT card.code || ' has ' || card.balance || ' of ' || card.value
              FROM discount.gift_card AS card
              WHERE balance < 0
                OR value - balance <> (
                  SELECT coalesce(sum(amount), 0)
                  FROM discount.gift_card_transaction AS taken
                  WHERE taken.gift_card_id = card.id)
                OR value - balance <> (
                  SELECT coalesce(sum((taken ->> 'amount')::bigint), 0)
                  FROM orders."order" AS placed,
                    json_array_elements(placed.snapshot -> 'gift_card_transactions') AS taken
                  WHERE taken ->> 'gift_card_id' = card.id)
              """),
          Map.entry(
              "An order has one order.placed event",
              """
              SELECT coalesce(placed.id, event.subject)
              FROM orders."order" AS placed
              FULL JOIN (SELECT * FROM orders.outbox WHERE type = 'order.placed') AS event
                ON event.subject = placed.id
              GROUP BY 1, placed.id
              HAVING count(event.event_id) <> 1 OR placed.id IS NULL
              """));

  private final ChaosCluster cluster;
  private final Duration reconciliation;
  private final List<String> violations = new ArrayList<>();
  private final List<Checkout> history;
  private long published;
  private long repeatedEvents;

  /**
   * @param reconciliation timeout of the reconciliation of unresolved payment attempts
   */
  InvariantChecker(ChaosCluster cluster, Duration reconciliation) {
    this.cluster = cluster;
    this.reconciliation = reconciliation;
    this.history = cluster.shoppers().history();
  }

  /** Checks all invariants and returns their violations, one sentence each. */
  List<String> violations() {
    ChaosCluster.await("an empty outbox", () -> Outboxes.waiting(cluster.database()) == 0);
    violations.addAll(cluster.violations());
    reconcilePayments();
    SQL.forEach((invariant, query) -> recordViolations(invariant, cluster.database().texts(query)));
    checkHistory();
    checkLedger();
    checkKafka();
    checkHttp();
    return violations;
  }

  /** Invariants that a corruption of stored data can violate. */
  static List<String> invariants() {
    List<String> invariants =
        new ArrayList<>(
            List.of(ACKNOWLEDGED, HELD, RESOLVED, KNOWN_EVENTS, IN_ORDER, ALL_SENT, SAME_BYTES));
    invariants.addAll(SQL.keySet());
    return invariants;
  }

  String summary() {
    return "%d events on Kafka, %d of them delivered again under the same id"
        .formatted(published, repeatedEvents);
  }

  private void recordViolations(String invariant, List<String> by) {
    if (!by.isEmpty()) {
      violations.add(
          "Violated: %s; %d times: %s"
              .formatted(
                  invariant,
                  by.size(),
                  by.stream().limit(EXAMPLES).collect(Collectors.joining("; "))));
    }
  }

  private List<Checkout> orders() {
    return history.stream().filter(Checkout::isOrdered).toList();
  }

  private void checkHistory() {
    Map<String, String> orderOfCart = new HashMap<>();
    cluster
        .database()
        .rows("SELECT cart_id, id FROM orders.\"order\"")
        .forEach(row -> orderOfCart.put(row.get(0), row.get(1)));
    recordViolations(
        ACKNOWLEDGED,
        orders().stream()
            .filter(checkout -> !checkout.orderId().equals(orderOfCart.get(checkout.cartId())))
            .map(checkout -> checkout.key() + " in " + checkout.cartId())
            .toList());
    recordViolations(
        "A refused completion has no order",
        history.stream()
            .filter(checkout ->
                checkout.outcome() == Outcome.REFUSED
                    && checkout.cartId() != null
                    && orderOfCart.containsKey(checkout.cartId()))
            .map(checkout -> checkout.key() + " in " + checkout.cartId() + ": " + checkout.said())
            .toList());
    List<String> failed =
        history.stream()
            .filter(checkout -> checkout.outcome() == Outcome.FAILED)
            .map(checkout -> checkout.key() + ": " + checkout.said())
            .toList();
    if (failed.size() * 1_000L > history.size()) {
      recordViolations("At least 99.9% of checkouts succeed", failed);
    }
  }

  /**
   * Ages unresolved payment attempts by hours until the nodes have reconciled all of them: after
   * that, no attempt justifies an authorization that no order uses.
   */
  private void reconcilePayments() {
    long deadline = System.nanoTime() + reconciliation.toNanos();
    List<String> unresolved = cluster.database().texts(UNRESOLVED);
    while (!unresolved.isEmpty() && System.nanoTime() < deadline) {
      cluster
          .database()
          .execute(
              """
              UPDATE cart.payment_attempt
              SET updated_at = updated_at - interval '1 hour'
              WHERE status IN ('authorizing', 'authorized', 'voiding')
              """);
      ChaosCluster.pause(Duration.ofSeconds(1));
      unresolved = cluster.database().texts(UNRESOLVED);
    }
    recordViolations(RESOLVED, unresolved);
  }

  /** Compares the authorizations in the provider's ledger with the payments of orders. */
  private void checkLedger() {
    Map<String, Set<String>> paid = new HashMap<>();
    cluster
        .database()
        .rows("SELECT cart_id, id FROM orders.payment")
        .forEach(row -> paid.computeIfAbsent(row.get(0), cart -> new HashSet<>()).add(row.get(1)));
    Map<String, Set<String>> held = new HashMap<>(LedgerPaymentProvider.held(cluster.ledger()));
    held.values().removeIf(Set::isEmpty);
    Set<String> carts = new HashSet<>(held.keySet());
    carts.addAll(paid.keySet());
    recordViolations(
        HELD,
        carts.stream()
            .filter(cart -> !held.getOrDefault(cart, Set.of()).equals(paid.get(cart)))
            .map(cart -> cart + " held " + held.get(cart) + ", paid " + paid.get(cart))
            .toList());
  }

  private record Written(String schema, long id) {}

  private void checkKafka() {
    Map<String, Written> written = new HashMap<>();
    cluster
        .database()
        .rows("SELECT event_id, schema, id FROM (" + Outboxes.all() + ") AS o")
        .forEach(
            row -> written.put(row.get(0), new Written(row.get(1), Long.parseLong(row.get(2)))));
    Set<String> seen = new HashSet<>();
    List<String> unknown = new ArrayList<>();
    List<String> disordered = new ArrayList<>();
    Map<String, Long> lastOfKey = new HashMap<>();
    for (Topic topic : Topics.ALL) {
      for (KafkaEvents.Event event : KafkaEvents.all(cluster.kafkaServers(), topic.name())) {
        published++;
        String id = event.header("ce_id");
        Written row = written.get(id);
        if (row == null) {
          unknown.add(topic.name() + " " + id);
        } else if (!seen.add(id)) {
          repeatedEvents++;
        } else {
          String key = topic.name() + " " + event.message().key() + " of " + row.schema();
          Long before = lastOfKey.put(key, row.id());
          if (before != null && before > row.id()) {
            disordered.add(key + ": " + row.id() + " after " + before);
          }
        }
      }
    }
    recordViolations(KNOWN_EVENTS, unknown);
    recordViolations(IN_ORDER, disordered);
    recordViolations(ALL_SENT, written.keySet().stream().filter(id -> !seen.contains(id)).toList());
  }

  private void checkHttp() {
    ChaosClient client = cluster.client(cluster.nodes());
    ConcurrentLinkedQueue<String> otherBytes = new ConcurrentLinkedQueue<>();
    forEach(
        orders(),
        checkout -> {
          String path = "/store/carts/" + checkout.cartId() + "/complete";
          Answer answer = ask(client, "POST", path, checkout.key());
          if (answer.status() != 200 || !answer.text().equals(checkout.said())) {
            otherBytes.add(checkout.key() + ": " + answer.status() + " " + answer.text());
          }
        });
    recordViolations(SAME_BYTES, List.copyOf(otherBytes));
    ConcurrentLinkedQueue<String> otherTotals = new ConcurrentLinkedQueue<>();
    List<Checkout> orders = orders();
    forEach(
        IntStream.iterate(0, each -> each < orders.size(), each -> each + ORDER_SAMPLE_INTERVAL)
            .mapToObj(orders::get)
            .toList(),
        checkout -> {
          Answer answer = ask(client, "GET", "/store/orders/" + checkout.orderId(), null);
          if (answer.status() != 200
              || !isTotalOfItsLines(answer.body().getJsonObject("order"), checkout)) {
            otherTotals.add(checkout.orderId() + ": " + answer.status() + " " + answer.text());
          }
        });
    recordViolations("GET of an order returns the total of its checkout", List.copyOf(otherTotals));
    violations.addAll(client.unexpectedResponses());
  }

  private static boolean isTotalOfItsLines(JsonObject order, Checkout checkout) {
    JsonArray items = order.getJsonArray("items");
    JsonObject item = items.getJsonObject(0);
    return items.size() == 1
        && item.getString("variant_id").equals(checkout.wish().variantId())
        && item.getInteger("quantity") == checkout.wish().quantity()
        && order.getLong("total")
            == item.getLong("unit_price") * item.getInteger("quantity")
                + order.getLong("shipping_total")
                + order.getLong("tax_total")
                - order.getLong("discount_total")
                - order.getLong("gift_card_total");
  }

  private static Answer ask(ChaosClient client, String method, String path, String key) {
    try {
      return client.send(path.hashCode(), method, path, null, key, Duration.ofSeconds(30));
    } catch (IOException failure) {
      throw new AssertionError(path, failure);
    }
  }

  private static void forEach(List<Checkout> checkouts, Consumer<Checkout> work) {
    Semaphore free = new Semaphore(MAX_CONCURRENCY);
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Checkout checkout : checkouts) {
        free.acquireUninterruptibly();
        each.execute(() -> {
          try {
            work.accept(checkout);
          } finally {
            free.release();
          }
        });
      }
    }
  }
}
