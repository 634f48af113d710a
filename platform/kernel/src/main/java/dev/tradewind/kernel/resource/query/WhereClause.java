package dev.tradewind.kernel.resource.query;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a WHERE clause: conditions that must all hold, over the resource under the alias
 * {@code t}. Values are bound; only text of the program becomes SQL.
 */
public final class WhereClause {

  private final List<String> conditions = new ArrayList<>();
  private final List<Object> parameters = new ArrayList<>();
  private boolean onlyPresent;
  private @Nullable String count;

  public WhereClause add(String condition) {
    conditions.add(condition);
    return this;
  }

  /** A condition in which every <code>{}</code> stands for the one value. */
  public WhereClause add(String condition, Object value) {
    parameters.add(value);
    conditions.add(condition.replace("{}", "$" + parameters.size()));
    return this;
  }

  /**
   * The clause for the rows behind a key. What equals the key of such a row is behind it as well,
   * which PostgreSQL does not infer: it would read linked rows from the first one on.
   *
   * @param comparison of a row's key with the other one: greater or less
   */
  WhereClause behind(String column, String comparison, String key) {
    WhereClause page = new WhereClause();
    page.onlyPresent = onlyPresent;
    page.parameters.addAll(parameters);
    String behind = " " + comparison + " " + page.bind(key);
    Pattern linked = Pattern.compile("(\\w+\\.\\w+) = t\\." + column + "\\b");
    for (String condition : conditions) {
      page.add(
          linked
              .matcher(condition)
              .replaceAll(match ->
                  Matcher.quoteReplacement(
                      "(" + match.group() + " AND " + match.group(1) + behind + ")")));
    }
    return page.add("t." + column + behind);
  }

  /** Binds a value, for a condition of several values, and returns its parameter. */
  public String bind(Object value) {
    parameters.add(value);
    return "$" + parameters.size();
  }

  /**
   * A condition with a cheaper way to count the rows that meet it alone and are not deleted.
   *
   * @param count a statement with the same parameters that returns one number
   */
  public WhereClause addCounted(String condition, String count) {
    if (conditions.isEmpty()) {
      this.count = count;
    }
    return add(condition);
  }

  /** Excludes deleted rows. */
  void addPresent() {
    onlyPresent = true;
  }

  /** The cheaper count statement, if one covers all conditions. */
  public Optional<String> count() {
    return conditions.size() == 1 ? Optional.ofNullable(count) : Optional.empty();
  }

  /**
   * Whether the clause has no conditions of its own.
   *
   * @param onlyPresent whether it has to exclude deleted rows, or must not
   */
  public boolean isUnfiltered(boolean onlyPresent) {
    return conditions.isEmpty() && this.onlyPresent == onlyPresent;
  }

  /** Number of bound values; the next parameter is one more. */
  public int size() {
    return parameters.size();
  }

  /** The clause with its keyword and a blank in front; empty without conditions. */
  public String where() {
    List<String> all = new ArrayList<>();
    if (onlyPresent) {
      all.add("t.deleted_at IS NULL");
    }
    all.addAll(conditions);
    return all.isEmpty() ? "" : " WHERE (" + String.join(") AND (", all) + ")";
  }

  /** The bound values, followed by the values of the rest of the statement. */
  public Tuple parameters(Object... further) {
    Tuple tuple = Tuple.tuple();
    parameters.forEach(tuple::addValue);
    for (Object value : further) {
      tuple.addValue(value);
    }
    return tuple;
  }
}
