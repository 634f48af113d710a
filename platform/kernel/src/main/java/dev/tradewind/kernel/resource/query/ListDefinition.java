package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Definition of a list operation: its view, filters, search, sort order and page size. */
public final class ListDefinition {

  /** Parameter of the field that a list is sorted by. */
  public static final String ORDER = "order";

  /** Parameter of the key behind which a page of a list that is sorted by its key begins. */
  public static final String AFTER = "after";

  private static final int MAX_PAGE_SIZE = 1_000;

  /** Characters of a trigram, which a shorter text does not have. */
  private static final int TRIGRAM = 3;

  private static final String METADATA = "metadata";

  private final View view;
  private final int defaultLimit;
  private final String defaultOrder;
  private final Map<String, String> sortable;
  private final Map<String, Filter> filters;
  private final @Nullable String search;
  private final @Nullable String indexedSearch;
  private final @Nullable String shortSearch;
  private final boolean keysFirst;
  private final @Nullable String declaredFor;
  private final boolean showsStaffFields;

  private ListDefinition(Builder builder) {
    this.view = builder.view;
    this.defaultLimit = builder.defaultLimit;
    this.defaultOrder = builder.defaultOrder;
    this.sortable = Map.copyOf(builder.sortable);
    this.filters = new LinkedHashMap<>(builder.filters);
    this.search = builder.search;
    this.indexedSearch = builder.indexedSearch;
    this.shortSearch = builder.shortSearch;
    this.keysFirst = builder.keysFirst;
    this.declaredFor = builder.declaredFor;
    this.showsStaffFields = builder.showsStaffFields;
  }

  private ListDefinition(ListDefinition other, List<DeclaredColumn> declared) {
    this.view = other.view;
    this.defaultLimit = other.defaultLimit;
    this.defaultOrder = other.defaultOrder;
    this.search = other.search;
    this.indexedSearch = other.indexedSearch;
    this.shortSearch = other.shortSearch;
    this.keysFirst = other.keysFirst;
    this.declaredFor = other.declaredFor;
    this.showsStaffFields = other.showsStaffFields;
    Map<String, DeclaredColumn> columns =
        declared.stream().collect(Collectors.toMap(DeclaredColumn::name, column -> column));
    this.filters = new LinkedHashMap<>(other.filters);
    this.filters.put(METADATA, new DeclaredFilter(columns));
    this.sortable = new LinkedHashMap<>(other.sortable);
    declared.stream()
        .filter(DeclaredColumn::isSortable)
        .forEach(column -> sortable.put(METADATA + "." + column.name(), column.expression()));
  }

  public static Builder of(View view, int defaultLimit) {
    return new Builder(view, defaultLimit);
  }

  /**
   * A parsed query: selection and order.
   *
   * @param conditions of all rows of the list, which its count has
   * @param ofPage the same, for the rows behind the key that the query names
   * @param keysFirst whether the page is determined by its keys alone before its rows are read
   * @param search how the rows are searched
   */
  public record Query(
      Selection selection,
      WhereClause conditions,
      WhereClause ofPage,
      String order,
      int limit,
      int offset,
      boolean keysFirst,
      Search search) {

    /** Whether the page is the first one of the list. */
    public boolean isFirst() {
      return offset == 0 && ofPage == conditions;
    }
  }

  /** Search of a list. */
  public enum Search {
    /** There is no text. */
    NONE,
    /** All rows are compared with the text. */
    SCAN,
    /** An index finds the hits. */
    INDEX
  }

  /** Resource whose declared fields the query filters or sorts by; empty if it names none. */
  public Optional<String> declaredFor(JsonObject query) {
    return namesDeclared(query) ? Optional.ofNullable(declaredFor) : Optional.empty();
  }

  /** Whether a query filters or sorts by declared fields, of whatever resource. */
  public static boolean namesDeclared(JsonObject query) {
    String order = query.getString(ORDER, "");
    return query.containsKey(METADATA)
        || order.startsWith(METADATA + ".")
        || order.startsWith("-" + METADATA + ".");
  }

  /** Whether the list is for staff, who may filter and sort by fields that only they see. */
  public boolean showsStaffFields() {
    return showsStaffFields;
  }

  /** The same list, filtered and sorted by declared fields too. */
  public ListDefinition with(List<DeclaredColumn> declared) {
    return new ListDefinition(this, declared);
  }

  public Query parse(JsonObject query, Consumer<WhereClause> always) {
    WhereClause conditions = new WhereClause();
    always.accept(conditions);
    filter(conditions, query);
    return new Query(
        view.select(query),
        conditions,
        behind(conditions, query),
        order(requestedOrder(query), isSearchedFirst(query)),
        limit(query),
        size(query, "offset", 0, Integer.MAX_VALUE),
        keysFirst,
        search(query));
  }

  /** A key costs the same at the end of a list as at its beginning, other than an offset. */
  private WhereClause behind(WhereClause conditions, JsonObject query) {
    String after = query.getString(AFTER);
    if (after == null) {
      return conditions;
    }
    String key = view.resource().key();
    String order = requestedOrder(query);
    if (!order.equals(key) && !order.equals("-" + key)) {
      throw Problem.invalidData(AFTER + " needs a list that is sorted by " + key);
    }
    return conditions.behind(key, order.equals(key) ? ">" : "<", after);
  }

  /** Rows of the page at most. */
  public int limit(JsonObject query) {
    return size(query, "limit", defaultLimit, MAX_PAGE_SIZE);
  }

  /**
   * The conditions of some filters and of a search text, for a statement of the caller's own over
   * the resource under the alias {@code t}.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for an unknown filter
   */
  public WhereClause conditions(JsonObject input) {
    for (String name : input.fieldNames()) {
      if (!filters.containsKey(name) && !(search != null && name.equals("q"))) {
        throw Problem.invalidData("property " + name + " should not exist");
      }
    }
    WhereClause conditions = new WhereClause();
    filter(conditions, input);
    return conditions;
  }

  private void filter(WhereClause conditions, JsonObject query) {
    if (view.resource().isSoftDeleted() && !query.containsKey("deleted_at")) {
      conditions.addPresent();
    }
    String text = query.getString("q");
    filters.forEach((name, filter) -> {
      if (query.containsKey(name)) {
        filter.apply(conditions, name, query.getValue(name));
      }
    });
    if (search == null || text == null || text.isEmpty()) {
      return;
    }
    String literal = LikePattern.literal(text);
    if (text.length() < TRIGRAM && shortSearch != null) {
      conditions.add(shortSearch, literal);
    } else if (search(query) == Search.INDEX && indexedSearch != null) {
      conditions.add(indexedSearch, "%" + literal + "%");
    } else {
      conditions.add(search, "%" + literal + "%");
    }
  }

  private Search search(JsonObject query) {
    String text = query.getString("q", "");
    if (search == null || text.isEmpty()) {
      return Search.NONE;
    }
    String indexed = text.length() < TRIGRAM ? shortSearch : indexedSearch;
    return indexed == null ? Search.SCAN : Search.INDEX;
  }

  private boolean isSearchedFirst(JsonObject query) {
    return switch (search(query)) {
      case NONE -> false;
      case SCAN -> keysFirst;
      case INDEX -> true;
    };
  }

  private String requestedOrder(JsonObject query) {
    String requested = query.getString(ORDER, "");
    if (!requested.isBlank()) {
      return requested;
    }
    return query.containsKey(AFTER) ? view.resource().key() : defaultOrder;
  }

  /**
   * @param hitsFirst whether a search finds few rows among many: they must not be looked up row by
   *     row in the order of the page, as an index on that order would allow
   */
  private String order(String name, boolean hitsFirst) {
    boolean descending = name.startsWith("-");
    // Clients of this API may send text after a second dash; it has no meaning.
    String field = descending ? name.substring(1).split("-", 2)[0] : name;
    String expression =
        sortExpression(field)
            .orElseThrow(() -> Problem.invalidData("Order field " + field + " is not valid"));
    String direction = descending ? " DESC" : " ASC";
    // The key makes the order total, so that no row is on two pages.
    String sorted = hitsFirst ? "(SELECT " + expression + ")" : expression;
    return sorted + direction + ", t." + view.resource().key() + direction;
  }

  private Optional<String> sortExpression(String field) {
    String own = sortable.get(field);
    int dot = field.lastIndexOf('.');
    if (own != null || dot < 0 || !view.isRelation(field.substring(0, dot))) {
      return Optional.ofNullable(own);
    }
    view.requireBounded(ORDER, field.substring(0, dot));
    return SortPath.expression(view.resource(), field);
  }

  private static int size(JsonObject query, String name, int absent, int maximum) {
    Number value = query.getNumber(name);
    if (value == null) {
      return absent;
    }
    if (value.longValue() < 0 || value.longValue() > maximum) {
      throw Problem.invalidData(name + " must be between 0 and " + maximum);
    }
    return value.intValue();
  }

  /** Builder of a list definition; it sorts by own columns and by columns of referenced rows. */
  public static final class Builder {

    private final View view;
    private final int defaultLimit;
    private String defaultOrder;
    private final Map<String, String> sortable = new LinkedHashMap<>();
    private final Map<String, Filter> filters = new LinkedHashMap<>();
    private @Nullable String search;
    private @Nullable String indexedSearch;
    private @Nullable String shortSearch;
    private boolean keysFirst;
    private @Nullable String declaredFor;
    private boolean showsStaffFields;

    private Builder(View view, int defaultLimit) {
      this.view = view;
      this.defaultLimit = defaultLimit;
      Resource resource = view.resource();
      this.defaultOrder =
          resource.column("created_at").isPresent() ? "-created_at" : resource.key();
      resource.columns().stream()
          .filter(column -> column.type() != ColumnType.JSON)
          .forEach(column -> sortable.put(column.name(), "t." + column.name()));
    }

    /** Filters by own columns. */
    public Builder filter(String... columns) {
      for (String column : columns) {
        filters.put(column, new ColumnFilter(view.resource().requireColumn(column)));
      }
      return this;
    }

    public Builder filter(String name, Filter filter) {
      filters.put(name, filter);
      return this;
    }

    /**
     * The condition of the search text {@code q}, in which every <code>{}</code> is the pattern.
     * All other filters apply beside it.
     */
    public Builder search(String condition) {
      this.search = condition;
      return this;
    }

    /**
     * The same, answered by trigram indexes: the hits are found before they are sorted and counted.
     */
    public Builder indexedSearch(String condition) {
      return indexedSearch(condition, condition);
    }

    /**
     * The same, where the condition that indexes answer is another one with the same hits.
     *
     * @param condition of a text that is too short for a trigram
     */
    public Builder indexedSearch(String condition, String indexed) {
      this.search = condition;
      this.indexedSearch = indexed;
      return this;
    }

    /**
     * The condition of a text without a trigram, answered by an index as well. Every <code>{}
     * </code> is the text, as a literal in a pattern.
     */
    public Builder shortSearch(String condition) {
      this.shortSearch = condition;
      return this;
    }

    /** Sorts by an expression that is neither an own column nor one of a referenced row. */
    public Builder sortable(String name, String expression) {
      sortable.put(name, expression);
      return this;
    }

    /**
     * For many large rows: they are sorted by their keys alone, and searched by a separate index.
     */
    public Builder keysFirst() {
      this.keysFirst = true;
      return this;
    }

    /**
     * Filters and sorts by the searchable fields that are declared for the resource, for staff.
     *
     * @param resource its name in declarations
     */
    public Builder declaredFields(String resource) {
      this.showsStaffFields = true;
      return publicFields(resource);
    }

    /** The same for shoppers: fields of staff are as unknown as those that are not declared. */
    public Builder publicFields(String resource) {
      this.declaredFor = resource;
      return this;
    }

    /** A default order other than newest first. */
    public Builder defaultOrder(String order) {
      this.defaultOrder = order;
      return this;
    }

    public ListDefinition build() {
      return new ListDefinition(this);
    }
  }
}
