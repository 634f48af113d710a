package dev.tradewind.medusa.source;

import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.copy.TableCopy;

/**
 * Buckets of the rows of a copy by a hash of their keys, with a digest of each bucket: a bucket
 * whose digest has changed has rows that were inserted, changed or deleted. So nothing depends on
 * the times of rows, on their columns, or on the order in which transactions commit; only what a
 * snapshot shows counts.
 *
 * <p>The digest is a sum of hashes of the rows as they are copied. Documents have the versions of
 * the rows that become their parts instead: PostgreSQL gives a changed row another xmin or ctid.
 */
public final class Buckets {

  /** A changed row has the other rows of its bucket read again: few for large tables. */
  private static final int COUNT = 8_192;

  private Buckets() {}

  /** Bucket of a key. */
  public static String of(String key) {
    return "(hashtextextended(%s, 0) & %s)::integer".formatted(key, COUNT - 1);
  }

  /** Statement for the digests of all buckets of a copy. */
  public static String digests(CopyColumns columns, SourceSchema schema) {
    TableCopy copy = columns.copy();
    String key =
        "concat_ws(' ', %s)"
            .formatted(
                String.join(", ", copy.key().stream().map("r.\"%s\"::text"::formatted).toList()));
    String rows =
        "SELECT %s AS bucket, hashtextextended(r::text, 1) AS hash FROM %s AS r"
            .formatted(of(key), columns.rows());
    String parts =
        """
         UNION ALL
        SELECT %s, hashtextextended(concat_ws(' ', owner, xmin, ctid), 1)
        FROM (%s%s) AS v (owner, xmin, ctid)
        WHERE owner IS NOT NULL
        """
            .formatted(of("owner"), schema.versions(), copy.parts());
    return "%sSELECT bucket, sum(hash) FROM (%s%s) AS hashes GROUP BY bucket"
        .formatted(columns.tables(), rows, copy.parts() == null ? "" : parts);
  }
}
