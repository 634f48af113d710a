package dev.tradewind.cart.payment;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/**
 * Store of payment notices: payments to look at again at their provider, each from a due time on.
 */
public final class PaymentNoticeStore {

  private static final String RECORD =
      """
      INSERT INTO payment_notice (id, provider_id, reference, received_at, due_at)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String EXPECT =
      """
      INSERT INTO payment_notice (id, provider_id, reference, received_at, due_at)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (id) DO UPDATE
      SET due_at = EXCLUDED.due_at, received_at = EXCLUDED.received_at, tries = 0
      WHERE payment_notice.due_at IS NULL
      """;

  // A lease: the later due time keeps other nodes from taking the notice.
  private static final String LEASE =
      """
      UPDATE payment_notice
      SET due_at = $2, tries = tries + 1
      WHERE id IN (
        SELECT id
        FROM payment_notice
        WHERE due_at <= $1
        ORDER BY due_at
        LIMIT $3
        FOR NO KEY UPDATE SKIP LOCKED
      )
      RETURNING id, provider_id, reference, tries, received_at
      """;

  private static final String POSTPONE =
      "UPDATE payment_notice SET due_at = $2 WHERE id = $1 AND due_at IS NOT NULL";

  private static final String FINISH = "UPDATE payment_notice SET due_at = NULL WHERE id = $1";

  private static final String PRUNE =
      "DELETE FROM payment_notice WHERE due_at IS NULL AND received_at < $1";

  private static final String OF_SESSION = "session:";

  /**
   * Notice in work.
   *
   * @param tries number of this look, from 1
   */
  public record Notice(
      String id, String providerId, String reference, int tries, Instant receivedAt) {

    /** Whether no provider has sent it: the session was opened. */
    public boolean isOfSession() {
      return id.startsWith(OF_SESSION);
    }
  }

  /** Stores a notice of a provider; false if it is known. */
  public Future<Boolean> record(SqlClient db, Notice notice, Instant dueAt) {
    return db.preparedQuery(RECORD)
        .execute(parameters(notice, dueAt))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Looks at a session from that time on, also if it was looked at before. */
  public Future<Void> expect(
      SqlClient db, String providerId, String reference, Instant now, Instant dueAt) {
    Notice notice =
        new Notice(OF_SESSION + providerId + ":" + reference, providerId, reference, 0, now);
    return db.preparedQuery(EXPECT).execute(parameters(notice, dueAt)).mapEmpty();
  }

  private static Tuple parameters(Notice notice, Instant dueAt) {
    return Tuple.of(
        notice.id(),
        notice.providerId(),
        notice.reference(),
        Timestamps.utc(notice.receivedAt()),
        Timestamps.utc(dueAt));
  }

  /** Due notices, leased to this node until then. */
  public Future<List<Notice>> lease(SqlClient db, Instant now, Instant until, int limit) {
    return db.preparedQuery(LEASE)
        .execute(Tuple.of(Timestamps.utc(now), Timestamps.utc(until), limit))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Notice(
                        row.getString("id"),
                        row.getString("provider_id"),
                        row.getString("reference"),
                        row.getInteger("tries"),
                        row.getOffsetDateTime("received_at").toInstant()))
                .toList());
  }

  public Future<Void> postpone(SqlClient db, Notice notice, Instant dueAt) {
    return db.preparedQuery(POSTPONE)
        .execute(Tuple.of(notice.id(), Timestamps.utc(dueAt)))
        .mapEmpty();
  }

  public Future<Void> finish(SqlClient db, Notice notice) {
    return db.preparedQuery(FINISH).execute(Tuple.of(notice.id())).mapEmpty();
  }

  /** Forgets what is done and was received before. */
  public Future<Void> prune(SqlClient db, Instant before) {
    return db.preparedQuery(PRUNE).execute(Tuple.of(Timestamps.utc(before))).mapEmpty();
  }
}
