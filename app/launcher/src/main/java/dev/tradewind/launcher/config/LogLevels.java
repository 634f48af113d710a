package dev.tradewind.launcher.config;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * Log levels that an operator sets, over those of logback's file.
 *
 * @param levels by logger; {@code root} is the root logger
 */
public record LogLevels(Map<String, Level> levels) {

  static LogLevels of(String value) {
    Map<String, Level> levels = new LinkedHashMap<>();
    for (String one : value.isEmpty() ? new String[0] : value.split(",", -1)) {
      String[] parts = one.strip().split("=", -1);
      Level level = parts.length == 2 ? Level.toLevel(parts[1].strip(), null) : null;
      if (level == null || parts[0].isBlank() || levels.put(parts[0].strip(), level) != null) {
        throw new CliException(
            "%s is a list such as dev.tradewind.cart=DEBUG,root=INFO: %s is wrong."
                .formatted(Setting.LOG_LEVELS.variable(), one.strip()));
      }
    }
    return new LogLevels(levels);
  }

  /** Sets the levels. */
  public void apply() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      levels.forEach((logger, level) -> context.getLogger(logger).setLevel(level));
    }
  }
}
