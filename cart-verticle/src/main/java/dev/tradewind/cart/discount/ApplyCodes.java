package dev.tradewind.cart.discount;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Discount and gift card codes of a request, applied in place of the ones the cart had. */
public final class ApplyCodes {

  private final CartDiscounts discounts;
  private final CartGiftCards giftCards;
  private final CodeRateLimiter rateLimiter;

  public ApplyCodes(CartDiscounts discounts, CartGiftCards giftCards, CodeRateLimiter rateLimiter) {
    this.discounts = discounts;
    this.giftCards = giftCards;
    this.rateLimiter = rateLimiter;
  }

  /**
   * Applies the codes of the body.
   *
   * @param before the cart when the request arrived
   * @param cart with all changes of the body that precede the codes
   * @param address of the caller, for the rate limit; absent for callers without one
   */
  public Future<Cart> apply(
      CallContext context, Cart before, Cart cart, JsonObject body, @Nullable String address) {
    @Nullable JsonArray discountCodes = body.getJsonArray("discounts");
    @Nullable JsonArray cardCodes = body.getJsonArray("gift_cards");
    if (discountCodes == null && cardCodes == null) {
      return Future.succeededFuture(cart);
    }
    Supplier<Future<Cart>> entering =
        () ->
            (discountCodes == null
                    ? Future.succeededFuture(cart)
                    : discounts.set(context, cart, codes(discountCodes)))
                .compose(discounted -> {
                  if (cardCodes == null) {
                    return Future.succeededFuture(discounted);
                  }
                  return giftCards.set(context, discounted, codes(cardCodes));
                });
    return address == null ? entering.get() : rateLimiter.guarded(before.id(), address, entering);
  }

  private static List<String> codes(JsonArray values) {
    return values.stream().map(each -> ((JsonObject) each).getString("code")).toList();
  }
}
