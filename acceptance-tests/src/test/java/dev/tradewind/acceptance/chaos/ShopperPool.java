package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.chaos.Checkout.Wish;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;

/** Shoppers of a chaos run, the staff that processes their orders, and the history of both. */
final class ShopperPool {

  private static final int MAX_AT_ONCE = 200;

  /** One in this many completions is sent twice. */
  private static final int REPEATED = 8;

  /** One in this many orders is processed by staff. */
  private static final int PROCESSED = 4;

  private final ChaosClient client;
  private final ChaosClient staff;
  private final StockFixture stock;
  private final ChaosPlan plan;
  private final Queue<Checkout> history = new ConcurrentLinkedQueue<>();
  private final Queue<AfterSale> afterSales = new ConcurrentLinkedQueue<>();

  ShopperPool(ChaosClient client, ChaosClient staff, StockFixture stock, ChaosPlan plan) {
    this.client = client;
    this.staff = staff;
    this.stock = stock;
    this.plan = plan;
  }

  /** Starts shoppers at the rate of the plan, until it is closed; staff takes over from them. */
  FixedRateLoop arrive() {
    return FixedRateLoop.start(
        plan.rate(),
        MAX_AT_ONCE,
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
          Checkout checkout = shop("shopper-" + number, wish, chance);
          if (checkout.isOrdered() && chance.nextInt(PROCESSED) == 0) {
            String orderId = Objects.requireNonNull(checkout.orderId());
            afterSales.add(new StaffMember(staff, client, stock, orderId, chance).process());
          }
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

  List<AfterSale> afterSales() {
    return List.copyOf(afterSales);
  }
}
