package dev.tradewind.cart.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CartQueuesTest {

  private final CartQueues queues = new CartQueues();
  private final List<Promise<Integer>> started = new ArrayList<>();

  private Future<Integer> run(String cartId) {
    return queues.run(
        cartId,
        () -> {
          Promise<Integer> promise = Promise.promise();
          started.add(promise);
          return promise.future();
        });
  }

  @Test
  void onlyAFewCommandsOfOneCartRunAtOnce() {
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 0; i < 2 * CartQueues.MAX_RUNNING; i++) {
      results.add(run("cart_1"));
    }
    assertThat(started).hasSize(CartQueues.MAX_RUNNING);

    started.get(0).fail("refused");
    assertThat(results.get(0).failed()).isTrue();
    assertThat(started).hasSize(CartQueues.MAX_RUNNING + 1);

    for (int i = 1; i < results.size(); i++) {
      started.get(i).complete(i);
      assertThat(results.get(i).result()).isEqualTo(i);
    }
  }

  @Test
  void otherCartsDoNotWait() {
    for (int i = 0; i <= CartQueues.MAX_RUNNING; i++) {
      run("cart_1");
    }

    run("cart_2");

    assertThat(started).hasSize(CartQueues.MAX_RUNNING + 1);
  }

  @Test
  void aCommandThatThrowsLetsTheNextOneRun() {
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 0; i <= CartQueues.MAX_RUNNING; i++) {
      results.add(
          queues.run(
              "cart_1",
              () -> {
                throw new IllegalStateException();
              }));
    }

    assertThat(results).allMatch(Future::failed);
  }
}
