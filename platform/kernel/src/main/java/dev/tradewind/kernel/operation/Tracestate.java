package dev.tradewind.kernel.operation;

import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TraceStateBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of tracing systems beside a trace, in the form of the W3C header {@code tracestate}. They
 * are passed on unchanged, within the limits of the specification: 32 members and, as it suggests,
 * {@value #MAX_LENGTH} characters.
 */
public final class Tracestate {

  private static final int MAX_MEMBERS = 32;
  private static final int MAX_LENGTH = 512;

  /** Longer members go first where all together are too long. */
  private static final int LONG_MEMBER = 128;

  private static final Pattern SEPARATOR = Pattern.compile("[ \\t]*,[ \\t]*");

  private static final Pattern MEMBER =
      Pattern.compile(
          "(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})"
              + "=[ -+\\x2d-<>-~]{0,255}[!-+\\x2d-<>-~]");

  private Tracestate() {}

  /**
   * The members of all headers of that name, in order.
   *
   * @return null without any, and if one is malformed
   */
  public static @Nullable String valid(List<String> headers) {
    Map<String, String> membersByKey = new LinkedHashMap<>();
    for (String member : SEPARATOR.split(String.join(",", headers).strip())) {
      if (member.isEmpty()) {
        continue;
      }
      if (!MEMBER.matcher(member).matches()) {
        return null;
      }
      membersByKey.putIfAbsent(key(member), member);
    }
    if (membersByKey.isEmpty() || membersByKey.size() > MAX_MEMBERS) {
      return null;
    }
    List<String> members = new ArrayList<>(membersByKey.values());
    while (length(members) > MAX_LENGTH) {
      members.remove(excess(members));
    }
    return members.isEmpty() ? null : String.join(",", members);
  }

  private static String key(String member) {
    return member.substring(0, member.indexOf('='));
  }

  private static int length(List<String> members) {
    return members.stream().mapToInt(member -> member.length() + 1).sum() - 1;
  }

  /** Index of the next member to drop: the last long one, else the last. */
  private static int excess(List<String> members) {
    for (int index = members.size() - 1; index >= 0; index--) {
      if (members.get(index).length() > LONG_MEMBER) {
        return index;
      }
    }
    return members.size() - 1;
  }

  /** The value in the form of the library, of a valid text. */
  static TraceState of(@Nullable String value) {
    if (value == null) {
      return TraceState.getDefault();
    }
    TraceStateBuilder state = TraceState.builder();
    // The builder puts each member in front of those before.
    for (String member : List.of(value.split(",", -1)).reversed()) {
      String key = key(member);
      state.put(key, member.substring(key.length() + 1));
    }
    return state.build();
  }
}
