package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.text.Sha256;
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

  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;

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
    return "00-%s-%s-00"
        .formatted(
            digits.substring(0, TRACE_DIGITS),
            digits.substring(TRACE_DIGITS, TRACE_DIGITS + SPAN_DIGITS));
  }
}
