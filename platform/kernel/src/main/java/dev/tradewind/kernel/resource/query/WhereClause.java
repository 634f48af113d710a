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
  private final List<Members> members = new ArrayList<>();
  private boolean onlyPresent;
  private @Nullable String count;
  private int counted;

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
    counted++;
    return add(condition);
  }

  /**
   * Condition that rows are members of groups, whose members the table {@code newest_member} has by
   * their creation.
   *
   * @param position among the conditions
   * @param groups a statement that returns the ids of the groups
   * @param areWide whether a group may have most of the rows
   */
  private record Members(int position, String groups, boolean areWide) {}

  /** Such a condition, in which every <code>{}</code> stands for the one value. */
  WhereClause addMembers(String condition, String groups, boolean areWide, Object value) {
    add(condition, value);
    members.add(
        new Members(conditions.size() - 1, groups.replace("{}", "$" + parameters.size()), areWide));
    return this;
  }

  /**
   * The statement of the groups whose members are read one after the other until a page is full.
   * Absent if another condition may be met by few of them: then most would be read in vain.
   */
  public Optional<String> groups() {
    return driving().map(Members::groups);
  }

  private Optional<Members> driving() {
    List<Members> narrow = members.stream().filter(one -> !one.areWide()).toList();
    List<Members> one = narrow.isEmpty() ? members : narrow;
    return one.size() == 1 && conditions.size() == counted + members.size()
        ? Optional.of(one.getFirst())
        : Optional.empty();
  }

  /** The conditions beside that on the members of the groups, behind another condition. */
  public String besideGroups() {
    List<String> all = all();
    all.remove((onlyPresent ? 1 : 0) + driving().orElseThrow().position());
    return joined(all, " AND (");
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
    return joined(all(), " WHERE (");
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    if (onlyPresent) {
      all.add("t.deleted_at IS NULL");
    }
    all.addAll(conditions);
    return all;
  }

  private static String joined(List<String> all, String before) {
    return all.isEmpty() ? "" : before + String.join(") AND (", all) + ")";
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
