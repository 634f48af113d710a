package dev.tradewind.cart.payment;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.spi.payment.NoticeFeed;
import dev.tradewind.spi.payment.PaymentNotice;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Store of the positions up to which feeds of payment notices were read. */
public final class NoticeFeedStore {

  // A lease: the later due time keeps other nodes from reading the feed.
  private static final String LEASE =
      """
      INSERT INTO notice_feed AS feed (name, due_at)
      VALUES ($1, $3)
      ON CONFLICT (name) DO UPDATE SET due_at = EXCLUDED.due_at
      WHERE feed.due_at <= $2
      RETURNING position
      """;

  // The notices are due at once. A page that another node has stored changes nothing.
  private static final String STORE =
      """
      WITH moved AS (
        UPDATE notice_feed
        SET position = $2
        WHERE name = $1 AND position IS NOT DISTINCT FROM $3
        RETURNING name
      )
      INSERT INTO payment_notice (id, provider_id, reference, received_at, due_at)
      SELECT notice.id, notice.provider_id, notice.reference, $7, $7
      FROM moved
      CROSS JOIN unnest($4::text[], $5::text[], $6::text[]) AS notice (id, provider_id, reference)
      ON CONFLICT (id) DO NOTHING
      """;

  /** Position of a feed that is leased. */
  public record Position(@Nullable String value) {}

  /** Position of a feed that is due, leased to this node until then; empty if it is not due. */
  public Future<Optional<Position>> lease(SqlClient db, String name, Instant now, Instant until) {
    return db.preparedQuery(LEASE)
        .execute(Tuple.of(name, Timestamps.utc(now), Timestamps.utc(until)))
        .map(rows -> rows.stream().map(row -> new Position(row.getString(0))).findFirst());
  }

  /** Stores the notices of a page with its position; returns the number of unknown ones. */
  public Future<Integer> store(
      SqlClient db, String name, Position from, NoticeFeed.Page page, Instant now) {
    return db.preparedQuery(STORE)
        .execute(
            Tuple.tuple()
                .addString(name)
                .addString(page.position())
                .addString(from.value())
                .addArrayOfString(each(page, notice -> CartClient.pluginNotice(name, notice.id())))
                .addArrayOfString(each(page, PaymentNotice::providerId))
                .addArrayOfString(each(page, PaymentNotice::reference))
                .addOffsetDateTime(Timestamps.utc(now)))
        .map(rows -> rows.rowCount());
  }

  private static String[] each(NoticeFeed.Page page, Function<PaymentNotice, String> value) {
    List<PaymentNotice> notices = page.notices();
    return notices.stream().map(value).toArray(String[]::new);
  }
}
