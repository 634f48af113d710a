package dev.tradewind.cart.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.cart.Carts;
import dev.tradewind.cart.model.Cart;
import org.junit.jupiter.api.Test;

class RecentCartCacheTest {

  private static final Cart FIRST = Carts.aCart();
  private static final Cart SECOND = FIRST.with(draft -> draft.version = 2);

  private static final int BYTES = 4_000;

  private final RecentCartCache carts = new RecentCartCache();

  @Test
  void aCartIsCachedAsItWasSavedLast() {
    assertThat(carts.find(FIRST.id())).isEmpty();

    carts.saved(FIRST, BYTES);
    assertThat(carts.find(FIRST.id())).contains(FIRST);

    carts.saved(SECOND, BYTES);
    carts.saved(FIRST, BYTES);
    assertThat(carts.find(FIRST.id())).contains(SECOND);
  }

  @Test
  void leastRecentlyUsedCartsAreEvicted() {
    carts.saved(FIRST, BYTES);
    for (int other = 1; other < RecentCartCache.MAX_CARTS; other++) {
      carts.saved(another(other), BYTES);
    }
    assertThat(carts.find(FIRST.id())).isPresent();

    carts.saved(another(RecentCartCache.MAX_CARTS), BYTES);

    assertThat(carts.find(FIRST.id())).isPresent();
    assertThat(carts.find(another(1).id())).isEmpty();
    assertThat(carts.find(another(2).id())).isPresent();
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
    assertThat(carts.find(FIRST.id())).isPresent();

    carts.saved(another(0), large);

    assertThat(carts.find(FIRST.id())).isPresent();
    assertThat(carts.find(another(1).id())).isEmpty();
    assertThat(carts.find(another(2).id())).isPresent();
  }

  private static Cart another(int number) {
    return Cart.created("cart_another_" + number, "reg_1", Carts.NOW);
  }

  @Test
  void aConflictMakesTheNextHundredChangesReadFirst() {
    carts.saved(FIRST, BYTES);

    carts.recordConflict(FIRST);
    carts.saved(SECOND, BYTES);

    for (int change = 1; change <= 100; change++) {
      assertThat(carts.find(FIRST.id())).as("change %s", change).isEmpty();
    }
    assertThat(carts.find(FIRST.id())).contains(SECOND);
  }

  @Test
  void aCartCompletedByItsOrderIsInvalidatedAndNoOther() {
    Cart another = another(1);
    carts.saved(FIRST, BYTES);
    carts.saved(another, BYTES);

    carts.invalidate(FIRST.id());

    assertThat(carts.find(FIRST.id())).isEmpty();
    assertThat(carts.find(another.id())).contains(another);
  }

  @Test
  void aConflictWithinTheNodeDoesNotMakeChangesReadFirst() {
    carts.saved(FIRST, BYTES);
    carts.saved(SECOND, BYTES);

    carts.recordConflict(FIRST);

    assertThat(carts.find(FIRST.id())).contains(SECOND);
  }
}
