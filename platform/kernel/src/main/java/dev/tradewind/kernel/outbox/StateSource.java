package dev.tradewind.kernel.outbox;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Source of the states of one kind of aggregate. The events of its topic have the id of the
 * aggregate as their key.
 *
 * @param eventTopic topic of the events after which a state is published
 * @param topic compacted topic of the states
 * @param type CloudEvents type of the states
 * @param table table of the aggregates, with the columns {@code id} and {@code version}
 */
public record StateSource(
    String eventTopic, String topic, String type, String table, Bodies bodies) {

  /** Reader of representations. */
  @FunctionalInterface
  public interface Bodies {

    /** The representations by id, without the representations of deleted aggregates. */
    Future<Map<String, JsonObject>> read(List<String> ids);
  }

  /**
   * The current states of the aggregates of these events. The versions are read first, so that no
   * body is older than its version.
   */
  Future<List<AggregateState>> after(SqlClient db, List<Event> events) {
    Map<String, Event> causes = new LinkedHashMap<>();
    for (Event event : events) {
      if (event.topic().equals(eventTopic)) {
        causes.put(event.key(), event);
      }
    }
    if (causes.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    List<String> ids = List.copyOf(causes.keySet());
    return versions(db, ids)
        .compose(versions -> bodies.read(ids).map(found -> states(causes, versions, found)));
  }

  private Future<Map<String, Long>> versions(SqlClient db, List<String> ids) {
    return db.preparedQuery("SELECT id, version FROM " + table + " WHERE id = ANY ($1)")
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> {
          Map<String, Long> versions = new HashMap<>();
          rows.forEach(row -> versions.put(row.getString("id"), row.getLong("version")));
          return versions;
        });
  }

  private List<AggregateState> states(
      Map<String, Event> causes, Map<String, Long> versions, Map<String, JsonObject> found) {
    List<AggregateState> states = new ArrayList<>();
    causes.forEach((id, cause) ->
        states.add(
            new AggregateState(
                topic,
                type,
                cause,
                versions.getOrDefault(id, cause.aggregateVersion()),
                found.get(id))));
    return states;
  }
}
