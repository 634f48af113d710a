package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.text.Sha256;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.context.Context;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Trace context in the form of the W3C header {@code traceparent}. A trace that starts in this
 * service is derived from the id of its command, so that all nodes and published SQL functions name
 * the same trace.
 */
public final class Traceparent {

  private static final Pattern FORM =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static final int TRACE_START = 3;
  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;
  private static final int FLAGS = 53;

  private Traceparent() {}

  /** The given context if it is valid, else null. */
  public static @Nullable String valid(@Nullable String value) {
    return value != null && FORM.matcher(value).matches() ? value : null;
  }

  /** The given context, else the one of a trace that starts with the command. */
  public static String of(@Nullable String value, String commandId) {
    if (value != null) {
      return value;
    }
    String digits = Sha256.of(commandId);
    // Once for each event: a format would take as long as the digest.
    return "00-"
        + digits.substring(0, TRACE_DIGITS)
        + "-"
        + digits.substring(TRACE_DIGITS, TRACE_DIGITS + SPAN_DIGITS)
        + "-00";
  }

  /** The context of a span. */
  public static String of(SpanContext span) {
    return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-" + span.getTraceFlags().asHex();
  }

  /** The same parent in a trace whose spans are recorded, or are not. */
  public static String withSampling(String value, boolean isSampled) {
    return value.substring(0, FLAGS)
        + (isSampled ? TraceFlags.getSampled() : TraceFlags.getDefault()).asHex();
  }

  /** Whether spans of the trace are recorded. */
  static boolean isSampled(@Nullable String value) {
    return value != null && TraceFlags.fromHex(value, FLAGS).isSampled();
  }

  /**
   * The parent of spans; without a value they begin a trace.
   *
   * @param state values of tracing systems beside it
   */
  static Context context(@Nullable String value, @Nullable String state) {
    if (value == null) {
      return Context.root();
    }
    int span = TRACE_START + TRACE_DIGITS + 1;
    return Context.root()
        .with(
            Span.wrap(
                SpanContext.createFromRemoteParent(
                    value.substring(TRACE_START, TRACE_START + TRACE_DIGITS),
                    value.substring(span, span + SPAN_DIGITS),
                    TraceFlags.fromHex(value, FLAGS),
                    Tracestate.of(state))));
  }

  /** Id of the trace, in hexadecimal digits. */
  static String traceId(@Nullable String value, String commandId) {
    return of(value, commandId).substring(TRACE_START, TRACE_START + TRACE_DIGITS);
  }
}
