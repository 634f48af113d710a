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

/** How the node logs: for a person at a terminal, or for a machine that collects lines. */
public enum LogFormat {
  TEXT,
  JSON;

  private static final String REQUESTS = "dev.tradewind.requests";
  private static final int QUEUE = 8_192;

  static LogFormat named(String name) {
    return Arrays.stream(values())
        .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () -> new CliException(Setting.LOG_FORMAT.variable() + " must be text or json."));
  }

  /** From now on everything is logged so; a request at a time only where machines read it. */
  public void apply() {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    if (this == TEXT || !(factory instanceof LoggerContext context)) {
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
    // A reader that is slow must not hold up the event loops that log.
    AsyncAppender queue = new AsyncAppender();
    queue.setContext(context);
    queue.setQueueSize(QUEUE);
    queue.setNeverBlock(true);
    queue.addAppender(console);
    queue.start();
    return queue;
  }

  /** Writes what still waits to be written. */
  public static void flush() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.stop();
    }
  }
}
