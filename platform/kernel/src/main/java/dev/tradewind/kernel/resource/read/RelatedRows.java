package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.operation.InternalOperation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ExpansionBudget;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.RelationSource;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.SqlRelation;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Internal operation of a verticle that answers the relation queries of other verticles about the
 * resources that it publishes.
 */
public final class RelatedRows {

  /** Loader of resources that are documents, with the relations that they embed. */
  @FunctionalInterface
  public interface Documents {
    Future<List<JsonObject>> find(FetchContext fetchContext, List<String> ids);
  }

  @FunctionalInterface
  private interface Source {
    Future<List<RelatedRow>> find(FetchContext fetchContext, RelatedQuery query);
  }

  private final SqlClient db;
  private final OperationClient bus;
  private final Map<String, Source> sources = new LinkedHashMap<>();

  public RelatedRows(SqlClient db, OperationClient bus) {
    this.db = db;
    this.bus = bus;
  }

  /**
   * Adds a resource with a table of this schema.
   *
   * @param published its published descriptor
   * @throws IllegalArgumentException if that has a column or relation which the own one lacks
   */
  public RelatedRows table(Resource own, Resource published) {
    published.columns().forEach(column -> own.requireColumn(column.name()));
    published.relations().forEach(relation -> requireRelation(own, relation.name()));
    sources.put(published.table(), (fetchContext, query) -> find(fetchContext, own, query));
    return this;
  }

  /** Adds a resource whose documents embed their relations. */
  public RelatedRows documents(Resource published, Documents loader) {
    sources.put(
        published.table(),
        (fetchContext, query) ->
            loader
                .find(fetchContext, query.keys())
                .map(documents -> rows(published, documents, query)));
    return this;
  }

  public void bind(Operations internal, InternalOperation operation) {
    internal.on(operation, this::answer);
  }

  private Future<Reply> answer(Request request) {
    RelatedQuery query = RelatedQuery.parse(request.input());
    Source source = sources.get(query.resource());
    if (source == null) {
      throw Problem.unavailable("Resource " + query.resource() + " is not known here.");
    }
    return source
        .find(FetchContext.own(db).withRemote(bus, request.context()).atMost(query.most()), query)
        .map(rows -> {
          new ExpansionBudget().add(rows.size());
          return Reply.ok(RelatedQuery.answer(rows));
        });
  }

  private static Future<List<RelatedRow>> find(
      FetchContext fetchContext, Resource own, RelatedQuery query) {
    String name = query.relation();
    if (name == null) {
      return fetch(fetchContext, SqlRelation.REFERRED_TO, own, query);
    }
    Relation relation = requireRelation(own, name);
    return fetch(fetchContext, relation.source(), relation.target().get(), query);
  }

  /** Rows of this schema embed the wanted relations within it, which saves queries for them. */
  private static Future<List<RelatedRow>> fetch(
      FetchContext fetchContext, RelationSource source, Resource target, RelatedQuery query) {
    // Columns that a newer verticle asks for and this one does not have are left out.
    Selection own = Selection.of(target).withFields(Set.copyOf(query.columns()));
    Selection selection =
        source instanceof SqlRelation
            ? own.with(
                query.relations().stream()
                    .filter(name -> isWithin(target, name))
                    .toArray(String[]::new))
            : own;
    return source
        .fetch(fetchContext, selection, query.keys())
        .compose(rows ->
            new ResourceReader(fetchContext)
                .expand(selection, rows.stream().map(RelatedRow::row).toList())
                .map(rows));
  }

  private static boolean isWithin(Resource target, String relation) {
    return target
        .relation(relation)
        .filter(found -> found.source() instanceof SqlRelation)
        .isPresent();
  }

  private static Relation requireRelation(Resource own, String name) {
    return own.relation(name)
        .orElseThrow(() -> new IllegalArgumentException(own.table() + " has no relation " + name));
  }

  private static List<RelatedRow> rows(
      Resource published, List<JsonObject> documents, RelatedQuery query) {
    List<RelatedRow> rows = new ArrayList<>();
    String relation = query.relation();
    for (JsonObject document : documents) {
      String key = document.getString(published.key());
      if (relation == null) {
        rows.add(new RelatedRow(key, part(document, query)));
      } else if (document.getValue(relation) instanceof JsonArray elements) {
        elements.forEach(
            element -> rows.add(new RelatedRow(key, part((JsonObject) element, query))));
      } else if (document.getValue(relation) instanceof JsonObject member) {
        rows.add(new RelatedRow(key, part(member, query)));
      }
    }
    return rows;
  }

  private static JsonObject part(JsonObject document, RelatedQuery query) {
    if (query.columns().isEmpty()) {
      return document;
    }
    Set<String> members = new LinkedHashSet<>(query.columns());
    members.addAll(query.relations());
    JsonObject part = new JsonObject();
    members.stream()
        .filter(document::containsKey)
        .forEach(name -> part.put(name, document.getValue(name)));
    return part;
  }
}
