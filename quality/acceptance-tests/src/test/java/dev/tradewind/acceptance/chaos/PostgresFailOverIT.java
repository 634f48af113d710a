package dev.tradewind.acceptance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.FixedRateLoop;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.LedgerFulfillmentProvider;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.acceptance.chaos.load.Checkout;
import dev.tradewind.acceptance.chaos.load.Checkout.Wish;
import dev.tradewind.acceptance.chaos.load.ShopperPool;
import dev.tradewind.acceptance.chaos.load.StockFixture;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fail-over of PostgreSQL: under checkouts the primary is killed, its synchronous standby is
 * promoted, and the address that the node connects to moves. No acknowledged order is lost.
 */
class PostgresFailOverIT {

  private static final int ORDERS = 20;
  private static final int SHOPPERS_PER_SECOND = 6;
  private static final int MAX_AT_ONCE = 50;
  private static final ChaosPlan PLAN = new ChaosPlan(1, 0, SHOPPERS_PER_SECOND, false, List.of());

  @Test
  void aPromotedStandbyHasEveryAcknowledgedOrder(@TempDir Path folder) {
    String source = "/fail-over/" + Ids.ulid();
    try (ChaosDatabase primary = ChaosDatabase.start(folder.resolve("primary"));
        ServiceLink address = ServiceLink.to(primary.port());
        ChaosNode node = node(folder, primary.url(), address, source)) {
      node.start().awaitReady();
      StockFixture stock = StockFixture.stock(primary);
      try (ChaosDatabase standby = primary.startSynchronousStandby(folder.resolve("standby"))) {
        ChaosClient client = new ChaosClient(List.of(node.url()));
        ShopperPool shoppers = new ShopperPool(client, client, stock, null, PLAN);
        Wish wish = new Wish(stock.variants().getFirst(), 1, null, null, false);
        try (FixedRateLoop arriving =
            FixedRateLoop.start(
                SHOPPERS_PER_SECOND,
                MAX_AT_ONCE,
                number -> shoppers.shop("shopper-" + number, wish, PLAN.chanceOf(number)))) {
          awaitOrders(shoppers, ORDERS);
          long killed = System.nanoTime();
          primary.kill();
          standby.promote();
          address.redirect(standby.port());
          long promoted = System.nanoTime();
          awaitOrders(shoppers, shoppers.history().size() + ORDERS);
          report(shoppers.history(), killed, promoted);
        }

        ChaosCluster.await("published events", () -> Outboxes.waiting(standby) == 0);
        Set<String> orders = Set.copyOf(standby.texts("SELECT id FROM orders.\"order\""));
        assertThat(shoppers.history()).allMatch(Checkout::isOrdered);
        assertThat(shoppers.history()).extracting(Checkout::orderId).isSubsetOf(orders);
        assertThat(placed(source)).isEqualTo(orders);
      }
    }
  }

  private static ChaosNode node(
      Path folder, String databaseUrl, ServiceLink address, String eventSource) {
    int port = FreePorts.find();
    return new ChaosNode(
        "node",
        0,
        "http://127.0.0.1:" + port,
        List.of(
            "-D" + LedgerPaymentProvider.FILE + "=" + folder.resolve("ledger"),
            "-D" + LedgerFulfillmentProvider.FILE + "=" + folder.resolve("fulfillment-ledger"),
            "-Dlogback.configurationFile=logback-chaos.xml"),
        Map.of(
            "TRADEWIND_DATABASE_URL",
            databaseUrl.replaceFirst(":\\d+/", ":" + address.port() + "/"),
            "TRADEWIND_KAFKA_BOOTSTRAP",
            TestKafka.bootstrapServers(),
            "TRADEWIND_EVENT_SOURCE",
            eventSource,
            "TRADEWIND_DATA_DIR",
            folder.resolve("node").toString(),
            "TRADEWIND_HTTP_PORT",
            Integer.toString(port),
            "TRADEWIND_MANAGEMENT_PORT",
            "0"),
        List.of());
  }

  private static void awaitOrders(ShopperPool shoppers, int number) {
    ChaosCluster.await(number + " orders", () -> shoppers.history().size() >= number);
  }

  /** Orders whose placement Kafka has. */
  private static Set<String> placed(String source) {
    return KafkaEvents.all(TestKafka.bootstrapServers(), Topics.ORDER).stream()
        .filter(event -> event.header("ce_source").equals(source))
        .filter(event -> event.header("ce_type").equals("order.placed"))
        .map(event -> event.header("ce_subject"))
        .collect(Collectors.toSet());
  }

  private static void report(List<Checkout> history, long killed, long promoted) {
    long first = Long.MAX_VALUE;
    long last = 0;
    for (Checkout checkout : history) {
      long ended = checkout.startedNanos() + TimeUnit.MILLISECONDS.toNanos(checkout.millis());
      if (ended > promoted) {
        first = Math.min(first, ended);
        last = checkout.startedNanos() < promoted ? Math.max(last, ended) : last;
      }
    }
    System.out.printf(
        "The fail-over took %d ms; the first order after it came %d ms later, the last one of the"
            + " shoppers that had met it %d ms later%n",
        Duration.ofNanos(promoted - killed).toMillis(),
        Duration.ofNanos(first - promoted).toMillis(),
        Duration.ofNanos(last - promoted).toMillis());
  }
}
