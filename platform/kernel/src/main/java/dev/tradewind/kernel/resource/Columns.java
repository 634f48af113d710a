package dev.tradewind.kernel.resource;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Own columns of a resource, in wire order. The owner of a resource publishes them; code that
 * reads, writes, embeds or exports the resource derives its list from them. Immutable.
 */
public final class Columns {

  private static final Columns NONE = new Columns(Map.of());

  private final Map<String, Column> byName;

  private Columns(Map<String, Column> byName) {
    this.byName = byName;
  }

  public static Columns none() {
    return NONE;
  }

  /** The columns that nearly every resource begins with. */
  public static Columns base() {
    return NONE.text("id").timestamps("created_at", "updated_at");
  }

  /** The base columns of a resource whose rows with {@code deleted_at} set are hidden. */
  public static Columns softDeletedBase() {
    return base().timestamps("deleted_at");
  }

  public Columns text(String... names) {
    return and(ColumnType.TEXT, names);
  }

  public Columns integers(String... names) {
    return and(ColumnType.INTEGER, names);
  }

  public Columns bigints(String... names) {
    return and(ColumnType.BIGINT, names);
  }

  public Columns numbers(String... names) {
    return and(ColumnType.NUMBER, names);
  }

  public Columns booleans(String... names) {
    return and(ColumnType.BOOLEAN, names);
  }

  public Columns timestamps(String... names) {
    return and(ColumnType.TIMESTAMP, names);
  }

  public Columns json(String... names) {
    return and(ColumnType.JSON, names);
  }

  Columns and(ColumnType type, String... names) {
    Map<String, Column> all = new LinkedHashMap<>(byName);
    Arrays.stream(names).forEach(name -> all.put(name, new Column(name, type)));
    return new Columns(Collections.unmodifiableMap(all));
  }

  public Columns and(Columns rest) {
    Map<String, Column> all = new LinkedHashMap<>(byName);
    all.putAll(rest.byName);
    return new Columns(Collections.unmodifiableMap(all));
  }

  /** These columns with others inserted after the one of that name. */
  public Columns insertedAfter(String name, Columns rest) {
    require(name);
    Map<String, Column> all = new LinkedHashMap<>();
    for (Column column : byName.values()) {
      all.put(column.name(), column);
      if (column.name().equals(name)) {
        all.putAll(rest.byName);
      }
    }
    return new Columns(Collections.unmodifiableMap(all));
  }

  /**
   * These columns without some of them.
   *
   * @throws IllegalArgumentException for an unknown column
   */
  public Columns without(String... names) {
    Map<String, Column> left = new LinkedHashMap<>(byName);
    for (String name : names) {
      require(name);
      left.remove(name);
    }
    return new Columns(Collections.unmodifiableMap(left));
  }

  private void require(String name) {
    if (!byName.containsKey(name)) {
      throw new IllegalArgumentException("No column " + name + " among " + names());
    }
  }

  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  public Optional<Column> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Collection<Column> all() {
    return byName.values();
  }

  /** The columns of a table or an alias, for a column list in SQL. */
  public String list(String alias) {
    return byName.keySet().stream()
        .map(name -> alias + "." + name)
        .collect(Collectors.joining(", "));
  }

  /** SQL arguments of {@code json_build_object} for the wire object of a row. */
  public String jsonMembers(String alias) {
    return byName.values().stream()
        .map(column ->
            "'%s', %s"
                .formatted(
                    column.name(), column.type().wireExpression(alias + "." + column.name())))
        .collect(Collectors.joining(", "));
  }
}
