package dev.tradewind.acceptance.chaos;

import java.util.List;
import java.util.stream.Collectors;

/** Events in the outboxes of all schemas, published or not. */
public final class Outboxes {

  private static final List<String> SCHEMAS =
      List.of("catalog", "customer", "discount", "cart", "orders", "batch");

  private Outboxes() {}

  /** Query of all rows: schema, id, event_id, topic, key, type, subject, sent_at, occurred_at. */
  public static String all() {
    return SCHEMAS.stream()
        .map(schema ->
            "SELECT '%s' AS schema, id, event_id, topic, key, type, subject, sent_at, occurred_at"
                    .formatted(schema)
                + " FROM %s.outbox".formatted(schema))
        .collect(Collectors.joining(" UNION ALL "));
  }

  public static long waiting(ChaosDatabase database) {
    return database.count("SELECT count(*) FROM (" + all() + ") AS o WHERE sent_at IS NULL");
  }

  /** Number of unpublished events that occurred by then. */
  public static long waitingSince(ChaosDatabase database, String moment) {
    return database.count(
        "SELECT count(*) FROM (%s) AS o WHERE sent_at IS NULL AND occurred_at < '%s'"
            .formatted(all(), moment));
  }
}
