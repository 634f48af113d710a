package dev.tradewind.cart.payment;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
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
      SET due_at = $2, tries = tries + 1, received_at = greatest(received_at, $4)
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

  private static final String FIND_SESSION_PROVIDER =
      "SELECT provider_id FROM payment_notice WHERE reference = $1 AND id LIKE 'session:%' LIMIT 1";

  // Several notices of one payment may release it at once; the first is recorded.
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

  /**
   * Notice in work.
   *
   * @param tries number of this look, from 1
   */
  public record Notice(
      String id, String providerId, String reference, int tries, Instant receivedAt) {

    /** Whether no provider has sent it: the session was opened. */
    public boolean isOfSession() {
      return CartClient.isOfSession(id);
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
        new Notice(CartClient.sessionNotice(providerId, reference), providerId, reference, 0, now);
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

  /**
   * Due notices, leased to this node until then.
   *
   * @param earliest time at which they count as received, if they are older
   */
  public Future<List<Notice>> lease(
      SqlClient db, Instant now, Instant until, Instant earliest, int limit) {
    return db.preparedQuery(LEASE)
        .execute(
            Tuple.of(Timestamps.utc(now), Timestamps.utc(until), limit, Timestamps.utc(earliest)))
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
