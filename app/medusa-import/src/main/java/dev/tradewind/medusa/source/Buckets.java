package dev.tradewind.medusa.source;

import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.copy.TableCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Buckets of the rows of a copy by a hash of their keys, and digests of them: a bucket whose digest
 * has changed has rows that were inserted, changed or deleted. So nothing depends on the times of
 * rows, on their columns, or on the order in which transactions commit; only what a snapshot shows
 * counts.
 *
 * <p>The digest is a sum of hashes of the rows as they are copied. Documents have the versions of
 * the rows that become their parts instead: PostgreSQL gives a changed row another xmin or ctid.
 */
public final class Buckets {

  /** A changed row has the other rows of its bucket read again: few for large tables. */
  private static final int COUNT = 8_192;

  private static final Pattern TABLE = Pattern.compile("(?:^|JOIN )\"?(\\w+)\"?");

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
    List<String> hashes = new ArrayList<>();
    hashes.add(
        "SELECT %s AS bucket, hashtextextended(r::text, 1) AS hash FROM %s AS r"
            .formatted(of(key), columns.rows()));
    for (TableCopy.Members members : members(copy, schema)) {
      hashes.add(
          "SELECT %s, hashtextextended(concat_ws(' ', %s, %s.xmin, %s.ctid), 1) FROM %s WHERE %s IS NOT NULL"
              .formatted(
                  of(members.owner()),
                  members.owner(),
                  members.alias(),
                  members.alias(),
                  members.from(),
                  members.owner()));
    }
    return "SELECT bucket, sum(hash) FROM (%s) AS hashes GROUP BY bucket"
        .formatted(String.join(" UNION ALL ", hashes));
  }

  private static List<TableCopy.Members> members(TableCopy copy, SourceSchema schema) {
    List<TableCopy.Members> all = new ArrayList<>(copy.members());
    if (copy.document() != null) {
      all.add(new TableCopy.Members("s.id", "s", "\"%s\" AS s".formatted(copy.source())));
    }
    return all.stream()
        .filter(each ->
            TABLE.matcher(each.from()).results().allMatch(found -> schema.has(found.group(1))))
        .filter(each ->
            !each.owner().equals("l.order_edit_id") || schema.has("line_item", "order_edit_id"))
        .toList();
  }
}
