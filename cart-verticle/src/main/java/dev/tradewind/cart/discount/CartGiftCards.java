package dev.tradewind.cart.discount;

import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gift cards of a cart, applied by code. The cart only stores their ids. */
public final class CartGiftCards {

  private final DiscountClient discounts;
  private final CartReferenceLoader referenceLoader;

  public CartGiftCards(DiscountClient discounts, CartReferenceLoader referenceLoader) {
    this.discounts = discounts;
    this.referenceLoader = referenceLoader;
  }

  /** Cart with these gift cards in place of the ones it had, each card once. */
  Future<Cart> set(CallContext context, Cart cart, List<String> codes) {
    List<String> requested = codes.stream().distinct().toList();
    if (requested.isEmpty()) {
      return Future.succeededFuture(cart.with(builder -> builder.giftCardIds(List.of())));
    }
    long position = referenceLoader.position();
    return discounts
        .findGiftCardsByCode(context, requested)
        .map(found -> {
          Map<String, GiftCard> byCode =
              found.stream()
                  .collect(Collectors.toMap(GiftCard::code, Function.identity(), (a, b) -> a));
          requested.forEach(code -> requireUsable(cart, code, byCode.get(code)));
          referenceLoader.giftCards().cache(position, found);
          return cart.with(builder ->
              builder.giftCardIds(
                  requested.stream()
                      .map(byCode::get)
                      .filter(Objects::nonNull)
                      .map(GiftCard::id)
                      .toList()));
        });
  }

  /**
   * Rejects the completion if a gift card was deleted, disabled or expired since it was applied;
   * the shopper removes it and sees the new total.
   */
  public static void requireStillUsable(Cart cart, CartReferences references) {
    for (String id : cart.giftCardIds()) {
      GiftCard card = references.giftCards().get(id);
      if (card == null) {
        throw Problem.notAllowed("A gift card does not exist any more");
      }
      requireUsable(card);
    }
  }

  private static void requireUsable(Cart cart, String code, @Nullable GiftCard card) {
    if (card == null) {
      throw Problem.notFound("Gift card with code: " + code + " was not found");
    }
    requireUsable(card);
    if (!card.regionId().equals(cart.regionId())) {
      throw Problem.invalidData("The gift card cannot be used in the current region");
    }
  }

  private static void requireUsable(GiftCard card) {
    if (card.isDisabled()) {
      throw Problem.notAllowed("The gift card is disabled");
    }
    if (card.isExpired()) {
      throw Problem.notAllowed("The gift card is expired");
    }
    if (card.balance() <= 0) {
      throw Problem.notAllowed("The gift card has no balance left");
    }
  }
}
