package dev.tradewind.cart.discount;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts the discounts and gift cards of a body on a cart, in place of those it had. */
public final class ApplyCodes {

  private final CartDiscounts discounts;
  private final CartGiftCards giftCards;
  private final CodeRateLimiter guesses;

  public ApplyCodes(CartDiscounts discounts, CartGiftCards giftCards, CodeRateLimiter guesses) {
    this.discounts = discounts;
    this.giftCards = giftCards;
    this.guesses = guesses;
  }

  /**
   * @param before as the cart was when the request came
   * @param cart with everything of the body that comes before the codes
   * @param address of the caller; absent where nobody is to be slowed down
   */
  public Future<Cart> enter(
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
                .compose(discounted ->
                    cardCodes == null
                        ? Future.succeededFuture(discounted)
                        : giftCards.set(context, discounted, codes(cardCodes)));
    return address == null ? entering.get() : guesses.guarded(before.id(), address, entering);
  }

  private static List<String> codes(JsonArray given) {
    return given.stream().map(each -> ((JsonObject) each).getString("code")).toList();
  }
}
