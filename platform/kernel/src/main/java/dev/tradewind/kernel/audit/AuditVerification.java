package dev.tradewind.kernel.audit;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verification of the hash chain of one schema. The hashes are computed here again, from the
 * columns of the entries and not by a function of the database. A removed end of the chain leaves
 * no trace in the database: a head that was noted earlier shows it, because it is not in the chain
 * any more.
 */
public final class AuditVerification {

  private static final int BATCH = 1_000;
  private static final byte[] NO_HASH = {};

  /** Position by position, so that a gap is found; the text as in {@code audit_entry_text}. */
  private static final String NEXT =
      """
      SELECT chain.position, chain.entry, chain.hash,
        jsonb_build_array(
          entry.sequence, entry.id, extract(epoch FROM entry.created_at), entry.actor_type,
          entry.actor_id, entry.credential, entry.address, entry.request_id, entry.action,
          entry.subject, entry.before, entry.after
        )::text AS text,
        entry.id IS NULL AS is_missing
      FROM audit_chain AS chain
      LEFT JOIN audit_entry AS entry ON entry.sequence = chain.entry
      WHERE chain.position > $1
      ORDER BY chain.position
      LIMIT $2
      """;

  /** Entries beside the chain: new ones wait for their place, others were inserted otherwise. */
  private static final String BESIDE =
      """
      SELECT
        count(waiting.entry) AS waiting,
        count(*) FILTER (WHERE waiting.entry IS NULL) AS foreign_entries
      FROM audit_entry AS entry
      LEFT JOIN audit_unchained AS waiting ON waiting.entry = entry.sequence
      WHERE NOT EXISTS (SELECT FROM audit_chain AS chain WHERE chain.entry = entry.sequence)
      """;

  /**
   * Result of a verification.
   *
   * @param chained number of entries in the chain
   * @param waiting number of new entries without a place in the chain yet
   * @param head hash of the last entry, in hexadecimal; absent without entries
   * @param problems sentences; none if the chain is intact
   * @param found the wanted heads that are in the chain
   */
  public record Result(
      long chained,
      long waiting,
      @Nullable String head,
      List<String> problems,
      Set<String> found) {}

  private final Pool pool;
  private final Set<String> requested;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> found = new HashSet<>();
  private byte[] last = NO_HASH;
  private long position;

  /**
   * @param requested heads, in hexadecimal, that were noted earlier
   */
  public AuditVerification(Pool pool, Set<String> requested) {
    this.pool = pool;
    this.requested = requested;
  }

  public Future<Result> verify() {
    return verifyNext().compose(done -> pool.query(BESIDE).execute()).map(this::result);
  }

  private Future<Void> verifyNext() {
    return pool.preparedQuery(NEXT)
        .execute(Tuple.of(position, BATCH))
        .compose(rows -> {
          rows.forEach(this::check);
          return rows.size() < BATCH ? Future.succeededFuture() : verifyNext();
        });
  }

  private void check(Row row) {
    long at = row.getLong("position");
    if (at != position + 1) {
      problems.add("Positions %s to %s are missing.".formatted(position + 1, at - 1));
    }
    position = at;
    byte[] stored = row.getBuffer("hash").getBytes();
    if (row.getBoolean("is_missing")) {
      problems.add("Entry %s at position %s was removed.".formatted(row.getLong("entry"), at));
    } else if (!Arrays.equals(stored, hash(last, row.getString("text")))) {
      problems.add("Entry %s at position %s was changed.".formatted(row.getLong("entry"), at));
    }
    // Later entries are judged by the stored hash: one change is reported once.
    last = stored;
    String hexadecimal = HexFormat.of().formatHex(stored);
    if (requested.contains(hexadecimal)) {
      found.add(hexadecimal);
    }
  }

  private Result result(RowSet<Row> beside) {
    Row row = beside.iterator().next();
    long foreign = row.getLong("foreign_entries");
    if (foreign > 0) {
      problems.add("%s entries were inserted beside the chain.".formatted(foreign));
    }
    return new Result(
        position,
        row.getLong("waiting"),
        last.length == 0 ? null : HexFormat.of().formatHex(last),
        List.copyOf(problems),
        Set.copyOf(found));
  }

  private static byte[] hash(byte[] before, String text) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(
              Buffer.buffer(before).appendBytes(text.getBytes(StandardCharsets.UTF_8)).getBytes());
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
