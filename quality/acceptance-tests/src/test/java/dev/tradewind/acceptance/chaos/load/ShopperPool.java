package dev.tradewind.acceptance.chaos.load;

import dev.tradewind.acceptance.FixedRateLoop;
import dev.tradewind.acceptance.chaos.ChaosClient;
import dev.tradewind.acceptance.chaos.ChaosPlan;
import dev.tradewind.acceptance.chaos.OutsideServices;
import dev.tradewind.acceptance.chaos.load.Checkout.Wish;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Shoppers of a chaos run, the staff that processes their orders, and the history of both. */
public final class ShopperPool {

  private static final int MAX_AT_ONCE = 200;

  /** One in this many completions is sent twice. */
  private static final int REPEATED = 8;

  /** One in this many shoppers pays at Stripe. */
  private static final int AT_STRIPE = 4;

  /** One in this many orders is processed by staff. */
  private static final int PROCESSED = 4;

  private final ChaosClient client;
  private final ChaosClient staff;
  private final StockFixture stock;
  private final @Nullable OutsideServices services;
  private final ChaosPlan plan;
  private final Queue<Checkout> history = new ConcurrentLinkedQueue<>();
  private final Queue<AfterSale> afterSales = new ConcurrentLinkedQueue<>();

  public ShopperPool(
      ChaosClient client,
      ChaosClient staff,
      StockFixture stock,
      @Nullable OutsideServices services,
      ChaosPlan plan) {
    this.client = client;
    this.staff = staff;
    this.stock = stock;
    this.services = services;
    this.plan = plan;
  }

  /** Starts shoppers at the rate of the plan, until it is closed; staff takes over from them. */
  public FixedRateLoop arrive() {
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
          Market market =
              services != null && chance.nextInt(AT_STRIPE) == 0
                  ? stock.marketAtStripe()
                  : stock.market();
          Checkout checkout = shop(market, "shopper-" + number, wish, chance);
          if (checkout.isOrdered() && chance.nextInt(PROCESSED) == 0) {
            String orderId = Objects.requireNonNull(checkout.orderId());
            afterSales.add(
                new StaffMember(staff, client, stock, market, orderId, chance).process());
          }
        });
  }

  /** Checkout in the market that is paid at the provider with a ledger. */
  public Checkout shop(String key, Wish wish, RandomGenerator chance) {
    return shop(stock.market(), key, wish, chance);
  }

  private Checkout shop(Market market, String key, Wish wish, RandomGenerator chance) {
    Checkout checkout = new Shopper(client, market, services, key, wish, chance).checkOut();
    history.add(checkout);
    return checkout;
  }

  public List<Checkout> history() {
    return List.copyOf(history);
  }

  public List<AfterSale> afterSales() {
    return List.copyOf(afterSales);
  }
}
