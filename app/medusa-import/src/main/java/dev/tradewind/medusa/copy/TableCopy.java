package dev.tradewind.medusa.copy;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copy of the rows of one source table to one target table. Columns of the same name are copied as
 * they are; the declaration names the others.
 *
 * @param name unique name, under which the progress is recorded
 * @param schema schema of the target table
 * @param table target table
 * @param source source table, with the alias {@code s}
 * @param key primary key of the target table
 * @param order expressions by which the rows are read, which identify a row; the key by default
 * @param joins further tables of the source, as SQL
 * @param where condition of the rows, as SQL; rows without it are left out by design
 * @param columns SQL expressions of columns, by name
 * @param parts SQL expressions of members that only the document needs, by name
 * @param left columns that are not copied although both tables have them
 * @param needs further source tables without which there is nothing to copy
 * @param sums amounts that are compared at the end, by groups of columns
 * @param document conversion of a row; absent for rows that are copied as they are
 * @param update whether present rows are changed instead of new ones inserted
 * @param members rows that become parts of the document
 * @param swapped unique column whose values may change places among rows
 */
public record TableCopy(
    String name,
    String schema,
    String table,
    String source,
    List<String> key,
    List<String> order,
    String joins,
    @Nullable String where,
    Map<String, String> columns,
    Map<String, String> parts,
    List<String> left,
    List<String> needs,
    List<Sum> sums,
    @Nullable UnaryOperator<JsonObject> document,
    boolean update,
    List<Members> members,
    @Nullable String swapped) {

  /**
   * Rows that become parts of documents: a document is made anew when one of them changes.
   *
   * @param owner expression of the id of the document
   * @param alias alias of the rows
   * @param from tables of the source, as SQL, the table of the rows first
   */
  public record Members(String owner, String alias, String from) {}

  /**
   * Amounts that are compared between source and target.
   *
   * @param groups columns of the target table
   * @param amounts columns of the target table
   */
  public record Sum(List<String> groups, List<String> amounts) {}

  static Builder of(String target, String source) {
    return new Builder(target, source);
  }

  public String target() {
    return schema + "." + table;
  }

  /** Builder of a declaration. */
  static final class Builder {

    private final String target;
    private final String source;
    private String name;
    private List<String> key = List.of("id");
    private List<String> order = List.of();
    private String joins = "";
    private @Nullable String where;
    private final Map<String, String> columns = new LinkedHashMap<>();
    private final Map<String, String> parts = new LinkedHashMap<>();
    private final List<String> left = new ArrayList<>();
    private final List<String> needs = new ArrayList<>();
    private final List<Sum> sums = new ArrayList<>();
    private @Nullable UnaryOperator<JsonObject> document;
    private boolean update;
    private final List<Members> members = new ArrayList<>();
    private @Nullable String swapped;

    private Builder(String target, String source) {
      this.target = target;
      this.source = source;
      this.name = target;
    }

    Builder named(String suffix) {
      name = target + " " + suffix;
      return this;
    }

    Builder key(String... names) {
      key = List.of(names);
      return this;
    }

    Builder order(String... expressions) {
      order = List.of(expressions);
      return this;
    }

    Builder join(String sql) {
      joins = sql;
      return this;
    }

    Builder where(String sql) {
      where = sql;
      return this;
    }

    Builder set(String column, String expression) {
      columns.put(column, expression);
      return this;
    }

    Builder part(String member, String expression) {
      parts.put(member, expression);
      return this;
    }

    Builder leave(String... names) {
      left.addAll(List.of(names));
      return this;
    }

    Builder needs(String... tables) {
      needs.addAll(List.of(tables));
      return this;
    }

    Builder sum(List<String> groups, List<String> amounts) {
      sums.add(new Sum(groups, amounts));
      return this;
    }

    Builder document(UnaryOperator<JsonObject> conversion) {
      document = conversion;
      return this;
    }

    Builder update() {
      update = true;
      return this;
    }

    Builder members(List<Members> rows) {
      members.addAll(rows);
      return this;
    }

    Builder swapped(String column) {
      swapped = column;
      return this;
    }

    TableCopy build() {
      int dot = target.indexOf('.');
      return new TableCopy(
          name,
          target.substring(0, dot),
          target.substring(dot + 1),
          source,
          key,
          order.isEmpty() ? key.stream().map(this::expression).toList() : order,
          joins,
          where,
          Map.copyOf(columns),
          Map.copyOf(parts),
          List.copyOf(left),
          List.copyOf(needs),
          List.copyOf(sums),
          document,
          update,
          List.copyOf(members),
          swapped);
    }

    private String expression(String column) {
      return columns.getOrDefault(column, "s." + column);
    }
  }
}
