package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.RelationSource;
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
 * Relation to resources of another verticle that a table of this schema links to the parent: one
 * statement and one request for all parents. Resources that no longer exist are left out.
 */
public final class RemoteRelation {

  /** A row of the parent and the id of its linked resource. */
  private record Link(String parent, String target) {}

  private RemoteRelation() {}

  /**
   * The linked resources.
   *
   * @param target published descriptor
   * @param links selects parent and target ids for the parents in <code>$1</code>, in the order in
   *     which each parent shows them
   */
  public static Relation linked(String name, Supplier<Resource> target, String links) {
    RelationSource owner = RelatedQuery.byKey(target);
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
      RelationSource owner, FetchContext fetchContext, Selection selection, List<Link> links) {
    List<String> ids = links.stream().map(Link::target).distinct().toList();
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return owner
        .fetch(fetchContext, selection, ids)
        .map(found -> {
          Map<String, JsonObject> byId = new HashMap<>();
          found.forEach(row -> byId.put(row.key(), row.row()));
          List<RelatedRow> related = new ArrayList<>();
          for (Link link : links) {
            JsonObject row = byId.get(link.target());
            if (row != null) {
              related.add(new RelatedRow(link.parent(), row.copy()));
            }
          }
          return related;
        });
  }
}
