package dev.tradewind.medusa.check;

import dev.tradewind.api.catalog.DisputedDigits;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.kernel.operation.StaffMetadata;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.copy.OwnColumns;
import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.source.MedusaShop;
import dev.tradewind.medusa.target.AmountDifference;
import dev.tradewind.medusa.target.RowBatch;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Check of a shop before its move, which only reads: what is taken, what is left out by design,
 * what is broken, and what belongs to plugins or to the shop itself.
 */
public final class SourceCheck {

  /** Severity of a finding, from the lowest on. */
  public enum Severity {
    /** Nothing to act on. */
    INFO,
    /** Something is left out or changed. */
    WARNING,
    /** A move would fail at it. */
    ERROR
  }

  /**
   * Finding of the check.
   *
   * @param subject table, column or rule
   * @param count affected rows
   * @param examples some of them
   * @param consequence what the move does with these rows
   * @param correction statement that corrects them in the source; absent if there is none
   */
  public record Finding(
      Severity severity,
      String subject,
      long count,
      String examples,
      String consequence,
      @Nullable String correction) {

    public Finding(
        Severity severity, String subject, long count, String examples, String consequence) {
      this(severity, subject, count, examples, consequence, null);
    }

    /** The same with a correction of the copy, which a move fails at no more. */
    private Finding corrected() {
      if (correction == null) {
        return this;
      }
      return new Finding(Severity.WARNING, subject, count, examples, consequence, correction);
    }

    private boolean isRefused() {
      return severity == Severity.ERROR;
    }

    private String advice() {
      if (correction == null || severity != Severity.ERROR) {
        return "";
      }
      return "    Correct the copy with --correct, or the source:%n    %s%n"
          .formatted(correction.replace("\n", "\n    "));
    }

    public JsonObject toJson() {
      return new JsonObject()
          .put("severity", severity.name().toLowerCase(Locale.ROOT))
          .put("subject", subject)
          .put("count", count)
          .put("examples", examples)
          .put("consequence", consequence)
          .put("correction", correction);
    }
  }

  /**
   * Result of the check.
   *
   * @param taken rows by target table
   * @param amounts amounts of sales that would be shown otherwise
   */
  public record Result(
      Map<String, Long> taken, List<Finding> findings, List<AmountDifference> amounts) {

    /** The same with what was found beside the database. */
    public Result with(List<Finding> others) {
      return new Result(taken, Stream.concat(findings.stream(), others.stream()).toList(), amounts);
    }

    /** The same for a move that corrects its copy. */
    public Result corrected() {
      return new Result(taken, findings.stream().map(Finding::corrected).toList(), amounts);
    }

    public Severity severity() {
      return findings.stream()
          .map(Finding::severity)
          .max(Comparator.naturalOrder())
          .orElse(Severity.INFO);
    }

    /** Report for people. */
    public String toText() {
      StringBuilder text = new StringBuilder("Taken:%n".formatted());
      taken.forEach((table, rows) -> {
        if (rows > 0) {
          text.append("  %-46s %12s%n".formatted(table, rows));
        }
      });
      for (Severity severity : List.of(Severity.ERROR, Severity.WARNING, Severity.INFO)) {
        List<Finding> some = findings.stream().filter(each -> each.severity() == severity).toList();
        if (!some.isEmpty()) {
          text.append("%s:%n".formatted(title(severity)));
          some.forEach(each ->
              text.append(
                  "  %s: %s%s%n    %s%n%s"
                      .formatted(
                          each.subject(),
                          each.count(),
                          each.examples().isEmpty() ? "" : " (" + each.examples() + ")",
                          each.consequence(),
                          each.advice())));
        }
      }
      return text.append(AmountDifference.toText(amounts)).toString();
    }

    private static String title(Severity severity) {
      return switch (severity) {
        case ERROR -> "Errors, which a move would fail at";
        case WARNING -> "Left out or changed";
        case INFO -> "By design or as placed";
      };
    }

    public JsonObject toJson() {
      JsonObject rows = new JsonObject();
      taken.forEach(rows::put);
      JsonArray array = new JsonArray();
      findings.forEach(each -> array.add(each.toJson()));
      return new JsonObject()
          .put("severity", severity().name().toLowerCase(Locale.ROOT))
          .put("taken", rows)
          .put("findings", array)
          .put("amounts", AmountDifference.toJson(amounts));
    }
  }

  private static final int EXAMPLES = 5;

  /** PostgreSQL 12, the first with jsonpath. */
  private static final long JSON_PATH_VERSION = 120_000;

  /** Columns of Medusa with URLs, in whichever table. */
  private static final Set<String> WITH_URLS =
      Set.of("url", "thumbnail", "metadata", "description", "context", "data");

  private static final String URLS =
      """
      SELECT lower(m[1]), bool_or(m[2] <> '' OR m[1] ~* '^https?://(localhost|127[.]|10[.]|192[.]168[.]|[^.]+$|[^.]+:[0-9]+$)'),
        count(*)
      FROM (SELECT %1$s::text AS v FROM %2$s WHERE strpos(%1$s::text, '://') > 0) AS t,
        LATERAL regexp_matches(t.v, '(https?://[^/\\s"''<>\\\\]+)(/uploads/)?', 'g') AS m
      GROUP BY 1
      ORDER BY 3 DESC
      LIMIT 20
      """;

  private final MedusaShop source;
  private final @Nullable String oldServer;
  private final SourceSchema schema;
  private final List<Finding> findings = new ArrayList<>();
  private final List<AmountDifference> amounts = new ArrayList<>();

  private SourceCheck(MedusaShop source, @Nullable String oldServer) {
    this.source = source;
    this.oldServer = oldServer;
    this.schema = source.schema();
  }

  /** Checks everything, and converts all orders and carts to compare their amounts. */
  public static Result run(DatabaseConfig from) {
    return run(from, OwnColumns.FOR_STAFF, null);
  }

  /**
   * Checks everything, and converts all orders and carts to compare their amounts.
   *
   * @param columns places of the columns of the shop's own
   * @param oldServer scheme, host and port of the server whose files end with it; absent: those
   *     with the path of uploads or without a public name
   */
  public static Result run(DatabaseConfig from, OwnColumns columns, @Nullable String oldServer) {
    return run(from, columns, oldServer, true);
  }

  /** Checks the rules, in short time; a copy compares the amounts itself. */
  public static Result ofRules(DatabaseConfig from, OwnColumns columns) {
    return run(from, columns, null, false);
  }

  /** Findings that a move of the shop in this snapshot corrects in its copy. */
  public static List<Finding> corrections(MedusaShop source) throws SQLException {
    SourceCheck check = new SourceCheck(source, null);
    for (SourceRule rule : SourceRule.all()) {
      if (rule.correction() != null) {
        check.check(rule);
      }
    }
    return check.findings;
  }

  private static Result run(
      DatabaseConfig from, OwnColumns columns, @Nullable String oldServer, boolean converts) {
    try (MedusaShop source = MedusaShop.open(from)) {
      source.place(columns);
      return new SourceCheck(source, oldServer).run(converts);
    } catch (SQLException failure) {
      throw new MoveInException("The check failed: " + failure.getMessage(), failure);
    }
  }

  private Result run(boolean converts) throws SQLException {
    List<TableCopy> copies = TableCopy.all().stream().filter(source::isPresent).toList();
    Map<String, Long> taken = new LinkedHashMap<>();
    for (TableCopy copy : copies) {
      if (!copy.update()) {
        taken.merge(copy.target(), source.count(copy), Long::sum);
      }
    }
    for (SourceRule rule : SourceRule.all()) {
      check(rule);
    }
    Set<String> tables = new LinkedHashSet<>(TableCopy.EMBEDDED);
    copies.forEach(copy -> tables.add(copy.source()));
    tables.retainAll(schema.columns().keySet());
    boolean hasJsonPath = number("SHOW server_version_num") >= JSON_PATH_VERSION;
    for (SourceRule rule : ValueRules.of(schema, tables, hasJsonPath)) {
      check(rule);
    }
    leftTables(copies);
    leftColumns(tables);
    currencies();
    boolean isReadable = findings.stream().map(Finding::corrected).noneMatch(Finding::isRefused);
    if (converts && isReadable) {
      for (TableCopy copy : copies) {
        convert(copy);
      }
    }
    if (converts) {
      servers();
    }
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    return new Result(taken, findings, amounts);
  }

  /** Converts all documents of a copy, as the move does. */
  private void convert(TableCopy copy) throws SQLException {
    if (copy.document() == null) {
      return;
    }
    List<String> unreadable = new ArrayList<>();
    Set<String> differing = new LinkedHashSet<>();
    source.readAll(
        source.columns(copy),
        null,
        null,
        row -> {
          try {
            for (AmountDifference each :
                AmountDifference.takenOut(copy.source(), RowBatch.convert(copy, row))) {
              amounts.add(each);
              differing.add(each.id());
            }
          } catch (MoveInException failure) {
            unreadable.add(String.valueOf(failure.getMessage()));
          }
        });
    documents(
        Severity.ERROR,
        "rows of %s that cannot be converted".formatted(copy.source()),
        unreadable,
        SourceRule.FAILS);
    documents(
        Severity.WARNING,
        "rows of %s whose amounts would be shown otherwise".formatted(copy.source()),
        differing,
        "The list of amounts has each of them with its reason.");
  }

  private void documents(
      Severity severity, String subject, Collection<String> found, String consequence) {
    if (!found.isEmpty()) {
      findings.add(
          new Finding(
              severity,
              subject,
              found.size(),
              found.stream().limit(EXAMPLES).collect(Collectors.joining(", ")),
              consequence));
    }
  }

  private long number(String sql) throws SQLException {
    return Long.parseLong(Objects.requireNonNull(source.query(sql).getFirst().getFirst(), "count"));
  }

  private void check(SourceRule rule) throws SQLException {
    if (!rule.needs().stream().allMatch(this::exists)) {
      return;
    }
    List<@Nullable String> row =
        source
            .query(
                "SELECT count(*), string_agg(x, ', ') FILTER (WHERE n <= 5) FROM"
                    + " (SELECT q.x::text AS x, row_number() OVER () AS n FROM (%s) AS q (x)) AS f"
                        .formatted(rule.sql()))
            .getFirst();
    long count = Long.parseLong(Objects.requireNonNull(row.getFirst()));
    if (count > 0) {
      findings.add(
          new Finding(
              rule.severity(),
              rule.subject(),
              count,
              Objects.requireNonNullElse(row.get(1), ""),
              rule.consequence(),
              rule.correction()));
    }
  }

  /** A table, or a column written as table.column. */
  private boolean exists(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? schema.has(name) : schema.has(name.substring(0, dot), name.substring(dot + 1));
  }

  /** Tables that no copy reads. */
  private void leftTables(List<TableCopy> copies) throws SQLException {
    String read = copies.stream().map(TableCopy::rows).collect(Collectors.joining(" "));
    Set<String> sources = copies.stream().map(TableCopy::source).collect(Collectors.toSet());
    for (String table : schema.columns().keySet()) {
      if (sources.contains(table)
          || Pattern.compile("\\b" + Pattern.quote(table) + "\\b").matcher(read).find()) {
        continue;
      }
      long rows = number("SELECT count(*) FROM " + Sql.identifier(table));
      if (rows == 0) {
        continue;
      }
      String reason = LeftTables.reason(table);
      if (reason != null) {
        findings.add(new Finding(Severity.INFO, "table " + table, rows, "", reason));
      } else {
        findings.add(
            new Finding(
                Severity.WARNING,
                "table " + table + (schema.knows(table) ? "" : " of a plugin or the shop's own"),
                rows,
                "",
                "Not taken. " + LeftTables.plugin(table)));
      }
    }
  }

  /** Columns of the shop's own, and columns of Medusa that are not taken. */
  private void leftColumns(Set<String> tables) throws SQLException {
    for (String table : tables) {
      boolean hasMetadata =
          schema.has(table, "metadata") && LeftColumns.reason(table, "metadata") == null;
      for (String column : schema.customColumns(table)) {
        customColumn(table, column, hasMetadata);
      }
      for (String column : schema.columnsOf(table)) {
        String reason = LeftColumns.reason(table, column);
        long rows = reason == null ? 0 : valued(table, column);
        if (rows > 0) {
          findings.add(
              new Finding(
                  Severity.INFO,
                  "column %s.%s".formatted(table, column),
                  rows,
                  "",
                  Objects.requireNonNull(reason)));
        }
      }
    }
  }

  private void customColumn(String table, String column, boolean hasMetadata) throws SQLException {
    long rows = valued(table, column);
    if (rows > 0) {
      boolean isPlaced = schema.own().isPlaced(table, column);
      findings.add(
          new Finding(
              isPlaced ? Severity.INFO : Severity.WARNING,
              "column %s.%s of a plugin or the shop's own".formatted(table, column),
              rows,
              "",
              consequence(schema.own().place(table, column), hasMetadata)));
    }
  }

  private static String consequence(OwnColumns.Place place, boolean hasMetadata) {
    return switch (place) {
      case LEFT_OUT -> "Left out.";
      case STAFF, PUBLIC ->
          !hasMetadata
              ? "Not taken: the table has no metadata."
              : place == OwnColumns.Place.PUBLIC
                  ? "Public: goes into the metadata under its name."
                  : "Staff: goes into the metadata under %s, which shoppers do not see."
                      .formatted(StaffMetadata.KEY);
    };
  }

  /** Servers that URLs of the shop lead to, by place. */
  private void servers() throws SQLException {
    for (Map.Entry<String, Set<String>> table : schema.columns().entrySet()) {
      for (String column : table.getValue()) {
        if (WITH_URLS.contains(column) && LeftTables.reason(table.getKey()) == null) {
          servers(table.getKey(), column);
        }
      }
    }
  }

  private void servers(String table, String column) throws SQLException {
    for (List<@Nullable String> row :
        source.query(URLS.formatted(Sql.identifier(column), Sql.identifier(table)))) {
      String server = Objects.requireNonNull(row.get(0));
      boolean isOld =
          oldServer == null ? "t".equals(row.get(1)) : server.equalsIgnoreCase(oldServer);
      findings.add(
          new Finding(
              isOld ? Severity.WARNING : Severity.INFO,
              "URLs of %s in %s.%s".formatted(server, table, column),
              Long.parseLong(Objects.requireNonNull(row.get(2))),
              "",
              isOld
                  ? ("They end with that server. After the switch copy the files:"
                          + " ./tradewind files migrate --from %s")
                      .formatted(server)
                  : "They stay as they are."));
    }
  }

  /** Currencies whose card payments depend on what the owner meant by an amount. */
  private void currencies() throws SQLException {
    List<String> differing =
        source.query("SELECT DISTINCT currency_code FROM region").stream()
            .map(row -> Objects.requireNonNull(row.getFirst()))
            .filter(DisputedDigits::contains)
            .sorted()
            .toList();
    if (!differing.isEmpty()) {
      findings.add(
          new Finding(
              Severity.WARNING,
              "currencies that Medusa's dashboard and Stripe count in other units",
              differing.size(),
              String.join(", ", differing),
              "Compare a price and its charge at Stripe: if the shop has typed prices in Stripe's"
                  + " unit, declare it in TRADEWIND_CURRENCY_DIGITS."));
    }
  }

  private long valued(String table, String column) throws SQLException {
    return number(
        "SELECT count(%s) FROM %s".formatted(Sql.identifier(column), Sql.identifier(table)));
  }
}
