package dev.tradewind.kernel.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedStatementTest {

  private final List<Promise<Long>> statements = new ArrayList<>();
  private final List<Set<String>> asked = new ArrayList<>();
  private final SharedStatement<String, Long> shared =
      new SharedStatement<>(parameters -> {
        asked.add(parameters);
        Promise<Long> statement = Promise.promise();
        statements.add(statement);
        return statement.future();
      });

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
  }
}
