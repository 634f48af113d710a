package dev.tradewind.kernel.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FreshCacheTest {

  private enum Kind implements ChangeKind {
    GUEST;

    @Override
    public String label() {
      return "guest";
    }
  }

  private final ChangeLog log = new ChangeLog(LoggedKinds.of(Kind.GUEST));
  private final FreshCache<String, String> cache =
      new FreshCache<>(log, 2, (id, guest) -> Dependencies.on().with(Kind.GUEST, List.of(id)));

  /** Guests of finished carts were read often, and never will be again. */
  @Test
  void aNewEntryReplacesTheOneThatIsUnusedForLongest() {
    cache.put(0, "finished", "Ada");
    for (int read = 0; read < 20; read++) {
      assertThat(cache.known(List.of("finished"))).hasSize(1);
    }
    cache.put(0, "shopping", "Grace");
    cache.put(0, "new", "Alan");

    assertThat(cache.known(List.of("finished", "shopping", "new")))
        .isEqualTo(Map.of("shopping", "Grace", "new", "Alan"));
  }
}
