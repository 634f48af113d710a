package dev.tradewind.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkSharesTest {

  private final NetworkShares shares = new NetworkShares(2);
  private final List<Promise<String>> started = new ArrayList<>();

  private Future<String> request(String network) {
    return shares.within(
        network,
        () -> {
          started.add(Promise.promise());
          return started.getLast().future();
        });
  }

  @Test
  void aNetworkUsesItsShareAndWaitsForItself() {
    request("a");
    Future<String> second = request("a");
    Future<String> third = request("a");
    assertThat(started).hasSize(2);

    request("b");
    assertThat(started).hasSize(3);

    started.get(1).fail("gone");
    assertThat(second.failed()).isTrue();
    assertThat(started).hasSize(4);
    started.getLast().complete("answered");
    assertThat(third.result()).isEqualTo("answered");
  }

  @Test
  void workThatThrowsGivesItsPlaceBack() {
    for (int number = 0; number < 3; number++) {
      Future<String> failed =
          shares.within(
              "a",
              () -> {
                throw new IllegalStateException("broken");
              });
      assertThat(failed.failed()).isTrue();
    }
    request("a");
    assertThat(started).hasSize(1);
  }
}
