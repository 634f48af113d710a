package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.InternalOperation;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resource descriptor: its table, its own columns, its relations and its computed fields. Immutable
 * and shared; a {@link View} selects the part that an operation shows.
 */
public final class Resource {

  /** A field that is not stored, shown together with the relation it is computed from. */
  public record Computed(
      String name, String relation, Function<JsonObject, @Nullable Object> value) {}

  private final String table;
  private final String key;
  private final boolean softDeleted;
  private final boolean isCounted;
  private final Columns columns;
  private final Map<String, Relation> relations;
  private final Map<String, Computed> computed;
  private final @Nullable InternalOperation owner;
  private final boolean isOpen;

  private Resource(Builder builder) {
    this.table = builder.table;
    this.key = builder.key;
    this.softDeleted = builder.columns.find("deleted_at").isPresent();
    this.isCounted = builder.isCounted;
    this.columns = builder.columns;
    this.relations = builder.relations;
    this.computed = builder.computed;
    this.owner = builder.owner;
    this.isOpen = builder.isOpen;
  }

  /** Describes the table of that name. */
  public static Builder table(String table) {
    return new Builder(table);
  }

  public String table() {
    return table;
  }

  /**
   * Name of the described entity, the same for the descriptor of its owner and for the published
   * one.
   */
  public String entity() {
    return table.replace("\"", "");
  }

  /** Operation of the verticle that owns the rows; absent for the descriptor of the owner. */
  Optional<InternalOperation> owner() {
    return Optional.ofNullable(owner);
  }

  /** Whether every member of a document that is no relation counts as an own field. */
  boolean isOpen() {
    return isOpen;
  }

  /** The column that identifies a row; always read. */
  public String key() {
    return key;
  }

  public boolean isSoftDeleted() {
    return softDeleted;
  }

  /** Whether a row counter has the number of rows, without deleted ones. */
  public boolean isCounted() {
    return isCounted;
  }

  public String from() {
    return table + " AS t";
  }

  public Collection<Column> columns() {
    return columns.all();
  }

  public Optional<Column> column(String name) {
    return columns.find(name);
  }

  /**
   * The column of that name.
   *
   * @throws IllegalArgumentException for an unknown column
   */
  public Column requireColumn(String name) {
    return column(name)
        .orElseThrow(() -> new IllegalArgumentException(table + " has no column " + name));
  }

  public Optional<Relation> relation(String name) {
    return Optional.ofNullable(relations.get(name));
  }

  public Collection<Relation> relations() {
    return relations.values();
  }

  public Collection<Computed> computed() {
    return computed.values();
  }

  public Optional<Computed> computed(String name) {
    return Optional.ofNullable(computed.get(name));
  }

  /** The own columns of a row, for a statement whose rows {@link #row} reads. */
  public String columnList(String alias) {
    return columns.list(alias);
  }

  /** The wire object of a row that begins with the own columns. */
  public JsonObject row(Row row) {
    JsonObject json = new JsonObject();
    int position = 0;
    for (Column column : columns.all()) {
      json.put(column.name(), column.type().read(row, position++));
    }
    return json;
  }

  /** An SQL expression that builds the own columns of a row as its wire object. */
  public String jsonObject(String alias) {
    return jsonObject(alias, "");
  }

  /** The same expression with further members: {@code 'name', expression, ...}. */
  public String jsonObject(String alias, String further) {
    String members = columns.jsonMembers(alias);
    return "json_build_object(" + members + (further.isEmpty() ? ")" : ", " + further + ")");
  }

  /** Builder of a resource descriptor. */
  public static final class Builder {

    private final String table;
    private String key = "id";
    private Columns columns = Columns.none();
    private final Map<String, Relation> relations = new LinkedHashMap<>();
    private final Map<String, Computed> computed = new LinkedHashMap<>();
    private @Nullable InternalOperation owner;
    private boolean isOpen;
    private boolean isCounted;

    private Builder(String table) {
      this.table = table;
    }

    /** Publishes the resource: other verticles read it by this operation of its owner. */
    public Builder ownedBy(InternalOperation operation) {
      this.owner = operation;
      return this;
    }

    /** Describes documents whose own fields need not be listed. */
    public Builder open() {
      this.isOpen = true;
      return text("id");
    }

    /** For many rows: {@code R__row_counters.sql} of the schema maintains their number. */
    public Builder counted() {
      this.isCounted = true;
      return this;
    }

    /** Sets a key column other than {@code id}. */
    public Builder key(String column) {
      this.key = column;
      return this;
    }

    /** Adds columns published by their owner. */
    public Builder columns(Columns described) {
      this.columns = columns.and(described);
      return this;
    }

    /** The columns that nearly every resource begins with; rows with deleted_at set are hidden. */
    public Builder softDeletedBase() {
      return columns(Columns.softDeletedBase());
    }

    public Builder base() {
      return columns(Columns.base());
    }

    public Builder text(String... names) {
      return columns(ColumnType.TEXT, names);
    }

    public Builder integers(String... names) {
      return columns(ColumnType.INTEGER, names);
    }

    public Builder bigints(String... names) {
      return columns(ColumnType.BIGINT, names);
    }

    public Builder numbers(String... names) {
      return columns(ColumnType.NUMBER, names);
    }

    public Builder booleans(String... names) {
      return columns(ColumnType.BOOLEAN, names);
    }

    public Builder timestamps(String... names) {
      return columns(ColumnType.TIMESTAMP, names);
    }

    public Builder json(String... names) {
      return columns(ColumnType.JSON, names);
    }

    private Builder columns(ColumnType type, String... names) {
      return columns(Columns.none().and(type, names));
    }

    public Builder relation(Relation relation) {
      relations.put(relation.name(), relation);
      return this;
    }

    /** A relation of a published resource to the one row that a column refers to. */
    public Builder one(String name, Supplier<Resource> target, String column) {
      return relation(Relation.referred(name, target, column));
    }

    /** A relation of a published resource to rows that its owner finds. */
    public Builder many(String name, Supplier<Resource> target) {
      return relation(found(name, target));
    }

    /** The same, refused by views of the storefront. */
    public Builder manyForStaff(String name, Supplier<Resource> target) {
      return relation(found(name, target).forStaff());
    }

    private Relation found(String name, Supplier<Resource> target) {
      InternalOperation published = Objects.requireNonNull(owner, "The resource is not published");
      return Relation.ofOwner(name, target, table, key, true, published);
    }

    /** A field computed from the row once that relation is loaded. */
    public Builder computed(
        String name, String relation, Function<JsonObject, @Nullable Object> value) {
      computed.put(name, new Computed(name, relation, value));
      return this;
    }

    public Resource build() {
      List<String> missing = new ArrayList<>();
      if (columns.find(key).isEmpty()) {
        missing.add(key);
      }
      relations.values().stream()
          .map(Relation::column)
          .filter(column -> columns.find(column).isEmpty())
          .forEach(missing::add);
      if (!missing.isEmpty()) {
        throw new IllegalStateException(table + " lacks the columns " + missing);
      }
      return new Resource(this);
    }
  }
}
