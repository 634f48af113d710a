package dev.tradewind.acceptance.chaos.invariant;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.chaos.ChaosClient;
import dev.tradewind.acceptance.chaos.ChaosCluster;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Invariants of what the shop did at Stripe, at the mail server and in the S3 store. */
final class ServiceInvariants {

  private static final String PAID =
      "Stripe has the money of the payments of orders, captured as they are, and no other";
  private static final String MAILED = "Every notification is one e-mail, and no other was sent";
  private static final String CONFIRMED = "Every order is confirmed by an e-mail";
  private static final String STORED = "Every acknowledged file is in the S3 store, unchanged";

  static final List<String> NAMES = List.of(PAID, MAILED, CONFIRMED, STORED);

  /** Work that waits for a service, or for the time of its next attempt. */
  static final String UNSETTLED =
      """
      SELECT 'notice ' || id FROM cart.payment_notice WHERE due_at IS NOT NULL
      UNION ALL
      SELECT 'notification ' || id FROM orders.notification_work WHERE status = 'asked'
      UNION ALL
      SELECT 'file ' || file_key FROM batch.file_move
      """;

  static final String AGE =
      """
      UPDATE cart.payment_notice
      SET due_at = now(), received_at = received_at - interval '1 hour'
      WHERE due_at IS NOT NULL AND due_at > now();
      UPDATE orders.notification_work
      SET due_at = now()
      WHERE status = 'asked' AND attempts > 0 AND due_at > now() + interval '1 minute';
      UPDATE batch.file_move
      SET next_at = now()
      WHERE next_at > now() + interval '1 minute'
      """;

  private final ChaosCluster cluster;

  ServiceInvariants(ChaosCluster cluster) {
    this.cluster = cluster;
  }

  /** Violations by invariant. */
  Map<String, List<String>> violations() {
    return Map.of(
        PAID, payments(), MAILED, notifications(), CONFIRMED, unconfirmed(), STORED, files());
  }

  private List<String> payments() {
    Map<String, Long> money = new HashMap<>();
    Set<String> captured = new HashSet<>();
    cluster
        .database()
        .rows(
            """
            SELECT data ->> 'id', amount - amount_refunded, captured_at IS NOT NULL
            FROM orders.payment
            WHERE provider_id = 'stripe' AND canceled_at IS NULL
            """)
        .forEach(row -> {
          if (!row.get(1).equals("0")) {
            money.put(row.get(0), Long.valueOf(row.get(1)));
          }
          if (row.get(2).equals("t")) {
            captured.add(row.get(0));
          }
        });
    List<String> differences =
        new ArrayList<>(InvariantChecker.differences(cluster.services().money(), money));
    symmetricDifference(captured, cluster.services().captured())
        .forEach(payment -> differences.add("The capture of " + payment));
    return differences;
  }

  private List<String> notifications() {
    return List.copyOf(
        symmetricDifference(
            Set.copyOf(
                cluster
                    .database()
                    .texts("SELECT id FROM orders.notification WHERE provider_id = 'email'")),
            cluster.services().mails()));
  }

  private List<String> unconfirmed() {
    return cluster
        .database()
        .texts(
            """
            SELECT id FROM orders."order"
            EXCEPT
            SELECT resource_id FROM orders.notification
            WHERE provider_id = 'email' AND event_name = 'order.placed'
            """);
  }

  private List<String> files() {
    List<String> lost = new ArrayList<>();
    Map<String, String> storages = new HashMap<>();
    cluster
        .database()
        .rows("SELECT key, storage FROM batch.file")
        .forEach(row -> storages.put(row.get(0), row.get(1)));
    ChaosClient client = cluster.client(cluster.nodes());
    cluster
        .uploads()
        .files()
        .forEach((key, file) -> {
          try {
            String path = URI.create(file.url()).getPath();
            Answer answer = client.send(0, "GET", path, null, null, Duration.ofSeconds(30));
            if (!answer.text().equals(file.content()) || !"s3".equals(storages.get(key))) {
              lost.add("%s in %s: %d".formatted(key, storages.get(key), answer.status()));
            }
          } catch (IOException failure) {
            throw new AssertionError(key, failure);
          }
        });
    return lost;
  }

  private static Set<String> symmetricDifference(Set<String> some, Set<String> others) {
    Set<String> all = new HashSet<>(some);
    all.addAll(others);
    all.removeIf(each -> some.contains(each) && others.contains(each));
    return all;
  }
}
