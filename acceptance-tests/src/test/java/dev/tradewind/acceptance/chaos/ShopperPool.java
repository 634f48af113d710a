package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.chaos.Checkout.Wish;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;

/** All shoppers of a fire, and what they remember. */
final class ShopperPool {

  /** One in so many presses the last button twice. */
  private static final int IMPATIENT = 8;

  private final ChaosClient client;
  private final StockFixture goods;
  private final ChaosPlan plan;
  private final Queue<Checkout> history = new ConcurrentLinkedQueue<>();

  ShopperPool(ChaosClient client, StockFixture goods, ChaosPlan plan) {
    this.client = client;
    this.goods = goods;
    this.plan = plan;
  }

  /** They come one after the other, at the rate of the plan, until it is closed. */
  FixedRateLoop arrive() {
    return FixedRateLoop.start(
        plan.rate(),
        number -> {
          RandomGenerator chance = plan.chanceOf(number);
          List<String> variants = goods.variants();
          Wish wish =
              new Wish(
                  variants.get(chance.nextInt(variants.size())),
                  1 + chance.nextInt(3),
                  null,
                  null,
                  chance.nextInt(IMPATIENT) == 0);
          shop("shopper-" + number, wish, chance);
        });
  }

  Checkout shop(String key, Wish wish, RandomGenerator chance) {
    Checkout checkout = new Shopper(client, goods, key, wish, chance).checkOut();
    history.add(checkout);
    return checkout;
  }

  List<Checkout> history() {
    return List.copyOf(history);
  }
}
