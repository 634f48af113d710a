package dev.tradewind.cart.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.cart.Carts;
import dev.tradewind.cart.model.Cart;
import org.junit.jupiter.api.Test;

class RecentCartCacheTest {

  private static final Cart FIRST = Carts.aCart();
  private static final Cart SECOND = FIRST.with(draft -> draft.version(2));

  private static final int BYTES = 4_000;

  private final RecentCartCache carts = new RecentCartCache();

  @Test
  void aCartIsCachedAsItWasSavedLast() {
    assertThat(carts.find(FIRST.id(), 1)).isEmpty();

    carts.saved(FIRST, BYTES);
    assertThat(carts.find(FIRST.id(), 1)).contains(FIRST);

    carts.saved(SECOND, BYTES);
    carts.saved(FIRST, BYTES);
    assertThat(carts.find(FIRST.id(), 2)).contains(SECOND);
  }

  /** Another node has changed the cart since, or this one after the question for its version. */
  @Test
  void aCartOfAnotherVersionIsNotFound() {
    carts.saved(SECOND, BYTES);

    assertThat(carts.find(FIRST.id(), 1)).isEmpty();
    assertThat(carts.find(FIRST.id(), 3)).isEmpty();
  }

  @Test
  void leastRecentlyUsedCartsAreEvicted() {
    carts.saved(FIRST, BYTES);
    for (int other = 1; other < RecentCartCache.MAX_CARTS; other++) {
      carts.saved(another(other), BYTES);
    }
    assertThat(carts.find(FIRST.id(), 1)).isPresent();

    carts.saved(another(RecentCartCache.MAX_CARTS), BYTES);

    assertThat(carts.find(FIRST.id(), 1)).isPresent();
    assertThat(carts.find(another(1).id(), 1)).isEmpty();
    assertThat(carts.find(another(2).id(), 1)).isPresent();
  }

  @Test
  void largeCartsEvictOthersBeforeTheyFillTheMemory() {
    int large = 256 * 1024;
    long fitting = RecentCartCache.MAX_BYTES / large;
    carts.saved(FIRST, large);
    carts.saved(SECOND, large);
    for (int other = 1; other < fitting; other++) {
      carts.saved(another(other), large);
    }
    assertThat(carts.find(FIRST.id(), 2)).isPresent();

    carts.saved(another(0), large);

    assertThat(carts.find(FIRST.id(), 2)).isPresent();
    assertThat(carts.find(another(1).id(), 1)).isEmpty();
    assertThat(carts.find(another(2).id(), 1)).isPresent();
  }

  private static Cart another(int number) {
    return Cart.created("cart_another_" + number, "reg_1", Carts.NOW);
  }

  @Test
  void aCartCompletedByItsOrderIsInvalidatedAndNoOther() {
    Cart another = another(1);
    carts.saved(FIRST, BYTES);
    carts.saved(another, BYTES);

    carts.invalidate(FIRST.id());

    assertThat(carts.find(FIRST.id(), 1)).isEmpty();
    assertThat(carts.find(another.id(), 1)).contains(another);
  }
}
