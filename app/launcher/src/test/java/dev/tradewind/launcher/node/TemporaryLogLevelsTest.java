package dev.tradewind.launcher.node;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

@ExtendWith(VertxExtension.class)
class TemporaryLogLevelsTest {

  private static final String ADDRESS = "127.0.0.1";

  private final LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();

  @Test
  void aLevelFallsBackToTheOneBeforeTheFirstChange(Vertx vertx) {
    TemporaryLogLevels levels = new TemporaryLogLevels(vertx);
    Logger own = loggers.getLogger("own." + Ids.ulid());
    own.setLevel(Level.ERROR);
    Logger inherited = loggers.getLogger("inherited." + Ids.ulid());

    levels.set(own.getName(), "debug", Duration.ofHours(1), ADDRESS);
    assertThat(own.getLevel()).isEqualTo(Level.DEBUG);
    levels.set(own.getName(), "TRACE", Duration.ofHours(1), ADDRESS);
    assertThat(own.getLevel()).isEqualTo(Level.TRACE);
    levels.set(own.getName(), "INFO", Duration.ofMillis(50), ADDRESS);
    levels.set(inherited.getName(), "OFF", Duration.ofMillis(50), ADDRESS);

    until(() -> own.getLevel() == Level.ERROR);
    until(() -> inherited.getLevel() == null);
  }

  @Test
  void anUnknownLevelAndTooManyLoggersAreRefused(Vertx vertx) {
    TemporaryLogLevels levels = new TemporaryLogLevels(vertx);
    Duration time = Duration.ofMinutes(1);

    assertThatThrownBy(() -> levels.set("shop", "loud", time, ADDRESS))
        .hasMessageContaining("loud is no level");
    // A hundred lines say nothing here.
    levels.set(TemporaryLogLevels.class.getName(), "ERROR", Duration.ofSeconds(1), ADDRESS);
    for (int logger = 1; logger < 100; logger++) {
      levels.set("many." + logger, "INFO", time, ADDRESS);
    }
    levels.set("many.1", "WARN", time, ADDRESS);
    assertThatThrownBy(() -> levels.set("many.100", "INFO", time, ADDRESS))
        .hasMessageContaining("100 loggers");
  }
}
