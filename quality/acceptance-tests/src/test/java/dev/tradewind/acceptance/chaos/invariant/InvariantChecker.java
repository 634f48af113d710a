package dev.tradewind.acceptance.chaos.invariant;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.LedgerFulfillmentProvider;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.acceptance.chaos.ChaosClient;
import dev.tradewind.acceptance.chaos.ChaosCluster;
import dev.tradewind.acceptance.chaos.ChaosPlan;
import dev.tradewind.acceptance.chaos.Outboxes;
import dev.tradewind.acceptance.chaos.UnreliableHook;
import dev.tradewind.acceptance.chaos.load.AfterSale;
import dev.tradewind.acceptance.chaos.load.Checkout;
import dev.tradewind.acceptance.chaos.load.Checkout.Outcome;
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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Checker of the shop's invariants after a chaos run, from independent sources: the history of the
 * shoppers and the staff, SQL, the ledgers of the providers, Kafka, and HTTP.
 */
public final class InvariantChecker {

  private static final int MAX_CONCURRENCY = 8;
  private static final int ORDER_SAMPLE_INTERVAL = 10;
  private static final int EXAMPLES = 3;

  private static final String ACKNOWLEDGED = "An acknowledged completion has its order";
  private static final String HELD = "Each order holds one authorization, and no other is held";
  private static final String RESOLVED = "Reconciliation resolves every payment attempt";
  private static final String FINISHED = "Retriers finish every operation at a provider";
  private static final String SETTLED =
      "Notices of payments, e-mails and files that waited for a service are settled";
  private static final String KEPT = "An order keeps what staff did with it";
  private static final String CAPTURED =
      "The payment provider has captured the captured payments, and nothing else";
  private static final String REFUNDED =
      "The payment provider has refunded the refunds of orders, and nothing else";
  private static final String FULFILLED =
      "The fulfillment provider has the fulfillments and returns of orders, and no others";
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

  private static final String AGE_ATTEMPTS =
      """
      UPDATE cart.payment_attempt
      SET updated_at = updated_at - interval '1 hour'
      WHERE status IN ('authorizing', 'authorized', 'voiding')
      """;

  private static final String UNFINISHED =
      """
      SELECT id FROM orders.payment_work WHERE status = 'asked'
      UNION ALL
      SELECT id FROM orders.fulfillment_work WHERE status = 'asked'
      """;

  private static final String AGE_OPERATIONS =
      """
      UPDATE orders.payment_work
      SET updated_at = updated_at - interval '1 hour'
      WHERE status = 'asked';
      UPDATE orders.fulfillment_work
      SET updated_at = updated_at - interval '1 hour'
      WHERE status = 'asked'
      """;

  /** Invariants of the sale in the database, each with a query of its violations. */
  private static final Map<String, String> SQL =
      Map.ofEntries(
          Map.entry(
              "A cart has at most one order",
              "SELECT cart_id FROM orders.\"order\" GROUP BY cart_id HAVING count(*) > 1"),
          Map.entry(
              "A cart is closed if and only if its order exists",
              """
              SELECT coalesce(cart.id, placed.cart_id)
              FROM (SELECT * FROM cart.cart WHERE type <> 'swap') AS cart
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
              "An order has one payment of its cart, and with those of its edits its total",
              """
              SELECT placed.id
              FROM orders."order" AS placed
              LEFT JOIN orders.payment ON payment.order_id = placed.id AND payment.swap_id IS NULL
              GROUP BY placed.id
              HAVING count(payment.id) FILTER (WHERE payment_collection_id IS NULL)
                  <> CASE WHEN placed.total > 0 THEN 1 ELSE 0 END
                OR coalesce(sum(payment.amount), 0) <> placed.total
              """),
          Map.entry(
              "A payment attempt is used if and only if it is a payment",
              """
              SELECT coalesce(attempt.id, payment.id)
              FROM (SELECT * FROM cart.payment_attempt WHERE status = 'used') AS attempt
              FULL JOIN (
                SELECT * FROM orders.payment WHERE payment_collection_id IS NULL
              ) AS payment ON payment.id = attempt.id
              WHERE attempt.order_id IS DISTINCT FROM payment.order_id
                OR attempt.amount IS DISTINCT FROM payment.amount
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
                  WHERE of_order ->> 'id' = discount.id AND placed.canceled_at IS NULL)
              """),
          Map.entry(
              "The balance of a gift card equals its value minus charges and withdrawals",
              """
              SELECT card.code || ' has ' || card.balance || ' of ' || card.value
              FROM discount.gift_card AS card,
                LATERAL (
                  SELECT coalesce(sum(amount), 0) AS amount
                  FROM discount.gift_card_withdrawal AS withdrawal
                  WHERE withdrawal.gift_card_id = card.id AND restored_at IS NULL
                ) AS withdrawn
              WHERE balance < 0
                OR value - balance - withdrawn.amount <> (
                  SELECT coalesce(sum(amount), 0)
                  FROM discount.gift_card_transaction AS taken
                  WHERE taken.gift_card_id = card.id)
                OR value - balance - withdrawn.amount <> (
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
              """),
          Map.entry(
              "What a hook answered about an order is recorded with it",
              """
              SELECT placed.id
              FROM orders."order" AS placed
              WHERE placed.metadata ? '%1$s'
                AND NOT EXISTS (
                  SELECT FROM orders.outbox AS event
                  WHERE event.subject = placed.id
                    AND jsonb_path_exists(
                      event.data,
                      '$.after.decisions[*].answer.metadata.%1$s ? (@ == $answer)',
                      jsonb_build_object('answer', placed.metadata -> '%1$s')))
              """
                  .formatted(UnreliableHook.ANSWER)));

  private final ChaosCluster cluster;
  private final Duration reconciliation;
  private final List<String> violations = new ArrayList<>();
  private final List<Checkout> history;
  private final List<AfterSale> afterSales;
  private long published;
  private long repeatedEvents;

  /**
   * @param reconciliation timeout of the reconciliation of unresolved payment attempts
   */
  public InvariantChecker(ChaosCluster cluster, Duration reconciliation) {
    this.cluster = cluster;
    this.reconciliation = reconciliation;
    this.history = cluster.shoppers().history();
    this.afterSales = cluster.shoppers().afterSales();
  }

  /** Checks all invariants and returns their violations, one sentence each. */
  public List<String> violations() {
    violations.addAll(cluster.violations());
    reconcile(RESOLVED, UNRESOLVED, AGE_ATTEMPTS);
    reconcile(FINISHED, UNFINISHED, AGE_OPERATIONS);
    if (cluster.plan().hasServices()) {
      cluster.services().deliverLateWebhooks();
      reconcile(SETTLED, ServiceInvariants.UNSETTLED, ServiceInvariants.AGE);
      new ServiceInvariants(cluster).violations().forEach(this::recordViolations);
    }
    ChaosCluster.await("an empty outbox", () -> Outboxes.waiting(cluster.database()) == 0);
    SQL.forEach(this::checkDatabase);
    AfterSaleInvariants.SQL.forEach(this::checkDatabase);
    SettlementInvariants.SQL.forEach(this::checkDatabase);
    checkHistory();
    checkAfterSales();
    checkAuthorizations();
    checkMovedMoney();
    checkFulfillments();
    checkKafka();
    checkHttp();
    return violations;
  }

  /** Invariants that a corruption of stored data can violate. */
  public static List<String> invariants(ChaosPlan plan) {
    List<String> invariants =
        new ArrayList<>(
            List.of(
                ACKNOWLEDGED,
                HELD,
                RESOLVED,
                FINISHED,
                KEPT,
                CAPTURED,
                REFUNDED,
                FULFILLED,
                KNOWN_EVENTS,
                IN_ORDER,
                ALL_SENT,
                SAME_BYTES));
    invariants.addAll(SQL.keySet());
    invariants.addAll(AfterSaleInvariants.SQL.keySet());
    invariants.addAll(SettlementInvariants.SQL.keySet());
    if (plan.hasServices()) {
      invariants.add(SETTLED);
      invariants.addAll(ServiceInvariants.NAMES);
    }
    return invariants;
  }

  public String summary() {
    return "%d events on Kafka, %d of them delivered again under the same id; staff finished %d of %d"
            .formatted(
                published,
                repeatedEvents,
                afterSales.stream().filter(AfterSale::isDone).count(),
                afterSales.size())
        + " orders: %s, after %d retries"
            .formatted(
                afterSales.stream()
                    .collect(
                        Collectors.groupingBy(
                            AfterSale::goal, TreeMap::new, Collectors.counting())),
                afterSales.stream().mapToInt(AfterSale::retries).sum());
  }

  private void checkDatabase(String invariant, String query) {
    recordViolations(invariant, cluster.database().texts(query));
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

  /** Compares what staff saw at the end of its work with the order. */
  private void checkAfterSales() {
    Map<String, AfterSale.End> ends = new HashMap<>();
    cluster
        .database()
        .rows(AfterSaleInvariants.ENDS)
        .forEach(row ->
            ends.put(
                row.get(0),
                new AfterSale.End(
                    Long.parseLong(row.get(1)),
                    Long.parseLong(row.get(2)),
                    Long.parseLong(row.get(3)),
                    Long.parseLong(row.get(4)),
                    row.get(5).equals("t"))));
    recordViolations(
        KEPT,
        afterSales.stream()
            .filter(AfterSale::isDone)
            .filter(afterSale -> !ends.get(afterSale.orderId()).equals(afterSale.end()))
            .map(afterSale ->
                "%s was %s and is %s"
                    .formatted(afterSale.orderId(), afterSale.end(), ends.get(afterSale.orderId())))
            .toList());
    List<String> failed =
        afterSales.stream()
            .filter(afterSale -> !afterSale.isDone())
            .map(afterSale ->
                afterSale.orderId() + " should be " + afterSale.goal() + ": " + afterSale.said())
            .toList();
    if (failed.size() * 1_000L > afterSales.size()) {
      recordViolations("Staff finishes at least 99.9% of its orders", failed);
    }
  }

  /**
   * Ages unresolved work by hours until the nodes have resolved all of it: after that, nothing is
   * at a provider that no order explains.
   */
  private void reconcile(String invariant, String unresolved, String aging) {
    long deadline = System.nanoTime() + reconciliation.toNanos();
    List<String> left = cluster.database().texts(unresolved);
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      cluster.database().execute(aging);
      ChaosCluster.pause(Duration.ofSeconds(1));
      left = cluster.database().texts(unresolved);
    }
    recordViolations(invariant, left);
  }

  /** Compares the authorizations in the provider's ledger with the payments of orders. */
  private void checkAuthorizations() {
    Map<String, Set<String>> paid = new HashMap<>();
    cluster
        .database()
        .rows(
            """
            SELECT coalesce(cart_id, payment_collection_id), id
            FROM orders.payment
            WHERE canceled_at IS NULL AND NOT awaits_authorization AND provider_id = 'ledger'
            """)
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

  /** Compares captures and refunds in the provider's ledger with those of orders. */
  private void checkMovedMoney() {
    compareAmounts(
        CAPTURED,
        LedgerPaymentProvider.moved(cluster.ledger(), "capture"),
        """
        SELECT id, amount FROM orders.payment
        WHERE captured_at IS NOT NULL AND provider_id = 'ledger'
        """);
    compareAmounts(
        REFUNDED,
        LedgerPaymentProvider.moved(cluster.ledger(), "refund"),
        """
        SELECT refund.id, refund.amount
        FROM orders.refund
        JOIN orders.payment ON payment.order_id = refund.order_id
        WHERE payment.provider_id = 'ledger'
        GROUP BY refund.id
        """);
  }

  private void compareAmounts(String invariant, Map<String, Long> moved, String query) {
    Map<String, Long> recorded = new HashMap<>();
    cluster
        .database()
        .rows(query)
        .forEach(row -> recorded.put(row.get(0), Long.valueOf(row.get(1))));
    recordViolations(invariant, differences(moved, recorded));
  }

  /** Keys whose amounts differ, or that only one of both has. */
  public static List<String> differences(Map<String, Long> moved, Map<String, Long> recorded) {
    Set<String> keys = new HashSet<>(moved.keySet());
    keys.addAll(recorded.keySet());
    return keys.stream()
        .filter(key -> !Objects.equals(moved.get(key), recorded.get(key)))
        .map(key -> key + " moved " + moved.get(key) + ", recorded " + recorded.get(key))
        .toList();
  }

  /**
   * Compares the ledger of the fulfillment provider with the fulfillments and returns of orders.
   */
  private void checkFulfillments() {
    Set<String> recorded =
        Set.copyOf(
            cluster
                .database()
                .texts(
                    """
                    SELECT id FROM orders.fulfillment
                    WHERE accepted_at IS NOT NULL AND canceled_at IS NULL
                    UNION ALL
                    SELECT id FROM orders."return" WHERE shipping_method IS NOT NULL
                    """));
    Set<String> noted = new HashSet<>(LedgerFulfillmentProvider.open(cluster.fulfillmentLedger()));
    noted.addAll(LedgerFulfillmentProvider.returns(cluster.fulfillmentLedger()));
    Set<String> all = new HashSet<>(recorded);
    all.addAll(noted);
    recordViolations(
        FULFILLED,
        all.stream()
            .filter(id -> !recorded.contains(id) || !noted.contains(id))
            .map(id -> id + (recorded.contains(id) ? " is not at the provider" : " is unknown"))
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
          String key = orderedKey(topic, event) + " of " + row.schema();
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

  /**
   * Key within which outbox ids have the order of commits. Two orders that take different variants
   * of one product do not wait for each other, so the later id may be committed first.
   */
  private static String orderedKey(Topic topic, KafkaEvents.Event event) {
    String key = topic.name() + " " + event.message().key();
    return topic.name().equals(Topics.CATALOG) ? key + " " + event.header("ce_subject") : key;
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
    Set<String> edited =
        afterSales.stream()
            .filter(afterSale -> afterSale.goal() == AfterSale.Goal.EDITED)
            .map(AfterSale::orderId)
            .collect(Collectors.toSet());
    List<Checkout> orders =
        orders().stream().filter(checkout -> !edited.contains(checkout.orderId())).toList();
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
