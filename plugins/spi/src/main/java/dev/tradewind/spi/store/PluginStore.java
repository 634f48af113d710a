package dev.tradewind.spi.store;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;

/**
 * Schema of a plugin in the shop's database. Its role sees nothing of the shop, which guards
 * against mistakes and not against the plugin: the connections are of the shop's login. What
 * belongs to the shop is read and changed by operations of the API.
 */
public interface PluginStore {

  /**
   * Pool of the node for the schema, which is the search path of its connections. Statements with
   * parameters have one plan for all values; a statement waits two seconds for a row lock, and a
   * transaction without a statement for two seconds ends.
   */
  Pool pool();

  /**
   * Adds work, in the transaction of the client: it is done if and only if that commits, once at
   * least, by one node at a time. A failed attempt is repeated after 5 seconds, later ones after up
   * to an hour; after 20 of them the work is parked, and stays in the table {@code tradewind_work}.
   *
   * @param client connection of the {@linkplain #pool pool}, or the pool itself
   * @param kind name of {@link Work} of the plugin
   * @param key of 200 characters at most. Work of that kind and key that waits is done once, with
   *     the payload of the last call; what is done at the moment is done once more
   * @param payload for the work, 64 KiB at most
   * @param due not before this time (UTC)
   * @return fails with an {@link IllegalArgumentException} if the plugin, whose start has ended,
   *     has no such work
   */
  Future<Void> addWork(SqlClient client, String kind, String key, JsonObject payload, Instant due);
}
