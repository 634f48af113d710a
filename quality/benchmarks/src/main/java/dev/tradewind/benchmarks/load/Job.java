package dev.tradewind.benchmarks.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * Job of the load generator.
 *
 * @param servers to which the connections are distributed in turns
 * @param scripts request scripts, which the connections get in turns; one with several goes through
 *     them, and each begins again after its last
 * @param turn from the start of a connection's turn to the start of its next one, if the first has
 *     ended by then; zero for the next at once
 */
public record Job(
    List<SocketAddress> servers,
    Duration duration,
    int connections,
    List<List<Step>> scripts,
    Duration turn) {

  /** Job for the server at a port of this machine. */
  public Job(
      int port, Duration duration, int connections, List<List<Step>> scripts, Duration turn) {
    this(List.of(local(port)), duration, connections, scripts, turn);
  }

  private static SocketAddress local(int port) {
    return SocketAddress.inetSocketAddress(port, "127.0.0.1");
  }

  static Job of(JsonObject json) {
    return new Job(
        json.getJsonArray("servers").stream()
            .map(JsonObject.class::cast)
            .map(server ->
                SocketAddress.inetSocketAddress(
                    server.getInteger("port"), server.getString("host")))
            .toList(),
        Duration.ofMillis(json.getLong("milliseconds")),
        json.getInteger("connections"),
        json.getJsonArray("scripts").stream()
            .map(script ->
                ((JsonArray) script).stream().map(JsonObject.class::cast).map(Step::of).toList())
            .toList(),
        Duration.ofMillis(json.getLong("turn_milliseconds")));
  }

  public JsonObject toJson() {
    JsonArray addresses = new JsonArray();
    servers.forEach(server ->
        addresses.add(new JsonObject().put("host", server.host()).put("port", server.port())));
    JsonArray all = new JsonArray();
    scripts.forEach(script -> all.add(new JsonArray(script.stream().map(Step::toJson).toList())));
    return new JsonObject()
        .put("servers", addresses)
        .put("milliseconds", duration.toMillis())
        .put("connections", connections)
        .put("scripts", all)
        .put("turn_milliseconds", turn.toMillis());
  }
}
