package dev.tradewind.launcher.node;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.tradewind.gateway.management.LogLevelEndpoint;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Log levels that an operator sets while the node runs. Each falls back to the one before after its
 * time, so that a detailed log that is forgotten ends. Every change is logged.
 */
final class TemporaryLogLevels implements LogLevelEndpoint.Levels {

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(TemporaryLogLevels.class);

  private static final int MAX_LOGGERS = 100;

  private final Vertx vertx;
  private final LoggerContext loggers;
  private final Map<String, Change> changes = new HashMap<>();

  /**
   * Level that a logger has for a time.
   *
   * @param before null: the level of its parent
   */
  private record Change(@Nullable Level before, long timer) {}

  TemporaryLogLevels(Vertx vertx) {
    this.vertx = vertx;
    this.loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
  }

  @Override
  public synchronized void set(String logger, String level, Duration time, String address) {
    Level newLevel = Level.toLevel(level.toUpperCase(Locale.ROOT), null);
    if (newLevel == null) {
      throw new IllegalArgumentException(
          level + " is no level: name TRACE, DEBUG, INFO, WARN, ERROR or OFF");
    }
    Change earlier = changes.get(logger);
    if (earlier == null && changes.size() == MAX_LOGGERS) {
      throw new IllegalArgumentException("The levels of " + MAX_LOGGERS + " loggers are changed");
    }
    if (earlier != null) {
      vertx.cancelTimer(earlier.timer);
    }
    // Logged at the level that no usual setting hides, and before one that would.
    LOG.warn(
        "Setting logger {} to {} for {} s, as {} asked",
        logger,
        newLevel,
        time.toSeconds(),
        address);
    Logger changed = loggers.getLogger(logger);
    Level before = earlier == null ? changed.getLevel() : earlier.before;
    changed.setLevel(newLevel);
    changes.put(
        logger, new Change(before, vertx.setTimer(time.toMillis(), elapsed -> fallBack(logger))));
  }

  private synchronized void fallBack(String logger) {
    Change change = changes.remove(logger);
    if (change != null) {
      loggers.getLogger(logger).setLevel(change.before);
      LOG.warn(
          "Logger {} has fallen back to {}", logger, loggers.getLogger(logger).getEffectiveLevel());
    }
  }
}
