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
 * @param nextTimedChange next moment at which data change by themselves; absent if there is none
 */
public record Changes(
    String epoch,
    String snapshot,
    boolean isComplete,
    Instant now,
    @Nullable String nextTimedChange,
    List<Change> changes) {

  /**
   * @param kind label of its kind
   * @param id of the row; absent for a change of the kind as a whole
   * @param detail new state, in the form of the kind; absent where a reader has to read it
   */
  public record Change(String kind, @Nullable String id, @Nullable String detail) {

    public Change(String kind, @Nullable String id) {
      this(kind, id, null);
    }

    /** The change in the form of the log: the kind, the id and the detail, with spaces between. */
    public static Change of(String logged) {
      String[] parts = logged.split(" ", 3);
      return new Change(
          parts[0], parts.length > 1 ? parts[1] : null, parts.length > 2 ? parts[2] : null);
    }
  }
}
