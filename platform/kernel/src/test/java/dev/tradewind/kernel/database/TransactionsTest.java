package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemMapper;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionsTest {

  private final AtomicInteger attempts = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "55P03"})
  void aPersistentConflictFailsAfterFourAttempts(String sqlState) {
    Throwable last = failure(Transactions.retrying(() -> failing(sqlState)));

    assertThat(attempts).hasValue(4);
    assertThat(ProblemMapper.problem(last))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.CONFLICT);
  }

  @Test
  void aPermanentFailureIsNotRetried() {
    failure(Transactions.retrying(() -> failing("23505")));

    assertThat(attempts).hasValue(1);
  }

  private Future<Void> failing(String sqlState) {
    attempts.incrementAndGet();
    return Future.failedFuture(new PgException("refused", "ERROR", sqlState, null));
  }
}
