package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.chaos.load.Checkout;
import dev.tradewind.acceptance.chaos.load.Checkout.Wish;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Flash sale with scarce resources: a coupon with 100 uses, a variant with 100 units, a gift card
 * that pays ten orders. A node is killed meanwhile.
 */
final class FlashSaleScenario {

  private static final int COUPONS = 100;
  private static final int CARDS = 10;

  /** Number of concurrent shoppers. */
  private static final int CONCURRENT_SHOPPERS = 48;

  private final ChaosCluster cluster;
  private final int number;
  private final String coupon;
  private final String card;
  private final String scarce;
  private final String plenty;

  private FlashSaleScenario(ChaosCluster cluster) {
    this.cluster = cluster;
    number = cluster.nextFlashSale();
    coupon = "SALE" + number;
    card = "CARD-" + number;
    List<String> variants = cluster.stock().scarce();
    scarce = variants.get(number % variants.size());
    plenty = cluster.stock().variants().getFirst();
  }

  static List<Observation> on(ChaosCluster cluster) {
    return new FlashSaleScenario(cluster).run();
  }

  private List<Observation> run() {
    insertFixtures();
    int shoppers = cluster.plan().flashSaleShoppers();
    ChaosNode victim = cluster.anyWholeNode();
    long began = System.nanoTime();
    Semaphore permits = new Semaphore(CONCURRENT_SHOPPERS);
    AtomicInteger started = new AtomicInteger();
    List<Future<Checkout>> running;
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      running =
          IntStream.range(0, shoppers)
              .mapToObj(shopper ->
                  each.submit(() -> {
                    permits.acquire();
                    try {
                      started.incrementAndGet();
                      return shop(shopper);
                    } finally {
                      permits.release();
                    }
                  }))
              .toList();
      ChaosCluster.await("concurrent shoppers", () -> started.get() > shoppers / 4);
      victim.process().kill();
      victim.start();
    }
    long took = Fault.millisSince(began);
    victim.awaitReady();
    cluster.awaitWhole();
    checkSupply();
    return List.of(
        Observation.note("killed", victim.name()),
        Observation.seen("%d shoppers were served in".formatted(shoppers), took),
        Observation.note(
            "orders",
            Long.toString(
                running.stream().map(Future::resultNow).filter(Checkout::isOrdered).count())));
  }

  private Checkout shop(int shopper) {
    RandomGenerator chance = cluster.plan().chanceOf(-1_000_000 * (number + 1) - shopper);
    boolean isTwice = chance.nextInt(8) == 0;
    // Of twenty shoppers, nine use the coupon, nine buy the scarce variant and two use the gift
    // card.
    int kind = shopper % 20;
    Wish wish =
        kind < 9
            ? new Wish(plenty, 1, coupon, null, isTwice)
            : kind < 18
                ? new Wish(scarce, 1, null, null, isTwice)
                : new Wish(plenty, 1, null, card, isTwice);
    return cluster.shoppers().shop("sale-%d-%d".formatted(number, shopper), wish, chance);
  }

  private void insertFixtures() {
    cluster
        .database()
        .execute(
            """
            INSERT INTO discount.discount_rule (id, created_at, updated_at, type, value, allocation)
            VALUES ('dru_%1$s', now(), now(), 'percentage', 10, 'total');
            INSERT INTO discount.discount (
              id, created_at, updated_at, code, rule_id, starts_at, usage_limit
            )
            VALUES ('disc_%1$s', now(), now(), '%1$s', 'dru_%1$s', now() - interval '1 day', %2$d);
            INSERT INTO discount.discount_region (discount_id, region_id, of_fixed)
            VALUES ('disc_%1$s', '%3$s', false)
            """
                .formatted(coupon, COUPONS, cluster.stock().market().regionId()));
    long price = priceOfCardOrder();
    newCard(card, CARDS * price);
  }

  /** Amount that an order charges to a gift card, measured with a first order. */
  private long priceOfCardOrder() {
    String sample = card + "-SAMPLE";
    newCard(sample, 10_000_000);
    Checkout bought =
        cluster
            .shoppers()
            .shop(
                "sale-%d-sample".formatted(number),
                new Wish(plenty, 1, null, sample, false),
                cluster.plan().chanceOf(-2 - number));
    if (!bought.isOrdered()) {
      throw new AssertionError("The sample order with the gift card failed: " + bought.said());
    }
    return cluster
        .database()
        .count(
            "SELECT amount FROM discount.gift_card_transaction WHERE order_id = '%s'"
                .formatted(bought.orderId()));
  }

  private void newCard(String code, long balance) {
    cluster
        .database()
        .execute(
            """
            INSERT INTO discount.gift_card (
              id, created_at, updated_at, code, value, balance, region_id, tax_rate
            )
            SELECT 'gift_%1$s', now(), now(), '%1$s', %2$d, %2$d, id, tax_rate
            FROM catalog.region
            WHERE id = '%3$s'
            """
                .formatted(code, balance, cluster.stock().market().regionId()));
  }

  /** Demand exceeds supply, so all of it must be used up, and no more. */
  private void checkSupply() {
    expect(
        "uses of a coupon",
        COUPONS,
        "SELECT usage_count FROM discount.discount WHERE code = '%s'".formatted(coupon));
    expect(
        "units left",
        0,
        "SELECT inventory_quantity FROM catalog.product_variant WHERE id = '%s'".formatted(scarce));
    expect(
        "left on a gift card",
        0,
        "SELECT balance FROM discount.gift_card WHERE code = '%s'".formatted(card));
    expect(
        "orders paid by a gift card",
        CARDS,
        "SELECT count(*) FROM discount.gift_card_transaction WHERE gift_card_id = 'gift_%s'"
            .formatted(card));
  }

  private void expect(String what, long expected, String query) {
    long seen = cluster.database().count(query);
    if (seen != expected) {
      cluster.recordViolation(
          "After a flash sale: %s should be %d and is %d".formatted(what, expected, seen));
    }
  }
}
