package dev.tradewind.launcher.config;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.util.Arrays;
import java.util.Locale;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Log format of the node. */
public enum LogFormat {
  /** Text for a terminal. */
  TEXT,
  /** JSON lines for a log collector. */
  JSON,
  /** As the operator's own logback file says. */
  FILE;

  /** System property of logback with the operator's own file. */
  private static final String OWN_FILE = "logback.configurationFile";

  private static final String REQUESTS = "dev.tradewind.requests";
  private static final int QUEUE = 8_192;

  static LogFormat named(String name) {
    return Arrays.stream(values())
        .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () -> new CliException(Setting.LOG_FORMAT.variable() + " must be text, json or file."));
  }

  /** The format without a setting. */
  static LogFormat defaultOf(boolean isProduction) {
    if (System.getProperty(OWN_FILE) != null) {
      return FILE;
    }
    return isProduction ? JSON : TEXT;
  }

  /** Whether a person reads the output of a node. */
  public boolean isForTerminal(boolean isProduction) {
    return this == TEXT || (this == FILE && !isProduction);
  }

  /** Libraries that log through the JDK, as Lucene does, write into the log of the process. */
  public static void includeJdkLogs() {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  /** Applies the format; only the JSON format logs every request. */
  public void apply() {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    if (this != JSON || !(factory instanceof LoggerContext context)) {
      return;
    }
    context.getLogger(REQUESTS).setLevel(Level.INFO);
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(lines(context));
  }

  private static AsyncAppender lines(LoggerContext context) {
    JsonLogEncoder encoder = new JsonLogEncoder();
    encoder.setContext(context);
    encoder.start();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setEncoder(encoder);
    console.start();
    // A slow reader must not block the event loops that log.
    AsyncAppender queue = new AsyncAppender();
    queue.setContext(context);
    queue.setQueueSize(QUEUE);
    queue.setNeverBlock(true);
    queue.addAppender(console);
    queue.start();
    return queue;
  }

  /** Logs no requests while the work runs, such as the requests of the node to itself. */
  public static void withoutRequests(Runnable work) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      work.run();
      return;
    }
    Logger requests = context.getLogger(REQUESTS);
    Level level = requests.getLevel();
    requests.setLevel(Level.OFF);
    try {
      work.run();
    } finally {
      requests.setLevel(level);
    }
  }

  /** Flushes buffered log events. */
  public static void flush() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.stop();
    }
  }
}
