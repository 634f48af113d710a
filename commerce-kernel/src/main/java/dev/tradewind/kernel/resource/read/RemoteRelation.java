package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.resource.Column;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Relation to a resource of another verticle, known here by id: one request for all parents,
 * preceded by one statement if a table links them. Resources that no longer exist are left out.
 */
public final class RemoteRelation {

  /** Client of the verticle that owns the resource. */
  @FunctionalInterface
  public interface Owner {

    /**
     * The documents with these ids; unknown ones are left out.
     *
     * @param columns columns to read, the key included
     */
    Future<List<JsonObject>> find(
        FetchContext fetchContext, List<String> ids, List<String> columns);
  }

  /** A row of the parent and the id of its linked resource. */
  private record Link(String parent, String target) {}

  private RemoteRelation() {}

  /** The one document that a column of the parent refers to. */
  public static Relation toOne(String name, Supplier<Resource> target, String column, Owner owner) {
    return Relation.remote(
        name,
        target,
        column,
        false,
        (fetchContext, selection, keys) ->
            documents(owner, fetchContext, selection, keys)
                .map(found ->
                    found.entrySet().stream()
                        .map(each -> new RelatedRow(each.getKey(), selection.of(each.getValue())))
                        .toList()));
  }

  /**
   * The documents that a table of this schema links to the parent.
   *
   * @param links selects parent and target ids for the parents in <code>$1</code>, in the order in
   *     which each parent shows them
   */
  public static Relation linked(String name, Supplier<Resource> target, String links, Owner owner) {
    return Relation.remote(
        name,
        target,
        "id",
        true,
        (fetchContext, selection, keys) ->
            fetchContext
                .db()
                .preparedQuery(links)
                .execute(Tuple.of(keys.toArray(String[]::new)))
                .map(found -> found.stream().map(RemoteRelation::link).toList())
                .compose(found -> related(owner, fetchContext, selection, found)));
  }

  private static Link link(Row row) {
    return new Link(row.getString(0), row.getString(1));
  }

  private static Future<List<RelatedRow>> related(
      Owner owner, FetchContext fetchContext, Selection selection, List<Link> links) {
    List<String> ids = links.stream().map(Link::target).distinct().toList();
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return documents(owner, fetchContext, selection, ids)
        .map(documents -> {
          List<RelatedRow> related = new ArrayList<>();
          for (Link link : links) {
            JsonObject document = documents.get(link.target());
            if (document != null) {
              related.add(new RelatedRow(link.parent(), selection.of(document)));
            }
          }
          return related;
        });
  }

  private static Future<Map<String, JsonObject>> documents(
      Owner owner, FetchContext fetchContext, Selection selection, List<String> ids) {
    List<String> columns = selection.readColumns().stream().map(Column::name).toList();
    String key = selection.resource().key();
    return owner
        .find(fetchContext, ids, columns)
        .map(found -> {
          Map<String, JsonObject> byKey = new HashMap<>();
          found.forEach(document -> byKey.put(document.getString(key), document));
          return byKey;
        });
  }
}
