package dev.tradewind.acceptance.cluster;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.launcher.node.DrainableClusterManager;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainableClusterManagerIT {

  @TempDir private Path folder;

  @Test
  void othersSendNothingToANodeBeforeItIsAnnouncedAndAfterItIsWithdrawn() {
    try (TestCluster cluster = new TestCluster(folder)) {
      TestCluster.Member starting = cluster.node("starting");
      TestCluster.Member other = cluster.node("other");
      DrainableClusterManager manager = (DrainableClusterManager) starting.manager();
      manager.holdBack(List.of("shop"));
      serve(starting, "shop");
      serve(starting, "always");

      assertThat(await(starting.send("shop")).status()).isEqualTo(200);
      assertThat(failure(other.send("shop"))).hasMessageContaining("not available");
      assertThat(await(other.send("always")).status()).isEqualTo(200);
      assertThat(await(manager.unserved(List.of("shop", "always")))).containsExactly("shop");

      await(manager.announce());
      assertThat(await(other.send("shop")).status()).isEqualTo(200);
      assertThat(await(manager.unserved(List.of("shop", "always")))).isEmpty();

      await(manager.withdraw());
      assertThat(failure(other.send("shop"))).hasMessageContaining("not available");
      assertThat(await(starting.send("shop")).status()).isEqualTo(200);
    }
  }

  private static void serve(TestCluster.Member member, String address) {
    await(
        new Operations()
            .on("adminCreateUser", request -> Future.succeededFuture(Reply.text(200, "served")))
            .serve(member.vertx(), address, TestCluster.CLOCK));
  }
}
