package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.chaos.Checkout.Wish;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;

/** Shoppers of a chaos run and the history of their checkouts. */
final class ShopperPool {

  /** One in this many completions is sent twice. */
  private static final int REPEATED = 8;

  private final ChaosClient client;
  private final StockFixture stock;
  private final ChaosPlan plan;
  private final Queue<Checkout> history = new ConcurrentLinkedQueue<>();

  ShopperPool(ChaosClient client, StockFixture stock, ChaosPlan plan) {
    this.client = client;
    this.stock = stock;
    this.plan = plan;
  }

  /** Starts shoppers at the rate of the plan, until it is closed. */
  FixedRateLoop arrive() {
    return FixedRateLoop.start(
        plan.rate(),
        number -> {
          RandomGenerator chance = plan.chanceOf(number);
          List<String> variants = stock.variants();
          Wish wish =
              new Wish(
                  variants.get(chance.nextInt(variants.size())),
                  1 + chance.nextInt(3),
                  null,
                  null,
                  chance.nextInt(REPEATED) == 0);
          shop("shopper-" + number, wish, chance);
        });
  }

  Checkout shop(String key, Wish wish, RandomGenerator chance) {
    Checkout checkout = new Shopper(client, stock, key, wish, chance).checkOut();
    history.add(checkout);
    return checkout;
  }

  List<Checkout> history() {
    return List.copyOf(history);
  }
}
