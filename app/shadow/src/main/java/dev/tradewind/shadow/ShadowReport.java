package dev.tradewind.shadow;

import dev.tradewind.gateway.contract.Operation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Differences between the answers of the v1 server and of this node, by operation and path: counted
 * in metrics and kept with their last examples in bounded memory. The management port shows them
 * without authentication, so the texts of an example are those of the public catalog; of other
 * answers only numbers, truth values and lengths are kept.
 */
public final class ShadowReport {

  /** Classes of differences, which are also label values; further ones are counted together. */
  static final int MAX_CLASSES = 500;

  private static final int EXAMPLES = 3;
  private static final int MAX_TEXT = 200;
  private static final int SHOWN_OF_AN_ID = 10;
  private static final String OTHER = "other";

  /** Result of a comparison. */
  enum Outcome {
    /** But for decided differences. */
    EQUAL,
    /** Different before a round of the following, or by what was written since. */
    LAG,
    DIFFERENT,
    /** Both have another status. */
    STATUS,
    /** This service failed. */
    FAILED
  }

  /** Why a read of the contract was not compared. */
  enum Reason {
    SAMPLING,
    /** Too many comparisons are in progress. */
    BUSY,
    /** The v1 server does not tell whose credentials the request has. */
    CREDENTIAL,
    NOT_MODIFIED,
    NOT_JSON,
    TOO_LARGE,
    V1_FAILED,
    /** The client or the v1 server ended the connection within the answer. */
    INCOMPLETE
  }

  private record Key(String operation, String field) {}

  /** Difference of one request, as it is shown. */
  private record Example(Instant at, String path, String v1, String here) {

    JsonObject toJson() {
      return new JsonObject()
          .put("at", at.toString())
          .put("path", path)
          .put("v1", v1)
          .put("here", here);
    }
  }

  private static final class DifferenceClass {

    private final Instant first;
    private Instant last;
    private long count;
    private final Deque<Example> examples = new ArrayDeque<>();

    private DifferenceClass(Instant first) {
      this.first = first;
      this.last = first;
    }
  }

  private record Compared(String operation, Outcome outcome) {}

  private final MeterRegistry metrics;
  private final Clock clock;
  private final Map<Key, DifferenceClass> classes = new HashMap<>();
  private final Map<Compared, Long> compared = new HashMap<>();
  private final Map<Reason, Long> notCompared = new EnumMap<>(Reason.class);
  private final Map<String, Long> decided = new TreeMap<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile @Nullable Instant lastRound;

  public ShadowReport(MeterRegistry metrics, Clock clock) {
    this.metrics = metrics;
    this.clock = clock;
  }

  synchronized void notCompared(Reason reason) {
    notCompared.merge(reason, 1L, Long::sum);
    Counter.builder("tradewind.shadow.not.compared")
        .description("Reads that the v1 server answered and that were not compared")
        .tag("reason", label(reason))
        .register(metrics)
        .increment();
  }

  /**
   * Sets the time of the snapshot that the last round of following has applied; null if the shop is
   * not followed.
   */
  public void lastRound(@Nullable Instant at) {
    lastRound = at;
  }

  @Nullable Instant lastRound() {
    return lastRound;
  }

  /** Counts reads that are compared again after the next round. */
  void waiting(int change) {
    waiting.addAndGet(change);
  }

  /**
   * Records a comparison.
   *
   * @param target path and query of the request
   * @param isPublic whether the answers are the public catalog as all see it
   */
  synchronized void compared(
      Operation operation,
      String target,
      boolean isPublic,
      Outcome outcome,
      JsonDifferences.Result result) {
    result.decided().forEach(name -> decided.merge(name, 1L, Long::sum));
    compared.merge(new Compared(operation.id(), outcome), 1L, Long::sum);
    Counter.builder("tradewind.shadow.compared")
        .description("Reads that were compared with the answer of the v1 server")
        .tag("operation", operation.id())
        .tag("outcome", label(outcome))
        .register(metrics)
        .increment();
    result.differences().stream()
        .collect(Collectors.toMap(JsonDifferences.Difference::path, each -> each, (a, b) -> a))
        .values()
        .forEach(difference -> add(operation, shown(target, isPublic), isPublic, difference));
  }

  private void add(
      Operation operation, String target, boolean isPublic, JsonDifferences.Difference difference) {
    Key named = new Key(operation.id(), difference.path());
    Key key =
        classes.containsKey(named) || classes.size() < MAX_CLASSES ? named : new Key(OTHER, OTHER);
    Instant now = clock.instant();
    DifferenceClass found = classes.computeIfAbsent(key, absent -> new DifferenceClass(now));
    found.count++;
    found.last = now;
    if (found.examples.size() == EXAMPLES) {
      found.examples.removeFirst();
    }
    found.examples.addLast(
        new Example(
            now, target, shown(difference.v1(), isPublic), shown(difference.here(), isPublic)));
    Counter.builder("tradewind.shadow.differences")
        .description("Reads with another value of a field than the answer of the v1 server")
        .tag("operation", key.operation())
        .tag("field", key.field())
        .register(metrics)
        .increment();
  }

  /** An id gives access to a cart, and a query may name a person. */
  private static String shown(String target, boolean isPublic) {
    if (isPublic) {
      return shortened(target);
    }
    StringBuilder path = new StringBuilder();
    int query = target.indexOf('?');
    for (String segment : target.substring(0, query < 0 ? target.length() : query).split("/", -1)) {
      boolean isId = segment.indexOf('_') > 0 || segment.indexOf('@') >= 0 || segment.length() > 26;
      path.append(path.isEmpty() && segment.isEmpty() ? "" : "/")
          .append(
              isId
                  ? segment.substring(0, Math.min(SHOWN_OF_AN_ID, segment.length())) + "..."
                  : segment);
    }
    return path + (query < 0 ? "" : "?...");
  }

  private static String shown(@Nullable Object value, boolean isPublic) {
    if (value == null
        || value instanceof Number
        || value instanceof Boolean
        || value == JsonDifferences.ABSENT) {
      return String.valueOf(value);
    }
    String text = value instanceof String string ? '"' + string + '"' : value.toString();
    return isPublic ? shortened(text) : "(%s characters)".formatted(text.length());
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Everything, the most frequent differences first. */
  public synchronized JsonObject toJson() {
    Map<String, JsonObject> operations = new TreeMap<>();
    compared.forEach((key, count) ->
        operations
            .computeIfAbsent(key.operation(), name -> new JsonObject())
            .put(label(key.outcome()), count));
    JsonObject reads = new JsonObject();
    operations.forEach(reads::put);
    JsonObject skipped = new JsonObject();
    notCompared.forEach((reason, count) -> skipped.put(label(reason), count));
    JsonArray differences = new JsonArray();
    classes.entrySet().stream()
        .sorted(Comparator.comparingLong(each -> -each.getValue().count))
        .forEach(each -> differences.add(toJson(each.getKey(), each.getValue())));
    JsonArray known = new JsonArray();
    decided.forEach((name, count) ->
        known.add(
            new JsonObject()
                .put("name", name)
                .put("count", count)
                .put("explained_in", DecidedDifferences.PAGE)));
    Instant round = lastRound;
    return new JsonObject()
        .put("last_round_at", round == null ? null : round.toString())
        .put("waiting_for_round", waiting.get())
        .put("compared", reads)
        .put("not_compared", skipped)
        .put("decided_differences", known)
        .put("differences", differences);
  }

  private static JsonObject toJson(Key key, DifferenceClass found) {
    JsonArray examples = new JsonArray();
    found.examples.forEach(example -> examples.add(example.toJson()));
    return new JsonObject()
        .put("operation", key.operation())
        .put("field", key.field())
        .put("count", found.count)
        .put("first_at", found.first.toString())
        .put("last_at", found.last.toString())
        .put("examples", examples);
  }
}
