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
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Relation to resources of another verticle that a table of this schema links to the parent: one
 * statement and one request for all parents. Resources that no longer exist are left out.
 */
public final class RemoteRelation {

  /**
   * A row of the parent and the id of its linked resource.
   *
   * @param count links of the parent, if not all are kept
   */
  private record Link(String parent, String target, @Nullable Long count) {}

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
                .map(found -> links(found, fetchContext.most()))
                .compose(found -> related(owner, fetchContext, selection, found)));
  }

  /** The links, of each parent the first ones. */
  private static List<Link> links(RowSet<Row> found, @Nullable Integer most) {
    Map<String, Long> counts = new HashMap<>();
    List<Link> links = new ArrayList<>();
    for (Row row : found) {
      long place = counts.merge(row.getString(0), 1L, Long::sum);
      if (most == null || place <= most) {
        links.add(new Link(row.getString(0), row.getString(1), null));
      }
    }
    return most == null
        ? links
        : links.stream()
            .map(link -> new Link(link.parent(), link.target(), counts.get(link.parent())))
            .toList();
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
              related.add(new RelatedRow(link.parent(), row.copy(), link.count()));
            }
          }
          return related;
        });
  }
}
