package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/**
 * Relations to what another verticle owns: one request for all parents, and where a table links
 * them one statement before it. What does not exist any more is not shown.
 */
public final class RemoteRelation {

  /** Asks the owner. */
  @FunctionalInterface
  public interface Owner {

    /**
     * The rows with these ids, each with at least the columns; unknown ones are left out.
     *
     * @param columns among them the key
     */
    Future<List<JsonObject>> find(CallContext context, List<String> ids, List<String> columns);
  }

  /** A row of the parent and the id of what it is linked to. */
  private record Link(String parent, String target) {}

  private RemoteRelation() {}

  /** The one row that a column of the parent refers to. */
  public static Relation toOne(
      String name, Supplier<Resource> target, String column, Owner owner) {
    RelationSource source =
        (reading, selection, keys) ->
            rows(owner, reading, selection, keys)
                .map(rows ->
                    rows.entrySet().stream()
                        .map(row -> new Related(row.getKey(), row.getValue()))
                        .toList());
    return new Relation(name, target, column, false, source);
  }

  /**
   * The rows that a table of this schema links to the parent.
   *
   * @param links selects parent and target ids for the parents in <code>$1</code>, in the order in
   *     which each parent shows them
   */
  public static Relation linked(
      String name, Supplier<Resource> target, String links, Owner owner) {
    RelationSource source =
        (reading, selection, keys) ->
            reading
                .db()
                .preparedQuery(links)
                .execute(Tuple.of(keys.toArray(String[]::new)))
                .map(found ->
                    StreamSupport.stream(found.spliterator(), false)
                        .map(RemoteRelation::link)
                        .toList())
                .compose(found -> related(owner, reading, selection, found));
    return new Relation(name, target, "id", true, source);
  }

  private static Link link(Row row) {
    return new Link(row.getString(0), row.getString(1));
  }

  private static Future<List<Related>> related(
      Owner owner, Reading reading, Selection selection, List<Link> links) {
    List<String> ids = links.stream().map(Link::target).distinct().toList();
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return rows(owner, reading, selection, ids)
        .map(rows -> {
          List<Related> related = new ArrayList<>();
          for (Link link : links) {
            JsonObject row = rows.get(link.target());
            if (row != null) {
              related.add(new Related(link.parent(), row.copy()));
            }
          }
          return related;
        });
  }

  /** The rows by their key, with the selected columns in the order of their description. */
  private static Future<Map<String, JsonObject>> rows(
      Owner owner, Reading reading, Selection selection, List<String> ids) {
    List<String> columns = selection.readColumns().stream().map(Column::name).toList();
    String key = selection.resource().key();
    return owner
        .find(reading.asking(), ids, columns)
        .map(found -> {
          Map<String, JsonObject> rows = new HashMap<>();
          for (JsonObject row : found) {
            JsonObject chosen = new JsonObject();
            columns.forEach(column -> chosen.put(column, row.getValue(column)));
            rows.put(row.getString(key), chosen);
          }
          return rows;
        });
  }
}
