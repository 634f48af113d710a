package dev.tradewind.launcher.config;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.tradewind.kernel.operation.CurrentCall;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;

/**
 * Fields of log lines: the node, and the call whose context the logging code runs on. They are read
 * as MDC, by the formats of the node and by an operator's own logback file ({@code %X{request}}),
 * and nothing of a call is kept by a thread.
 */
@SuppressWarnings("unchecked") // Logback implements a method of SLF4J with a raw type.
public final class LogFields extends LogbackMDCAdapter {

  private static final String NODE = "node";

  private final String node;
  private final MDCAdapter ofThread;

  private LogFields(String node, MDCAdapter ofThread) {
    this.node = node;
    this.ofThread = ofThread;
  }

  /** Gives the fields to the log lines of this process. */
  public static void show(String node) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.setMDCAdapter(new LogFields(node, MDC.getMDCAdapter()));
    }
  }

  @Override
  public Map<String, String> getPropertyMap() {
    Map<String, String> fields = new HashMap<>();
    Map<String, String> fieldsOfThread = ofThread.getCopyOfContextMap();
    if (fieldsOfThread != null) {
      fields.putAll(fieldsOfThread);
    }
    CurrentCall call = CurrentCall.get();
    if (call != null) {
      fields.putAll(call.logFields());
    }
    fields.put(NODE, node);
    return fields;
  }
}
