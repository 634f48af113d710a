package dev.tradewind.acceptance.fire;

import dev.tradewind.acceptance.fire.Checkout.Wish;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;

/** All shoppers of a fire, and what they remember. */
final class Crowd {

  /** One in so many presses the last button twice. */
  private static final int IMPATIENT = 8;

  private final FireClient client;
  private final Goods goods;
  private final FirePlan plan;
  private final Queue<Checkout> history = new ConcurrentLinkedQueue<>();

  Crowd(FireClient client, Goods goods, FirePlan plan) {
    this.client = client;
    this.goods = goods;
    this.plan = plan;
  }

  /** They come one after the other, at the rate of the plan, until it is closed. */
  OpenLoop arrive() {
    return OpenLoop.start(
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
