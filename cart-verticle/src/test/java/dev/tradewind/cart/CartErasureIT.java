package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCustomers.ADA;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.privacy.PersonalData;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.store.RecentCartCache;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Erased carts are in the memory of no node. */
class CartErasureIT {

  private final CartShop shop = new CartShop();

  /** Cache of the node, which learns of the erasure by the event bus like every other node. */
  private final CartStore cached = new CartStore(RecentCartCache.of(shop.vertx));

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theCartsOfAnErasedCustomerLeaveTheCacheAndOthersStay() {
    String others = shop.cartWithShirts(1);
    String erased = shop.cartWithShirts(1);
    String completed = shop.cartWithShirts(1);
    for (String cart : new String[] {erased, completed}) {
      shop.cart(shop.as(ADA, "storeGetCart", id(cart), null));
      shop.cart(shop.as(ADA, "storeAddLineItem", id(cart), CartShop.line(SHIRT, 1)));
      assertThat(recent(cart)).isPresent();
    }
    await(
        shop.pool
            .query("UPDATE cart SET type = 'draft_order' WHERE id = '" + completed + "'")
            .execute());

    await(new PersonalData(shop.bus).erase(CartOperation.ERASE_CARTS, shop.context(), ADA));

    until(() -> recent(erased).isEmpty());
    until(() -> recent(completed).isEmpty());
    assertThat(recent(others)).isPresent();
  }

  /** The cart in any version. */
  private Optional<Cart> recent(String cartId) {
    return LongStream.rangeClosed(1, 9)
        .mapToObj(version -> cached.recent(cartId, OptionalLong.of(version)))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
