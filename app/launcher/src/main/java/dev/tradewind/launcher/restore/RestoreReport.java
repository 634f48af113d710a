package dev.tradewind.launcher.restore;

import dev.tradewind.kernel.text.Timestamps;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Differences between a restored database, Kafka and the storage of files.
 *
 * @param restoredTo time of the latest change that the database has (UTC)
 * @param since time from which events are compared
 * @param lost events on Kafka that the database does not know
 * @param unsent events that the relay will publish
 * @param parked events that the broker refused
 * @param missing events that Kafka had acknowledged and does not have
 * @param laterStates aggregates by topic whose published state is later than the database
 * @param files files that were verified
 * @param unreadableFiles keys of those whose content is missing
 * @param foreignObjects keys in the storage beside the database that belong to no file; null if it
 *     does not list them
 * @param auditProblems sentences about the chains of the audit log
 * @param numbers counters of orders and draft orders
 */
@RecordBuilder
public record RestoreReport(
    Instant restoredTo,
    Instant since,
    Found lost,
    Map<String, Long> unsent,
    Map<String, Long> parked,
    Found missing,
    Map<String, Found> laterStates,
    long files,
    Found unreadableFiles,
    @Nullable Found foreignObjects,
    List<String> auditProblems,
    List<Number> numbers) {

  /** Severity of the differences. */
  public enum Severity {
    /** Nothing. */
    NONE,
    /** Commands repair it, or downstream systems have to know of it. */
    DIFFERENCES,
    /** Data of the shop is missing or was changed. */
    DAMAGE
  }

  /**
   * A number of things, of which a bounded part is listed.
   *
   * @param byType number of each type
   */
  public record Found(long count, Map<String, Long> byType, List<String> ids) {

    JsonObject toJson() {
      return new JsonObject()
          .put("count", count)
          .put("by_type", json(byType))
          .put("ids", new JsonArray(ids));
    }
  }

  /**
   * Sequence of numbers that customers see.
   *
   * @param last last number that it gave
   * @param highest highest number of a row
   * @param lost lost rows, whose numbers would be given again
   */
  public record Number(String sequence, long last, long highest, long lost) {

    boolean isBehind() {
      return last < highest;
    }

    /** The first number that is surely beyond those that were given. */
    long beyond() {
      return Math.max(last, highest) + 2 * lost + 100;
    }

    JsonObject toJson() {
      return new JsonObject()
          .put("sequence", sequence)
          .put("last", last)
          .put("highest", highest)
          .put("lost", lost);
    }
  }

  public Severity severity() {
    if (unreadableFiles.count() > 0
        || !auditProblems.isEmpty()
        || numbers.stream().anyMatch(Number::isBehind)) {
      return Severity.DAMAGE;
    }
    boolean isSame =
        lost.count() == 0
            && missing.count() == 0
            && (foreignObjects == null || foreignObjects.count() == 0)
            && laterStates.values().stream().allMatch(found -> found.count() == 0)
            && parked.values().stream().allMatch(count -> count == 0);
    return isSame ? Severity.NONE : Severity.DIFFERENCES;
  }

  public JsonObject toJson() {
    JsonObject states = new JsonObject();
    laterStates.forEach((topic, found) -> states.put(topic, found.toJson()));
    JsonArray counters = new JsonArray();
    numbers.forEach(number -> counters.add(number.toJson()));
    return new JsonObject()
        .put("severity", severity().name().toLowerCase(Locale.ROOT))
        .put("restored_to", Timestamps.format(restoredTo))
        .put("compared_since", Timestamps.format(since))
        .put("lost_events", lost.toJson())
        .put("unsent_events", json(unsent))
        .put("parked_events", json(parked))
        .put("missing_events", missing.toJson())
        .put("later_states", states)
        .put("files", new JsonObject().put("verified", files))
        .put("unreadable_files", unreadableFiles.toJson())
        .put("foreign_objects", foreignObjects == null ? null : foreignObjects.toJson())
        .put("audit_problems", new JsonArray(auditProblems))
        .put("numbers", counters);
  }

  private static JsonObject json(Map<String, Long> counts) {
    JsonObject json = new JsonObject();
    counts.forEach(json::put);
    return json;
  }
}
