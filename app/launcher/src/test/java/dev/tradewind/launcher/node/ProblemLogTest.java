package dev.tradewind.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.tradewind.statuspage.LoggedProblem;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProblemLogTest {

  private final LoggerContext loggers = new LoggerContext();
  private final ProblemLog log = new ProblemLog();
  private final Logger logger = loggers.getLogger("shop");

  @BeforeEach
  void listen() {
    loggers.setMDCAdapter(new LogbackMDCAdapter());
    log.setContext(loggers);
    log.start();
    loggers.getLogger("ROOT").addAppender(log);
  }

  @Test
  void argumentsAndMessagesOfExceptionsAreLeftOut() {
    logger.error("Sending to {} failed", "grace@example.com", new IllegalStateException("grace"));

    LoggedProblem problem = log.last().getFirst();
    assertThat(problem.message()).isEqualTo("Sending to {} failed");
    assertThat(problem.exception()).isEqualTo("java.lang.IllegalStateException");
    assertThat(problem.logger()).isEqualTo("shop");
    assertThat(problem.level()).isEqualTo("ERROR");
    assertThat(problem.toString()).doesNotContain("grace");
  }

  @Test
  void eventsOfOneKindAreCounted() {
    logger.warn("First {}", 1);
    logger.warn("Second");
    logger.warn("First {}", 2);
    logger.info("Nothing to see");

    List<LoggedProblem> problems = log.last();
    assertThat(problems).extracting(LoggedProblem::message).containsExactly("First {}", "Second");
    assertThat(problems).extracting(LoggedProblem::count).containsExactly(2L, 1L);
    assertThat(problems.getFirst().first()).isBeforeOrEqualTo(problems.getFirst().last());
  }

  @Test
  void numbersInFinishedMessagesOfLibrariesMakeNoFurtherKind() {
    logger.warn("Connection 17 of 10.0.0.1:5701\nclosed");
    logger.warn("Connection 18 of 10.0.0.2:5701\nclosed");
    loggers.getLogger("dev.tradewind.shop").warn("Using protocol 2");

    assertThat(log.last())
        .extracting(LoggedProblem::message)
        .containsExactly("Using protocol 2", "Connection # of #.#.#.#:# closed");
  }

  @Test
  void kindsAndLengthsAreLimited() {
    for (int kind = 0; kind < 60; kind++) {
      loggers.getLogger("logger" + kind).warn("Failed");
    }
    logger.warn("x".repeat(1_000));

    assertThat(log.last()).hasSize(ProblemLog.MAX_KINDS);
    assertThat(log.last().getFirst().message()).hasSize(ProblemLog.MAX_LENGTH + 1).endsWith("x…");
    assertThat(log.last().getLast().logger()).isEqualTo("logger11");
  }
}
