package dev.tradewind.kernel.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.net.SocketException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemMapperTest {

  /** Failures of statements while PostgreSQL crashes, as the client reports them. */
  static Stream<Throwable> failuresOfAnUnavailableDatabase() {
    SocketException reset = new SocketException("Connection reset");
    return Stream.of(
        reset,
        ClosedConnectionException.INSTANCE,
        new VertxException("Timeout waiting for connection", true),
        new VertxException(
            "Pending requests failed to be sent due to connection has been closed.", reset),
        new VertxException(
            "Pending requests failed to be sent due to connection has been closed.", true));
  }

  @ParameterizedTest
  @MethodSource("failuresOfAnUnavailableDatabase")
  void anUnavailableDatabaseIsUnavailability(Throwable failure) {
    assertThat(ProblemMapper.problem(failure))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.UNAVAILABLE);
  }

  /** Shutdown, start, a full disk, too many connections, a broken connection. */
  @ParameterizedTest
  @ValueSource(strings = {"57P01", "57P03", "53100", "53300", "08006"})
  void aDatabaseThatCannotWorkNowIsUnavailability(String sqlState) {
    PgException refusal = new PgException("refused", "FATAL", sqlState, null);

    assertThat(ProblemMapper.problem(refusal))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.UNAVAILABLE);
  }

  @Test
  void aDefectIsAnInternalError() {
    assertThat(ProblemMapper.problem(new IllegalStateException("Connection reset")))
        .extracting(Problem::kind)
        .isEqualTo(Problem.Kind.UNEXPECTED);
  }
}
