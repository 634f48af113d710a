package dev.tradewind.medusa.there;

import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.source.CopyColumns;
import dev.tradewind.medusa.source.MedusaShop;
import dev.tradewind.medusa.target.NewShop;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Comparison of the moved rows with the source: for each table the number of rows and a digest of
 * their keys, and sums of amounts by groups, such as payments by currency.
 */
public final class Verification {

  /** Sum of 60 bits of the MD5 of each key: the order of the rows makes no difference. */
  private static final String DIGEST =
      """
      SELECT count(*),
        coalesce(sum(('x' || left(md5(concat_ws(' ', %s)), 15))::bit(60)::bigint::numeric), 0)
      FROM %s AS r
      """;

  private final MedusaShop source;
  private final NewShop target;

  public Verification(MedusaShop source, NewShop target) {
    this.source = source;
    this.target = target;
  }

  private record Keys(BigDecimal count, BigDecimal digest) {

    Keys plus(Keys other) {
      return new Keys(count.add(other.count), digest.add(other.digest));
    }
  }

  public List<MoveReport.Comparison> compare(List<TableCopy> copies) throws SQLException {
    List<MoveReport.Comparison> comparisons = new ArrayList<>();
    Map<String, Keys> expected = new LinkedHashMap<>();
    Map<String, TableCopy> tables = new LinkedHashMap<>();
    for (TableCopy copy : copies) {
      if (!copy.update()) {
        expected.merge(copy.target(), keysOf(copy), Keys::plus);
        tables.putIfAbsent(copy.target(), copy);
      }
    }
    for (Map.Entry<String, Keys> each : expected.entrySet()) {
      TableCopy copy = Objects.requireNonNull(tables.get(each.getKey()));
      Keys found = keys(target.query(DIGEST.formatted(keyList(copy), copy.target())));
      comparisons.add(
          new MoveReport.Comparison(
              copy.target(), "rows", each.getValue().count.toString(), found.count.toString()));
      comparisons.add(
          new MoveReport.Comparison(
              copy.target(),
              "digest of keys",
              each.getValue().digest.toString(),
              found.digest.toString()));
    }
    for (TableCopy copy : copies) {
      if (copy.sums() != null) {
        compareSums(copy, copy.sums(), comparisons);
      }
    }
    return comparisons;
  }

  private Keys keysOf(TableCopy copy) throws SQLException {
    CopyColumns columns = columns(copy);
    return keys(source.query(columns.tables() + DIGEST.formatted(keyList(copy), columns.rows())));
  }

  private CopyColumns columns(TableCopy copy) throws SQLException {
    return source.columns(copy, target.rows().columnsOf(copy.target()));
  }

  private static String keyList(TableCopy copy) {
    return copy.key().stream().map("r.\"%s\"::text"::formatted).collect(Collectors.joining(", "));
  }

  private static Keys keys(List<? extends List<?>> rows) {
    List<?> row = rows.getFirst();
    return new Keys(
        new BigDecimal(String.valueOf(row.get(0))), new BigDecimal(String.valueOf(row.get(1))));
  }

  private void compareSums(
      TableCopy copy, TableCopy.Sum sum, List<MoveReport.Comparison> comparisons)
      throws SQLException {
    CopyColumns columns = columns(copy);
    List<String> groups = sum.groups().stream().filter(columns.names()::contains).toList();
    List<String> amounts = sum.amounts().stream().filter(columns.names()::contains).toList();
    String sql =
        "SELECT concat_ws(' ', %s), %s FROM %%s AS r GROUP BY 1"
            .formatted(
                groups.isEmpty()
                    ? "''"
                    : groups.stream()
                        .map("r.\"%s\"::text"::formatted)
                        .collect(Collectors.joining(", ")),
                Stream.concat(
                        Stream.of("count(*)"),
                        amounts.stream().map("coalesce(sum(r.\"%s\"), 0)::text"::formatted))
                    .collect(Collectors.joining(", ")));
    Map<String, List<String>> expected =
        figures(source.query(columns.tables() + sql.formatted(columns.rows())));
    Map<String, List<String>> found = figures(target.query(sql.formatted(copy.target())));
    List<String> names = Stream.concat(Stream.of("rows"), amounts.stream()).toList();
    Map<String, List<String>> all = new TreeMap<>(expected);
    found.forEach(all::putIfAbsent);
    for (String group : all.keySet()) {
      for (int i = 0; i < names.size(); i++) {
        comparisons.add(
            new MoveReport.Comparison(
                copy.target(),
                (names.get(i) + " " + group).strip(),
                figure(expected, group, i),
                figure(found, group, i)));
      }
    }
  }

  private static String figure(Map<String, List<String>> figures, String group, int index) {
    List<String> found = figures.get(group);
    return found == null ? "0" : found.get(index);
  }

  private static Map<String, List<String>> figures(List<? extends List<?>> rows) {
    Map<String, List<String>> figures = new TreeMap<>();
    for (List<?> row : rows) {
      figures.put(
          String.valueOf(row.getFirst()), row.stream().skip(1).map(String::valueOf).toList());
    }
    return figures;
  }
}
