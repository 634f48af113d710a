package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.database.PortionedQuery;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.resource.ExpansionBudget;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.DeclaredColumn;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reader of described resources. A page is one statement with its exact count, or two at the same
 * time if many rows have to be counted; every expanded relation is one more, regardless of the
 * number of rows; relations of one level are loaded at the same time.
 */
public final class ResourceReader {

  private static final String COUNTED =
      "SELECT coalesce(sum(rows), 0)::bigint FROM row_counter WHERE counted = '%s'";

  /** Rows that a page skips without being costly. */
  private static final int FEW_ROWS = 1_000;

  private static final String DECLARED =
      """
      SELECT name, type, declared_expression(field, 't.') AS expression
      FROM declared_field AS field
      WHERE resource = $1
        AND (is_searchable OR is_unique)
        AND ($2 OR (NOT is_staff_only AND declared_index_status(field) = 'ready'))
      """;

  private final SqlClient db;
  private final FetchContext fetchContext;
  private final @Nullable PageQueue costly;

  public ResourceReader(SqlClient db) {
    this(FetchContext.own(db));
  }

  /**
   * @param costly queue of the statements of lists that may read many rows: searches, and pages far
   *     behind the first
   */
  public ResourceReader(SqlClient db, PageQueue costly) {
    this(FetchContext.own(db), costly);
  }

  public ResourceReader(FetchContext fetchContext) {
    this(fetchContext, null);
  }

  private ResourceReader(FetchContext fetchContext, @Nullable PageQueue costly) {
    this.db = fetchContext.db();
    this.fetchContext = fetchContext;
    this.costly = costly;
  }

  /** A reader within a call, which can also load remote relations. */
  public ResourceReader withRemote(OperationClient bus, CallContext context) {
    return new ResourceReader(fetchContext.withRemote(bus, context), costly);
  }

  /** The page selected by a query. */
  public Future<Page> list(ListDefinition listing, JsonObject query) {
    return list(listing, query, conditions -> {});
  }

  /** The page among rows that also meet fixed conditions. */
  public Future<Page> list(ListDefinition listing, JsonObject query, Consumer<WhereClause> always) {
    return withDeclared(
        listing,
        query,
        known -> {
          ListDefinition.Query parsed = known.parse(query, always);
          return list(parsed.selection(), parsed, Counting.EXECUTED);
        });
  }

  /** The page with a selection of the caller, derived from the definition's own. */
  public Future<Page> list(
      ListDefinition listing, JsonObject query, Selection selection, Consumer<WhereClause> always) {
    return list(listing, query, selection, always, Counting.EXECUTED);
  }

  /**
   * The same, of a list whose counts may be known from before.
   *
   * @param counting of a count that is a statement of its own
   */
  public Future<Page> list(
      ListDefinition listing,
      JsonObject query,
      Selection selection,
      Consumer<WhereClause> always,
      Counting counting) {
    return withDeclared(
        listing, query, known -> list(selection, known.parse(query, always), counting));
  }

  /** Reads the declarations only for a query that names a field. */
  private <T> Future<T> withDeclared(
      ListDefinition listing, JsonObject query, Function<ListDefinition, Future<T>> read) {
    return listing
        .declaredFor(query)
        .map(resource ->
            db.preparedQuery(DECLARED)
                .execute(Tuple.of(resource, listing.showsStaffFields()))
                .map(rows ->
                    rows.stream()
                        .map(row ->
                            new DeclaredColumn(
                                row.getString("name"),
                                row.getString("type"),
                                row.getString("expression")))
                        .toList())
                .compose(declared -> read.apply(listing.with(declared))))
        .orElseGet(() -> read.apply(listing));
  }

  /** The rows of the page alone, for a response that does not show how many there are. */
  public Future<List<JsonObject>> rows(
      ListDefinition listing, JsonObject query, Selection selection, Consumer<WhereClause> always) {
    return withDeclared(
        listing,
        query,
        known -> {
          ListDefinition.Query parsed = known.parse(query, always);
          return queued(parsed, () -> page(selection, parsed, ""))
              .compose(page -> loaded(selection.ofPage(), page.rows()));
        });
  }

  private Future<Page> list(Selection selection, ListDefinition.Query query, Counting counting) {
    WhereClause conditions = query.conditions();
    String count = countSql(selection, conditions);
    if (isCountedWithPage(selection, query)) {
      return pageWithCount(selection, query, count);
    }
    return Future.all(
            queued(query, () -> page(selection, query, ""))
                .compose(page -> loaded(selection.ofPage(), page.rows())),
            counting.count(
                () -> counted(count, conditions.parameters()),
                () -> queued(query, () -> count(conditions, count))))
        .map(both -> new Page(both.resultAt(0), both.resultAt(1), query.offset(), query.limit()));
  }

  /**
   * Whether page and count are one statement. Among many rows a count may take long; then the page
   * is read meanwhile. An indexed search has few hits, and takes one connection.
   */
  private static boolean isCountedWithPage(Selection selection, ListDefinition.Query query) {
    Resource resource = selection.resource();
    WhereClause conditions = query.conditions();
    return !resource.isCounted()
        || query.search() == ListDefinition.Search.INDEX
        || conditions.count().isPresent()
        || conditions.isUnfiltered(resource.isSoftDeleted());
  }

  /** A page without rows has no count; only behind the last row, or if it is to be empty. */
  private Future<Page> pageWithCount(
      Selection selection, ListDefinition.Query query, String count) {
    return queued(query, () -> page(selection, query, ", (" + count + ")"))
        .compose(page -> {
          Long counted = page.count();
          Future<Long> all =
              counted != null
                  ? Future.succeededFuture(counted)
                  : query.isFirst() && query.limit() > 0
                      ? Future.succeededFuture(0L)
                      : queued(query, () -> count(query.conditions(), count));
          return Future.all(loaded(selection.ofPage(), page.rows()), all)
              .map(both ->
                  new Page(both.resultAt(0), both.resultAt(1), query.offset(), query.limit()));
        });
  }

  private <T> Future<T> queued(ListDefinition.Query query, Supplier<Future<T>> statement) {
    boolean mayReadMuch = query.search() != ListDefinition.Search.NONE || query.offset() > FEW_ROWS;
    return costly == null || !mayReadMuch ? statement.get() : costly.run(statement);
  }

  /** Statement and values, each after its length, so that no two lists are taken for one. */
  private static String counted(String sql, Tuple values) {
    StringBuilder counted = new StringBuilder(sql);
    for (int i = 0; i < values.size(); i++) {
      append(counted, values.getValue(i));
    }
    return counted.toString();
  }

  private static void append(StringBuilder counted, @Nullable Object value) {
    if (value instanceof Object[] several) {
      counted.append('[').append(several.length).append(']');
      for (Object one : several) {
        append(counted, one);
      }
    } else {
      String text = String.valueOf(value);
      counted.append(' ').append(text.length()).append(':').append(text);
    }
  }

  private Future<Long> count(WhereClause conditions, String sql) {
    return db.preparedQuery(sql)
        .execute(conditions.parameters())
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /**
   * The rows of a page.
   *
   * @param further further columns, behind the columns of the selection
   */
  private Future<PageRows> page(Selection selection, ListDefinition.Query query, String further) {
    WhereClause conditions = query.ofPage();
    String sql =
        query.keysFirst()
            ? keysFirstSql(selection, further, conditions, query.order())
            : pageSql(selection, further, conditions, query.order());
    Tuple values = conditions.parameters(query.limit(), query.offset());
    PageRows rows = new PageRows(selection);
    if (db instanceof Pool pool && query.limit() > PortionedQuery.MAX_WHOLE) {
      return PortionedQuery.forEach(pool, sql, values, rows::add).map(rows);
    }
    return db.preparedQuery(sql).collecting(rows.collector()).execute(values).map(rows);
  }

  private static String countSql(Selection selection, WhereClause conditions) {
    Resource resource = selection.resource();
    if (resource.isCounted() && conditions.isUnfiltered(resource.isSoftDeleted())) {
      return COUNTED.formatted(resource.entity());
    }
    return conditions
        .count()
        .orElseGet(() -> "SELECT count(*) FROM " + resource.from() + conditions.where());
  }

  private static String pageSql(
      Selection selection, String further, WhereClause conditions, String order) {
    int next = conditions.size() + 1;
    return selectSql(selection, further, conditions, order)
        + " LIMIT $"
        + next
        + " OFFSET $"
        + (next + 1);
  }

  /** Finds and sorts the page's keys without the rest of their rows. */
  private static String keysFirstSql(
      Selection selection, String further, WhereClause conditions, String order) {
    int next = conditions.size() + 1;
    return "SELECT "
        + selection.columnList()
        + further
        + " FROM "
        + selection.resource().from()
        + " WHERE "
        + keyColumn(selection)
        + " = ANY(ARRAY(SELECT "
        + keyColumn(selection)
        + " FROM "
        + selection.resource().from()
        + conditions.where()
        + " ORDER BY "
        + order
        + " LIMIT $"
        + next
        + " OFFSET $"
        + (next + 1)
        + ")) ORDER BY "
        + order;
  }

  private static String selectSql(
      Selection selection, String further, WhereClause conditions, String order) {
    return "SELECT "
        + selection.columnList()
        + further
        + " FROM "
        + selection.resource().from()
        + conditions.where()
        + (order.isEmpty() ? "" : " ORDER BY " + order);
  }

  /** The row with that key, unless it is missing or deleted. */
  public Future<Optional<JsonObject>> find(Selection selection, String key) {
    return select(selection, present(selection).add(keyColumn(selection) + " = {}", key), "")
        .map(rows -> rows.stream().findFirst());
  }

  /** The rows with those keys, in their order; missing and deleted ones are left out. */
  public Future<List<JsonObject>> findAll(Selection selection, Collection<String> keys) {
    return findAll(selection, keys, present(selection));
  }

  /** The rows with those keys, deleted ones included, in their order. */
  public Future<List<JsonObject>> findAllWithDeleted(Selection selection, Collection<String> keys) {
    return findAll(selection, keys, new WhereClause());
  }

  private Future<List<JsonObject>> findAll(
      Selection selection, Collection<String> keys, WhereClause conditions) {
    if (keys.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    String[] requested = keys.stream().distinct().toArray(String[]::new);
    String column = keyColumn(selection);
    return select(
        selection,
        conditions.add(column + " = ANY({}::text[])", requested),
        "array_position($1::text[], " + column + ")");
  }

  /** All rows that meet the conditions. */
  public Future<List<JsonObject>> select(
      Selection selection, WhereClause conditions, String order) {
    return db.preparedQuery(selectSql(selection, "", conditions, order))
        .execute(conditions.parameters())
        .compose(rows -> complete(selection, rows));
  }

  private static String keyColumn(Selection selection) {
    return "t." + selection.resource().key();
  }

  private static WhereClause present(Selection selection) {
    WhereClause conditions = new WhereClause();
    if (selection.resource().isSoftDeleted()) {
      return conditions.add("t.deleted_at IS NULL");
    }
    return conditions;
  }

  /** The rows of a statement that selected the columns of the selection, with their relations. */
  public Future<List<JsonObject>> complete(Selection selection, RowSet<Row> rows) {
    List<JsonObject> objects = new ArrayList<>(rows.size());
    rows.forEach(row -> objects.add(selection.read(row)));
    return loaded(selection, objects);
  }

  /** Loads the relations of rows that have the columns of the selection. */
  Future<Void> expand(Selection selection, List<JsonObject> rows) {
    return complete(selection, rows, null);
  }

  /** Reduces whole rows, read by other means, to the selection. */
  public Future<Void> select(Selection selection, List<JsonObject> rows) {
    List<JsonObject> whole =
        isBounded(selection) ? rows.stream().map(JsonObject::copy).toList() : List.of();
    return loaded(selection, rows, row -> whole.get(row).copy())
        .onSuccess(done -> rows.forEach(selection::removeUnread))
        .mapEmpty();
  }

  /**
   * The selected parts of documents; relations that a document does not embed are loaded, each with
   * one query for all documents.
   */
  public Future<List<JsonObject>> documents(Selection selection, List<JsonObject> documents) {
    return loaded(
        selection,
        documents.stream().map(selection::of).toList(),
        row -> selection.of(documents.get(row)));
  }

  /** Rows of a statement, which embed nothing. */
  private Future<List<JsonObject>> loaded(Selection selection, List<JsonObject> rows) {
    return loaded(selection, rows, row -> selection.withoutRelations(rows.get(row)));
  }

  private Future<List<JsonObject>> loaded(
      Selection selection, List<JsonObject> rows, IntFunction<JsonObject> read) {
    if (!isBounded(selection)) {
      return complete(selection, rows, null).map(rows);
    }
    return loaded(selection, rows, read, selection.bounds());
  }

  private static boolean isBounded(Selection selection) {
    return selection.isShown() && !selection.relations().isEmpty();
  }

  /**
   * The rows with their relations. If these are too large for an answer, those with many rows are
   * cut or left out, and their count is shown.
   *
   * @param read a row as it was before its relations were loaded
   * @param bounds of the rows of one parent that are tried next
   */
  private Future<List<JsonObject>> loaded(
      Selection selection,
      List<JsonObject> rows,
      IntFunction<JsonObject> read,
      List<ExpansionBudget.Bounds> bounds) {
    ExpansionBudget budget = ExpansionBudget.of(selection, bounds.isEmpty());
    return load(selection, rows, budget)
        .map(done -> {
          budget.requireSmall(rows);
          rows.forEach(selection::finish);
          return rows;
        })
        .recover(failure -> {
          if (!ExpansionBudget.isExceeded(failure)
              || (bounds.isEmpty() && !selection.isAfterWrite())) {
            return Future.failedFuture(failure);
          }
          for (int i = 0; i < rows.size(); i++) {
            JsonObject bare = read.apply(i);
            rows.get(i).clear().mergeIn(bare);
          }
          if (bounds.isEmpty()) {
            rows.forEach(selection::finishWithoutRelations);
            return Future.succeededFuture(rows);
          }
          return new ResourceReader(fetchContext.within(bounds.getFirst()))
              .loaded(selection, rows, read, bounds.subList(1, bounds.size()));
        });
  }

  private Future<Void> complete(
      Selection selection, List<JsonObject> rows, @Nullable ExpansionBudget budget) {
    return load(selection, rows, budget).onSuccess(loaded -> rows.forEach(selection::finish));
  }

  private Future<Void> load(
      Selection selection, List<JsonObject> rows, @Nullable ExpansionBudget budget) {
    List<Future<Void>> loads = new ArrayList<>();
    selection
        .relations()
        .forEach((name, nested) -> {
          Relation relation = selection.resource().relation(name).orElseThrow();
          FetchContext reach = fetchContext.boundedFor(relation);
          // A budget that is exceeded at once fails its load like one that is exceeded later.
          loads.add(
              Future.<Void>succeededFuture()
                  .compose(started -> load(reach, relation, nested, rows, budget)));
        });
    // A failure waits for the other loads, which still write into the rows.
    return Future.join(loads).mapEmpty();
  }

  private Future<Void> load(
      FetchContext reach,
      Relation relation,
      Selection selection,
      List<JsonObject> parents,
      @Nullable ExpansionBudget budget) {
    List<JsonObject> embedding =
        parents.stream().filter(parent -> parent.containsKey(relation.name())).toList();
    if (embedding.isEmpty()) {
      return fetch(reach, relation, selection, parents, budget);
    }
    embedding.forEach(parent -> bound(reach, relation, parent));
    List<JsonObject> embedded =
        embedding.stream().flatMap(parent -> members(parent.getValue(relation.name()))).toList();
    if (budget != null) {
      budget.add(embedded.size());
    }
    List<JsonObject> rest =
        parents.stream().filter(parent -> !parent.containsKey(relation.name())).toList();
    return Future.join(
            complete(selection, embedded, budget), fetch(reach, relation, selection, rest, budget))
        .mapEmpty();
  }

  private static Stream<JsonObject> members(@Nullable Object value) {
    return switch (value) {
      case JsonArray elements -> elements.stream().map(JsonObject.class::cast);
      case JsonObject document -> Stream.of(document);
      case null, default -> Stream.empty();
    };
  }

  private Future<Void> fetch(
      FetchContext reach,
      Relation relation,
      Selection selection,
      List<JsonObject> parents,
      @Nullable ExpansionBudget budget) {
    // Members of all parents are created first, so that they have the order of the selection.
    parents.forEach(
        parent -> parent.put(relation.name(), relation.many() ? new JsonArray() : null));
    List<String> keys =
        parents.stream()
            .map(parent -> parent.getString(relation.column()))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (keys.isEmpty() || relation.comesWithParent()) {
      return Future.succeededFuture();
    }
    return reach
        .unlessUnavailable(relation.source().fetch(reach, selection, keys))
        .map(related -> attach(reach, relation, parents, related, budget))
        .compose(rows -> complete(selection, rows, budget));
  }

  /**
   * Cuts rows that a document embeds or that a source has not cut, or leaves them out where a write
   * could take the shown ones for all.
   */
  private static void bound(FetchContext reach, Relation relation, JsonObject parent) {
    Integer most = reach.most();
    if (most == null || !(parent.getValue(relation.name()) instanceof JsonArray rows)) {
      return;
    }
    String countName = RelatedRow.countOf(relation.name());
    long count = parent.getLong(countName, (long) rows.size());
    if (count > most) {
      parent.put(countName, count);
      if (!relation.isCutWhenLarge()) {
        parent.remove(relation.name());
      } else if (rows.size() > most) {
        parent.put(relation.name(), new JsonArray(rows.getList().subList(0, most)));
      }
    }
  }

  /** The rows that their parents show. */
  private static List<JsonObject> attach(
      FetchContext reach,
      Relation relation,
      List<JsonObject> parents,
      List<RelatedRow> related,
      @Nullable ExpansionBudget budget) {
    Map<String, JsonArray> byKey = new HashMap<>();
    Map<String, Long> counts = new HashMap<>();
    for (RelatedRow row : related) {
      byKey.computeIfAbsent(row.key(), key -> new JsonArray()).add(row.row());
      if (row.count() != null) {
        counts.put(row.key(), row.count());
      }
    }
    Map<String, List<JsonObject>> shown = new LinkedHashMap<>();
    for (JsonObject parent : parents) {
      String key = parent.getString(relation.column());
      JsonArray rows = byKey.get(key);
      if (rows != null) {
        parent.put(relation.name(), relation.many() ? rows : rows.getJsonObject(0));
        long count = counts.getOrDefault(key, 0L);
        if (count > rows.size()) {
          parent.put(RelatedRow.countOf(relation.name()), count);
        }
        bound(reach, relation, parent);
        List<JsonObject> members = members(parent.getValue(relation.name())).toList();
        shown.put(key, members);
        if (budget != null) {
          budget.add(members.size());
        }
      }
    }
    return shown.values().stream().flatMap(List::stream).toList();
  }
}
