package dev.tradewind.kernel.changelog;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes since a snapshot.
 *
 * @param epoch identity of the log, another one after a crash has emptied it
 * @param snapshot of this question, for the next one
 * @param isComplete whether all changes since the given snapshot are among them
 * @param now time of the database
 * @param nextTurn next moment at which data change by themselves; absent if there is none
 */
public record Changes(
    String epoch,
    String snapshot,
    boolean isComplete,
    Instant now,
    @Nullable String nextTurn,
    List<Change> changes) {

  /**
   * @param kind label of its kind
   * @param id of the row; absent for a change of the kind as a whole
   */
  public record Change(String kind, @Nullable String id) {

    /** The change in the form of the log: the kind, and the id after a space. */
    public static Change of(String logged) {
      int space = logged.indexOf(' ');
      return space < 0
          ? new Change(logged, null)
          : new Change(logged.substring(0, space), logged.substring(space + 1));
    }
  }
}
