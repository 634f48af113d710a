package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.medusa.follow.SwitchStore;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import org.junit.jupiter.api.Test;

/** Process of a node on the copy of a shop that is followed. */
class FollowingNodeIT {

  @Test
  void theNodeSaysThatItsWorkWaitsUntilTheSwitch() {
    TestDatabase database = Shop.migratedDatabase();
    prepareSwitch(database);
    try (Cluster cluster = new Cluster(1, database)) {
      cluster.execute(
          "INSERT INTO medusa_import.move (source, copied_at, followed_at)"
              + " VALUES ('shop', now(), now())");
      Cluster.Gateway node = cluster.full();

      JsonObject readiness = readiness(node);
      assertThat(readiness.getString("status")).isEqualTo("degraded");
      assertThat(readiness.getJsonObject("parts").getString("following"))
          .contains("background work waits");
      assertThat(node.process().output()).containsOnlyOnce("background work waits");

      cluster.execute("UPDATE medusa_import.move SET finished_at = now()");

      node.process()
          .awaitThat(
              () -> readiness(node).getJsonObject("parts").getString("following").equals("up"));
      node.process().awaitThat(() -> node.process().output().contains("background work begins"));
    }
  }

  private static void prepareSwitch(TestDatabase database) {
    Vertx vertx = Vertx.vertx();
    Pool pool = SchemaPool.openAsLogin(vertx, DatabaseConfig.parse(database.url(), 1), "test");
    await(new SwitchStore(pool).prepare());
    await(pool.close());
    await(vertx.close());
  }

  private static JsonObject readiness(Cluster.Gateway node) {
    return node.storefront().get("/health/ready").body();
  }
}
