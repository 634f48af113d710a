package dev.tradewind.kernel.changelog;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Kinds that a reader of a change log knows. A change of another kind, which a later version of the
 * program may have added, concerns everything.
 *
 * @param timed kind that time alone changes; absent if there is none
 * @param nextTimedChange SQL expression of the next moment at which it does
 */
public record LoggedKinds(Set<String> labels, @Nullable String timed, String nextTimedChange) {

  private static final String NEVER = "NULL::timestamptz";

  public static LoggedKinds of(ChangeKind... kinds) {
    return new LoggedKinds(
        Arrays.stream(kinds).map(ChangeKind::label).collect(Collectors.toUnmodifiableSet()),
        null,
        NEVER);
  }

  /**
   * @param nextMoment SQL expression of the next moment at which time alone changes the kind
   */
  public LoggedKinds changingAt(ChangeKind kind, String nextMoment) {
    return new LoggedKinds(labels, kind.label(), nextMoment);
  }
}
