package dev.tradewind.launcher.node;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import dev.tradewind.statuspage.LoggedProblem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Last warnings and errors that this process logged, 50 kinds at most. It keeps the pattern of a
 * message without its arguments, and the class of an exception without its message, because these
 * may name persons.
 */
final class ProblemLog extends UnsynchronizedAppenderBase<ILoggingEvent> {

  static final int MAX_KINDS = 50;
  static final int MAX_LENGTH = 300;

  private static final String OWN = "dev.tradewind.";
  private static final Pattern NUMBERS = Pattern.compile("\\d+");

  /** The kind of the last event is the last one. */
  private final Map<Kind, LoggedProblem> problems = new LinkedHashMap<>();

  private record Kind(String level, String logger, String message, @Nullable String exception) {}

  /** Begins to listen to all loggers. */
  void attach() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
      setContext(loggers);
      start();
      root(loggers).addAppender(this);
    }
  }

  void detach() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
      root(loggers).detachAppender(this);
      stop();
    }
  }

  private static Logger root(LoggerContext loggers) {
    return loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (!event.getLevel().isGreaterOrEqual(Level.WARN)) {
      return;
    }
    IThrowableProxy thrown = event.getThrowableProxy();
    Kind kind =
        new Kind(
            event.getLevel().toString(),
            event.getLoggerName(),
            text(event.getLoggerName(), String.valueOf(event.getMessage())),
            thrown == null ? null : thrown.getClassName());
    Map<String, String> fields = event.getMDCPropertyMap();
    add(kind, event.getInstant(), fields.get("operation"), fields.get("request"));
  }

  /** Libraries log finished messages: their numbers would make each of them a kind of its own. */
  private static String text(String logger, String message) {
    String line =
        (logger.startsWith(OWN) ? message : NUMBERS.matcher(message).replaceAll("#"))
            .replaceAll("\\s+", " ");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }

  private synchronized void add(
      Kind kind, Instant at, @Nullable String operation, @Nullable String request) {
    LoggedProblem earlier = problems.remove(kind);
    problems.put(
        kind,
        new LoggedProblem(
            kind.level,
            kind.logger,
            kind.message,
            kind.exception,
            earlier == null ? at : earlier.first(),
            at,
            operation,
            request,
            earlier == null ? 1 : earlier.count() + 1));
    if (problems.size() > MAX_KINDS) {
      problems.remove(problems.keySet().iterator().next());
    }
  }

  /** The kinds, the kind of the last event first. */
  synchronized List<LoggedProblem> last() {
    return new ArrayList<>(problems.values()).reversed();
  }
}
