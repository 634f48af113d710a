package dev.tradewind.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.testing.LongForm;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Eviction of a frozen node (SIGSTOP): it performs nothing after a deadline, and rejoins. */
@Tag("alone")
@LongForm
class ClusterFreezeIT {

  private static final int CARTS = 24;

  /** Test servers end an idle transaction later, for the sake of busy machines. */
  private static final String PRODUCTION_TIMEOUT =
      """
      DO $$ BEGIN
        EXECUTE format(
          'ALTER DATABASE %I SET idle_in_transaction_session_timeout = %L',
          current_database(), '2s');
      END $$
      """;

  @Test
  void aFrozenNodeIsEvictedAndRejoinsWithoutExecutingExpiredRequests() throws Exception {
    try (Cluster cluster = new Cluster(2).with("TRADEWIND_REQUEST_TIMEOUT_SECONDS", "3")) {
      NodeProcess domain = cluster.domain();
      Cluster.Gateway gateway = cluster.gateway();
      String cartId = gateway.readyCart();
      String versionOfCart = "SELECT version FROM cart.cart WHERE id = '" + cartId + "'";
      long version = cluster.count(versionOfCart);

      domain.freeze();
      long frozen = System.nanoTime();
      CompletableFuture<Answer> change =
          gateway
              .storefront()
              .postLater("/store/carts/" + cartId, new JsonObject().put("email", "late@a.test"));
      CompletableFuture<Answer> completion =
          gateway.storefront().postLater("/store/carts/" + cartId + "/complete", null);
      assertThat(change.join().status()).isEqualTo(504);
      assertThat(completion.join().status()).isEqualTo(504);
      gateway.process().awaitThat(() -> gateway.status("/store/regions") == 503);
      ClusterIT.report("a frozen node is left out", frozen);

      domain.wake();
      long woken = System.nanoTime();
      gateway.process().awaitThat(() -> gateway.status("/store/regions") == 200);
      ClusterIT.report("a woken node serves again", woken);

      assertThat(cluster.count(versionOfCart)).isEqualTo(version);
      assertThat(cluster.count("SELECT count(*) FROM orders.\"order\"")).isZero();
      assertThat(cluster.count("SELECT count(*) FROM cart.payment_attempt")).isZero();
      Answer again = gateway.storefront().post("/store/carts/" + cartId + "/complete", null);
      assertThat(again.status()).as(again.text()).isEqualTo(200);
    }
  }

  @Test
  void aNodeFrozenDuringPlacementsPlacesNothingAfterTheirDeadline() throws Exception {
    try (Cluster cluster = new Cluster(2).with("TRADEWIND_REQUEST_TIMEOUT_SECONDS", "3")) {
      cluster.execute(PRODUCTION_TIMEOUT);
      NodeProcess domain = cluster.domain();
      Cluster.Gateway gateway = cluster.gateway();
      cluster.execute("UPDATE catalog.product_variant SET inventory_quantity = 1000");
      List<String> carts = new ArrayList<>();
      for (int i = 0; i < CARTS; i++) {
        carts.add(gateway.readyCart());
      }
      // Commit time of the row, which the row itself does not contain.
      cluster.execute(
          "ALTER TABLE orders.\"order\" ADD COLUMN stored_at timestamptz DEFAULT"
              + " clock_timestamp()");

      List<CompletableFuture<Answer>> completions = new ArrayList<>();
      for (String cart : carts) {
        completions.add(gateway.storefront().postLater("/store/carts/" + cart + "/complete", null));
      }
      domain.freeze();
      CompletableFuture.allOf(completions.toArray(CompletableFuture[]::new)).join();
      domain.wake();
      gateway.process().awaitThat(() -> gateway.status("/store/regions") == 200);

      long answered = completions.stream().filter(answer -> answer.join().status() == 200).count();
      String orders = "SELECT count(*) FROM orders.\"order\"";
      assertThat(cluster.count(orders + " WHERE stored_at > placement_deadline")).isZero();
      assertThat(cluster.count(orders)).isGreaterThanOrEqualTo(answered);
      for (String cart : carts) {
        Answer again = gateway.storefront().post("/store/carts/" + cart + "/complete", null);
        assertThat(again.status()).as(again.text()).isEqualTo(200);
      }
      assertThat(cluster.count(orders)).isEqualTo(CARTS);
      System.out.printf("%d of %d placements were answered before%n", answered, CARTS);
    }
  }
}
