package dev.tradewind.kernel.resource.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageQueueTest {

  private final Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
  private final PageQueue queue = new PageQueue(clock);
  private final CallContext context = CallContext.system(clock, Duration.ofSeconds(10));
  private final List<Promise<String>> started = new ArrayList<>();

  @Test
  void pagesRunTogetherUpToTheLimitOfRows() {
    run(50);
    run(49);
    run(2);
    run(1);
    assertThat(started).hasSize(2);

    started.get(1).complete("done");
    assertThat(started).hasSize(4);
  }

  @Test
  void aLongPageRunsAloneAndIsNotOvertaken() {
    run(1);
    run(1000);
    run(1);
    assertThat(started).hasSize(1);

    started.get(0).complete("done");
    assertThat(started).hasSize(2);
    started.get(1).complete("done");
    assertThat(started).hasSize(3);
  }

  @Test
  void statementsTakeHalfOfAPool() {
    PageQueue statements = PageQueue.ofHalf(5, clock);
    Future<String> third = null;
    for (int i = 0; i < 3; i++) {
      third =
          statements.run(() -> {
            Promise<String> statement = Promise.promise();
            started.add(statement);
            return statement.future();
          });
    }
    assertThat(started).hasSize(2);

    started.getFirst().complete("done");
    assertThat(started).hasSize(3);
    started.getLast().complete("last");
    assertThat(third.result()).isEqualTo("last");
    assertThat(PageQueue.ofHalf(1, clock).run(() -> Future.succeededFuture("one")).succeeded())
        .isTrue();
  }

  @Test
  void aFailureMakesRoomAsAResultDoes() {
    Future<String> failed = run(1000);
    Future<String> thrown =
        queue.run(
            context,
            1000,
            () -> {
              throw new IllegalStateException("thrown");
            });
    run(0);

    started.get(0).fail("failed");

    assertThat(failed.failed()).isTrue();
    assertThat(thrown.cause()).hasMessage("thrown");
    assertThat(started).hasSize(2);
  }

  @Test
  void aPageWhoseDeadlineWasExceededIsNotRead() {
    CallContext late = CallContext.system(clock, Duration.ZERO);

    Future<String> page = queue.run(late, 10, () -> Future.succeededFuture("read"));

    assertThat(page.cause()).isInstanceOf(Problem.class);
    assertThat(run(1000).isComplete()).isFalse();
    assertThat(started).hasSize(1);
  }

  @Test
  void anyNumberOfPagesMayEndAtOnce() {
    run(1000);
    List<Future<String>> waiting = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      waiting.add(queue.run(context, 1000, () -> Future.succeededFuture("read")));
    }

    started.get(0).complete("done");

    assertThat(waiting).allMatch(Future::succeeded);
  }

  private Future<String> run(int limit) {
    return queue.run(
        context,
        limit,
        () -> {
          Promise<String> page = Promise.promise();
          started.add(page);
          return page.future();
        });
  }
}
