package dev.tradewind.cart.payment;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.retry.Backoff;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Store of payment notices: payments to look at again at their provider, each from a due time on.
 */
public final class PaymentNoticeStore {

  /** Notices to look into, and sessions to look at. A lease is longer than a look takes. */
  public static final LeasedQueue<Notice> QUEUE =
      LeasedQueue.<Notice>in("payment_notice", "payment-notices", List.of("id"))
          .waiting("due_at IS NOT NULL")
          .reading("id, provider_id, reference, received_at", PaymentNoticeStore::notice)
          .leasedFor(Duration.ofSeconds(60))
          .attempts("tries")
          .backoff(new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(10)))
          .finishedBy("due_at = NULL")
          .build();

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

  private static final String FIND_SESSION_PROVIDER =
      "SELECT provider_id FROM payment_notice WHERE reference = $1 AND id LIKE 'session:%' LIMIT 1";

  // Several notices of one payment may release it concurrently; the first is recorded.
  private static final String RELEASED =
      """
      WITH released AS (
        INSERT INTO payment_notice (id, provider_id, reference, received_at)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (id) DO NOTHING
        RETURNING id AS released_id
      )
      """
          + Outbox.insertWhenChanged("$5", "released");

  private static final String PRUNE =
      """
      DELETE FROM payment_notice
      WHERE due_at IS NULL AND id NOT LIKE 'session:%' AND received_at < $1
        OR due_at IS NULL AND id LIKE 'session:%' AND received_at < $2
      """;

  /** Time in which a shopper usually pays a session. */
  private static final Duration FIRST_LOOK = Duration.ofMinutes(2);

  /** A payment that its provider tells of, or that is expected of an opened session. */
  public record Notice(String id, String providerId, String reference, Instant receivedAt) {

    /** Whether no provider has sent it: the session was opened. */
    public boolean isOfSession() {
      return CartClient.isOfSession(id);
    }

    /** The same notice, received at that time if it is older. */
    public Notice receivedSince(Instant earliest) {
      return receivedAt.isBefore(earliest) ? new Notice(id, providerId, reference, earliest) : this;
    }
  }

  /** Stores a notice of a provider; false if it is known. */
  public Future<Boolean> record(SqlClient db, Notice notice, Instant dueAt) {
    return db.preparedQuery(RECORD)
        .execute(parameters(notice, dueAt))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Looks at a session after some time, also if it was looked at before. */
  public Future<Void> expect(SqlClient db, String providerId, String reference, Instant now) {
    Notice notice =
        new Notice(CartClient.sessionNotice(providerId, reference), providerId, reference, now);
    return db.preparedQuery(EXPECT).execute(parameters(notice, now.plus(FIRST_LOOK))).mapEmpty();
  }

  private static Tuple parameters(Notice notice, Instant dueAt) {
    return Tuple.of(
        notice.id(),
        notice.providerId(),
        notice.reference(),
        Timestamps.utc(notice.receivedAt()),
        Timestamps.utc(dueAt));
  }

  private static Notice notice(Row row) {
    return new Notice(
        row.getString("id"),
        row.getString("provider_id"),
        row.getString("reference"),
        row.getOffsetDateTime("received_at").toInstant());
  }

  /** Provider of the session with that reference; empty if this shop has not opened it. */
  public Future<Optional<String>> findSessionProvider(SqlClient db, String reference) {
    return db.preparedQuery(FIND_SESSION_PROVIDER)
        .execute(Tuple.of(reference))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** Records once that the payment of a notice was released. */
  public Future<Void> recordRelease(SqlClient db, Notice notice, Event entry) {
    return db.preparedQuery(RELEASED)
        .execute(
            Tuple.of(
                "released:" + notice.reference(),
                notice.providerId(),
                notice.reference(),
                Timestamps.utc(notice.receivedAt()),
                Outbox.rows(List.of(entry))))
        .mapEmpty();
  }

  /**
   * Forgets what is done and was received before.
   *
   * @param sessionsBefore the same for sessions, by which the shop knows that a payment is its own
   */
  public Future<Void> prune(SqlClient db, Instant before, Instant sessionsBefore) {
    return db.preparedQuery(PRUNE)
        .execute(Tuple.of(Timestamps.utc(before), Timestamps.utc(sessionsBefore)))
        .mapEmpty();
  }
}
