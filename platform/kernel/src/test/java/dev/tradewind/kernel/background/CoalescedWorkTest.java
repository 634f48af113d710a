package dev.tradewind.kernel.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoalescedWorkTest {

  private final List<Promise<Void>> runs = new ArrayList<>();
  private final CoalescedWork work =
      new CoalescedWork(() -> {
        runs.add(Promise.promise());
        return runs.getLast().future();
      });

  @Test
  void requestsBesideARunShareTheNextOne() {
    Future<Void> first = work.run();
    List<Future<Void>> beside = List.of(work.run(), work.run(), work.run());
    assertThat(runs).hasSize(1);

    runs.get(0).complete();
    assertThat(first.isComplete()).isTrue();
    assertThat(runs).hasSize(2);
    assertThat(beside).noneMatch(Future::isComplete);

    runs.get(1).complete();
    assertThat(beside).allMatch(Future::succeeded);
    assertThat(runs).hasSize(2);
  }

  @Test
  void aFailedRunDoesNotFailTheNextOne() {
    Future<Void> first = work.run();
    Future<Void> second = work.run();

    runs.get(0).fail("broken");
    runs.get(1).complete();

    assertThat(first.failed()).isTrue();
    assertThat(second.succeeded()).isTrue();
  }

  @Test
  void workThatThrowsFailsItsRunOnly() {
    CoalescedWork throwing =
        new CoalescedWork(() -> {
          throw new IllegalStateException("closed");
        });

    assertThat(throwing.run().failed()).isTrue();
    assertThat(throwing.run().failed()).as("a second run").isTrue();
  }

  @Test
  void aRequestAfterARunStartsOneAtOnce() {
    work.run();
    runs.get(0).complete();

    work.run();

    assertThat(runs).hasSize(2);
  }
}
