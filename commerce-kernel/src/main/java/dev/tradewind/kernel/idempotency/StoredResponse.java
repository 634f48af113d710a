package dev.tradewind.kernel.idempotency;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Optional;

/**
 * An answer kept under its key, and the pieces of SQL that read and write it beside the effect, so
 * that both are one statement. It is kept whole under a key that the client chose. Under a key that
 * the gateway made, only that the effect has happened is kept, as an answer without content (204):
 * nobody has such a key who has not got the answer, but the gateway itself, and it is answered from
 * what has become of the effect.
 */
public final class StoredResponse {

  /** Columns of the record, for a SELECT that joins it under the alias {@code kept}. */
  public static final String COLUMNS =
      "kept.request_hash AS kept_request_hash, kept.status AS kept_status,"
          + " kept.content_type AS kept_content_type, kept.body AS kept_body";

  /** The constraint that lets one request happen once. */
  public static final String PRIMARY_KEY = "idempotency_record_pkey";

  private static final int OK = 200;
  private static final int NO_CONTENT = 204;

  private StoredResponse() {}

  /** A join by scope and key, given as statement parameters such as {@code $2}. */
  public static String join(String scope, String key) {
    return "LEFT JOIN idempotency_record AS kept ON kept.scope = "
        + scope
        + " AND kept.key = "
        + key;
  }

  /**
   * An INSERT of six parameters from {@code first} on (scope, key, request hash, status, content
   * type, body), done once per row of the CTE {@code changed}: only answers whose effect committed
   * are kept. Without a key all six are null and nothing is kept.
   */
  public static String insertWhenChanged(int first, String changed) {
    return """
    INSERT INTO idempotency_record (scope, key, request_hash, status, content_type, body)
    SELECT $%d, $%d, $%d, $%d, $%d, $%d
    FROM %s
    WHERE $%d::text IS NOT NULL
    """
        .formatted(
            first, first + 1, first + 2, first + 3, first + 4, first + 5, changed, first + 1);
  }

  /** The six parameters of {@link #insertWhenChanged}. */
  public static void addTo(Tuple parameters, IdempotencyKey key, Reply reply) {
    parameters
        .addString(key.scope())
        .addString(key.key())
        .addString(key.requestHash())
        .addInteger(key.isGenerated() ? NO_CONTENT : OK)
        .addString(reply.contentType())
        .addBuffer(key.isGenerated() ? Buffer.buffer() : stored(reply));
  }

  /** The body in the form in which records hold it: much smaller, for few are ever read. */
  public static Buffer stored(Reply reply) {
    return DeflatedBuffer.pack(reply.body());
  }

  /** The six parameters for a request that has no key. */
  public static void addNothingTo(Tuple parameters) {
    parameters
        .addString(null)
        .addString(null)
        .addString(null)
        .addInteger(null)
        .addString(null)
        .addBuffer(null);
  }

  /** Whether the answer itself was kept, and not only that its effect has happened. */
  public static boolean isWhole(Reply kept) {
    return kept.status() != NO_CONTENT;
  }

  /**
   * The answer in a row that has {@link #COLUMNS}, if one was kept.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException when it was kept for another body
   */
  public static Optional<Reply> read(Row row, IdempotencyKey key) {
    String hash = row.getString("kept_request_hash");
    if (hash == null) {
      return Optional.empty();
    }
    if (!hash.equals(key.requestHash())) {
      throw new Problem.Duplicate(
              "The Idempotency-Key was used before for a request with another body.")
          .toException();
    }
    Buffer body = DeflatedBuffer.unpack(row.getBuffer("kept_body"));
    return Optional.of(
        new Reply(
            row.getInteger("kept_status"), row.getString("kept_content_type"), body, Map.of()));
  }
}
