package dev.tradewind.kernel.changelog;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SharedStatementTest {

  private final List<Promise<Long>> statements = new ArrayList<>();
  private final List<Set<String>> asked = new ArrayList<>();
  private final List<Long> taken = new ArrayList<>();
  private final SharedStatement<String, Long> shared =
      new SharedStatement<>(
          parameters -> {
            asked.add(parameters);
            Promise<Long> statement = Promise.promise();
            statements.add(statement);
            return statement.future();
          },
          taken::add);

  @Test
  void readersWaitForAStatementThatStartsAfterThem() {
    Future<Long> first = shared.run();
    Future<Long> second = shared.run();
    Future<Long> third = shared.run();
    assertThat(statements).hasSize(1);

    statements.get(0).complete(1L);
    assertThat(first.result()).isEqualTo(1);
    assertThat(second.isComplete()).isFalse();
    assertThat(statements).hasSize(2);

    statements.get(1).complete(2L);
    assertThat(second.result()).isEqualTo(2);
    assertThat(third.result()).isEqualTo(2);
    assertThat(statements).hasSize(2);
  }

  @Test
  void aStatementIsAskedForWhatItsReadersWant() {
    shared.run("a");
    shared.run("b");
    shared.run();
    shared.run("c");

    statements.get(0).complete(1L);
    assertThat(asked).containsExactly(Set.of("a"), Set.of("b", "c"));
  }

  @Test
  void aFailedStatementFailsItsReadersOnly() {
    Future<Long> first = shared.run();
    Future<Long> second = shared.run();

    statements.get(0).fail("The connection is closed");
    assertThat(first.failed()).isTrue();
    statements.get(1).complete(3L);
    assertThat(second.succeeded()).isTrue();
    assertThat(taken).containsExactly(3L);
  }

  @Test
  void aResultIsTakenOverOnceAndBeforeTheNextStatement() {
    shared.run();
    shared.run();
    shared.run("asked later");
    statements.get(0).complete(1L);
    statements.get(1).complete(2L);

    assertThat(taken).containsExactly(1L, 2L);
  }

  /** It may be older than the result of the next statement. */
  @Test
  void aResultAfterTheTimeoutIsNotTakenOver() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    shared.run().onFailure(failure -> failed.countDown());
    assertThat(failed.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

    shared.run();
    statements.get(1).complete(2L);
    statements.get(0).complete(1L);
    assertThat(taken).containsExactly(2L);
  }
}
