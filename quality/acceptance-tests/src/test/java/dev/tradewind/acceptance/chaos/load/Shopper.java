package dev.tradewind.acceptance.chaos.load;

import static dev.tradewind.testing.Eventually.LIMIT;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.chaos.ChaosClient;
import dev.tradewind.acceptance.chaos.OutsideServices;
import dev.tradewind.acceptance.chaos.load.Checkout.Outcome;
import dev.tradewind.acceptance.chaos.load.Checkout.Wish;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Shopper that checks out from an empty cart to an order. After a missing response or a 503 it
 * retries at the next node, with the same key, for up to two minutes.
 */
final class Shopper {

  /** Timeout of one attempt. */
  private static final Duration ATTEMPT = Duration.ofSeconds(5);

  private static final int MAX_PAUSE_MILLIS = 1_000;

  private final ChaosClient client;
  private final Market market;
  private final @Nullable OutsideServices services;
  private final String key;
  private final Wish wish;
  private final RandomGenerator chance;
  private int node;
  private int retries;
  private @Nullable String cartId;

  /**
   * @param key unique to this shopper
   */
  Shopper(
      ChaosClient client,
      Market market,
      @Nullable OutsideServices services,
      String key,
      Wish wish,
      RandomGenerator chance) {
    this.client = client;
    this.market = market;
    this.services = services;
    this.key = key;
    this.wish = wish;
    this.chance = chance;
    this.node = chance.nextInt(1_000);
  }

  Checkout checkOut() {
    long started = System.nanoTime();
    try {
      Answer answer = complete();
      JsonObject order = answer.body().getJsonObject("data");
      return result(started, Outcome.ORDERED, order.getString("id"), answer.text());
    } catch (RefusedException refused) {
      return result(started, Outcome.REFUSED, null, String.valueOf(refused.getMessage()));
    } catch (FailedException failed) {
      return result(started, Outcome.FAILED, null, String.valueOf(failed.getMessage()));
    }
  }

  private Checkout result(long started, Outcome outcome, @Nullable String orderId, String said) {
    long millis = (System.nanoTime() - started) / 1_000_000;
    return new Checkout(wish, started, millis, retries, outcome, cartId, key, orderId, said);
  }

  private Answer complete() {
    JsonObject item =
        new JsonObject().put("variant_id", wish.variantId()).put("quantity", wish.quantity());
    String cart =
        ok(ask("/store/carts", market.inRegion().put("items", new JsonArray().add(item)), null))
            .cart()
            .getString("id");
    cartId = cart;
    String path = "/store/carts/" + cart;
    ok(ask(path, particulars(), null));
    ok(ask(path + "/shipping-methods", market.shipping(), null));
    JsonObject open = ok(ask(path + "/payment-sessions", null, key + "-sessions")).cart();
    if (market.isAtStripe()) {
      Objects.requireNonNull(services)
          .pay(open.getJsonObject("payment_session").getJsonObject("data"));
    }
    return wish.twice() ? completeTwice(path + "/complete") : completed(path + "/complete", 0);
  }

  private JsonObject particulars() {
    JsonObject particulars =
        new JsonObject()
            .put("email", key + "@example.com")
            .put("shipping_address", market.address());
    if (wish.coupon() != null) {
      particulars.put("discounts", codes(wish.coupon()));
    }
    if (wish.giftCard() != null) {
      particulars.put("gift_cards", codes(wish.giftCard()));
    }
    return particulars;
  }

  private static JsonArray codes(String code) {
    return new JsonArray().add(new JsonObject().put("code", code));
  }

  /** Sends the completion twice, as after a double click; both have one result. */
  private Answer completeTwice(String path) {
    CompletableFuture<Answer> second = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        second.complete(completed(path, 1));
      } catch (RuntimeException failure) {
        second.completeExceptionally(failure);
      }
    });
    Answer first = completed(path, 0);
    String other =
        second.handle((answer, failure) -> answer == null ? "" + failure : answer.text()).join();
    if (!first.text().equals(other)) {
      throw new FailedException(
          "One key was answered in two ways: " + first.text() + " and " + other);
    }
    return first;
  }

  private Answer completed(String path, int further) {
    Answer answer = ok(patiently(node + further, path, null, key));
    if (!"order".equals(answer.body().getString("type"))) {
      throw new FailedException(path + " answered " + answer.text());
    }
    return answer;
  }

  private Answer ask(String path, @Nullable JsonObject body, @Nullable String stepKey) {
    return patiently(node, path, body, stepKey);
  }

  private Answer patiently(
      int from, String path, @Nullable JsonObject body, @Nullable String stepKey) {
    long giveUp = System.nanoTime() + LIMIT.toNanos();
    for (int attempt = 0; ; attempt++) {
      String said;
      try {
        Answer answer = client.send(from + attempt, "POST", path, body, stepKey, ATTEMPT);
        if (!isWorthRepeating(answer)) {
          node = from + attempt;
          return answer;
        }
        said = answer.status() + " " + answer.text();
      } catch (IOException lost) {
        said = lost.toString();
      }
      if (System.nanoTime() > giveUp) {
        throw new FailedException("%s, %d times, at last: %s".formatted(path, attempt + 1, said));
      }
      retries++;
      pause(attempt);
    }
  }

  private static boolean isWorthRepeating(Answer answer) {
    return answer.status() == 503
        || answer.status() == 504
        || (answer.status() == 409 && !isSoldOut(answer));
  }

  private Answer ok(Answer answer) {
    if (answer.status() == 200) {
      return answer;
    }
    String said = answer.status() + " " + answer.text();
    if (isSoldOut(answer) || isUsedUp(answer)) {
      throw new RefusedException(said);
    }
    throw new FailedException(said);
  }

  /** Status 400 when added to the cart, 409 on completion. */
  private static boolean isSoldOut(Answer answer) {
    return (answer.status() == 400 || answer.status() == 409)
        && answer.text().contains("insufficient_inventory");
  }

  private boolean isUsedUp(Answer answer) {
    String text = answer.text();
    return answer.status() == 400
        && ((wish.coupon() != null && text.contains("has been used maximum allowed times"))
            || (wish.giftCard() != null && text.contains("gift card")));
  }

  private void pause(int attempt) {
    try {
      Thread.sleep(50 + chance.nextInt(Math.min(MAX_PAUSE_MILLIS, 100 << Math.min(attempt, 5))));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  private static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String said) {
      super(said);
    }
  }

  private static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedException(String said) {
      super(said);
    }
  }
}
