package dev.tradewind.launcher.restore;

import dev.tradewind.api.event.Topics;
import dev.tradewind.batch.file.VerifyFiles;
import dev.tradewind.kernel.audit.AuditVerification;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.kernel.outbox.PublishedEvents;
import dev.tradewind.kernel.outbox.RecordedEvents;
import dev.tradewind.kernel.outbox.Topic;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.node.StateTopic;
import dev.tradewind.launcher.node.VerticleType;
import dev.tradewind.launcher.restore.RestoreReport.Found;
import dev.tradewind.launcher.restore.RestoreReport.Number;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comparison of a database that was restored to a point in time with Kafka and the storage of
 * files, before nodes start on it. The outbox of a restored database has the events of its last
 * day: an event of this time that Kafka has and the outbox lacks belongs to a lost change. The
 * comparison itself changes nothing.
 */
public final class RestoreCheck implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RestoreCheck.class);

  private static final Duration STATEMENT = Duration.ofMinutes(30);

  /** Clocks of nodes, of the database and of brokers may differ by that. */
  private static final Duration CLOCKS = Duration.ofMinutes(5);

  private static final int CHUNK = 1_000;

  private final Vertx vertx;
  private final KafkaConfig kafka;
  private final @Nullable FileStorage storage;
  private final Map<VerticleType, Pool> pools = new EnumMap<>(VerticleType.class);

  /**
   * @param storage storage of files beside the database; null: the database alone
   */
  public RestoreCheck(
      Vertx vertx, DatabaseConfig database, KafkaConfig kafka, @Nullable FileStorage storage) {
    this.vertx = vertx;
    this.kafka = kafka;
    this.storage = storage;
    for (VerticleType verticle : VerticleType.values()) {
      pools.put(verticle, SchemaPool.open(vertx, database, verticle.schema()));
    }
  }

  /**
   * Compares.
   *
   * @param restoredTo time of the latest change in the database; null: the time of the latest event
   * @param window time before it from which events are compared, at most a day
   * @throws CliException if Kafka does not answer
   */
  public RestoreReport run(@Nullable Instant restoredTo, Duration window) {
    Instant latest = restoredTo == null ? latest() : restoredTo;
    Instant since = latest.minus(window);
    Map<String, String> unseen = new HashMap<>();
    Set<String> known = readDatabase(since, unseen);
    FoundBuilder lost = new FoundBuilder();
    Map<String, Map<String, Long>> states = new TreeMap<>();
    readKafka(
        since.minus(CLOCKS),
        event -> {
          if (isState(event.topic())) {
            states
                .computeIfAbsent(event.topic(), topic -> new LinkedHashMap<>())
                .merge(event.key(), event.version(), Math::max);
          } else if (!known.contains(event.id())) {
            if (!event.time().isBefore(since)) {
              lost.add(event.type(), event.key());
            }
          } else {
            unseen.remove(event.id());
          }
        });
    FoundBuilder missing = new FoundBuilder();
    unseen.forEach((id, type) -> missing.add(type, id));
    FoundBuilder unreadable = new FoundBuilder();
    long files = verifyFiles(unreadable);
    return RestoreReportBuilder.builder()
        .restoredTo(latest)
        .since(since)
        .lost(lost.build())
        .unsent(waiting(RecordedEvents.Waiting::unsent))
        .parked(waiting(RecordedEvents.Waiting::parked))
        .missing(missing.build())
        .laterStates(laterStates(states))
        .files(files)
        .unreadableFiles(unreadable.build())
        .foreignObjects(foreignObjects())
        .auditProblems(auditProblems())
        .numbers(
            List.of(
                number("order_display_id", "display_id", "\"order\"", lost.ofType("order.placed")),
                number(
                    "draft_order_display_id",
                    "display_number",
                    "draft_order",
                    lost.ofType("draft_order.created"))))
        .build();
  }

  /**
   * Reads the ids of the recorded events.
   *
   * @param unseen gets the types of those that Kafka has to have, by their ids
   */
  private Set<String> readDatabase(Instant since, Map<String, String> unseen) {
    Set<String> known = new HashSet<>();
    for (Pool pool : pools.values()) {
      await(
          RecordedEvents.read(
              pool,
              since.minus(CLOCKS),
              event -> {
                known.add(event.id());
                // The broker keeps the last event of a key alone on a compacted topic.
                if (event.isSent()
                    && !event.time().isBefore(since)
                    && !Topics.named(event.topic()).compacted()) {
                  unseen.put(event.id(), event.type());
                }
              }));
    }
    return known;
  }

  private Instant latest() {
    Instant latest = null;
    for (Pool pool : pools.values()) {
      Instant found = await(RecordedEvents.latest(pool));
      if (found != null && (latest == null || found.isAfter(latest))) {
        latest = found;
      }
    }
    if (latest == null) {
      throw new CliException(
          "The database has no events, which would tell its last change; give --restored-to.");
    }
    return latest;
  }

  private void readKafka(Instant since, Consumer<PublishedEvents.Published> reader) {
    List<Topic> topics = Topics.published(true);
    try {
      PublishedEvents.read(kafka, topics, since, reader);
    } catch (KafkaException unavailable) {
      throw new CliException(
          "The events of Kafka at %s cannot be read: %s".formatted(kafka, unavailable.getMessage()),
          unavailable);
    }
  }

  private static boolean isState(String topic) {
    return Topics.STATES.stream().anyMatch(known -> known.name().equals(topic));
  }

  private Map<String, Long> waiting(ToLongFunction<RecordedEvents.Waiting> count) {
    Map<String, Long> counts = new TreeMap<>();
    pools.forEach((verticle, pool) ->
        counts.put(verticle.label(), count.applyAsLong(await(RecordedEvents.waiting(pool)))));
    return counts;
  }

  private Map<String, Found> laterStates(Map<String, Map<String, Long>> published) {
    Map<String, Found> later = new TreeMap<>();
    for (StateTopic topic : StateTopic.values()) {
      Map<String, Long> versions = published.getOrDefault(topic.topic(), Map.of());
      List<String> ids = List.copyOf(versions.keySet());
      FoundBuilder found = new FoundBuilder();
      for (int first = 0; first < ids.size(); first += CHUNK) {
        List<String> chunk = ids.subList(first, Math.min(ids.size(), first + CHUNK));
        Map<String, Long> current = versions(topic, chunk);
        chunk.stream()
            .filter(id -> versions.getOrDefault(id, 0L) > current.getOrDefault(id, -1L))
            .forEach(id -> found.add(current.containsKey(id) ? "older" : "absent", id));
      }
      later.put(topic.topic(), found.build());
    }
    return later;
  }

  private Map<String, Long> versions(StateTopic topic, List<String> ids) {
    return await(RestoredShopStore.versions(pool(topic.verticle()), topic.table(), ids));
  }

  private long verifyFiles(FoundBuilder unreadable) {
    VerifyFiles verification = new VerifyFiles(vertx, pool(VerticleType.BATCH), storage);
    long files = 0;
    String after = "";
    while (after != null) {
      VerifyFiles.Page page = await(verification.verify(after));
      files += page.files();
      page.unreadable().forEach(key -> unreadable.add("file", key));
      after = page.last();
    }
    return files;
  }

  /**
   * Objects of the storage beside the database that belong to no file; null if it does not list.
   */
  private @Nullable Found foreignObjects() {
    FoundBuilder found = new FoundBuilder();
    if (storage == null) {
      return found.build();
    }
    VerifyFiles verification = new VerifyFiles(vertx, pool(VerticleType.BATCH), storage);
    try {
      for (boolean isPublic : List.of(true, false)) {
        String after = "";
        while (after != null) {
          VerifyFiles.Objects page = await(verification.compare(storage, isPublic, after));
          page.foreign().forEach(key -> found.add(isPublic ? "public" : "private", key));
          after = page.last();
        }
      }
      return found.build();
    } catch (RuntimeException refused) {
      LOG.warn("Listing the objects of {} failed: {}", storage.id(), refused.toString());
      return null;
    }
  }

  private List<String> auditProblems() {
    List<String> problems = new ArrayList<>();
    pools.forEach((verticle, pool) ->
        await(new AuditVerification(pool, Set.of()).verify())
            .problems()
            .forEach(problem -> problems.add(verticle.label() + ": " + problem)));
    return problems;
  }

  private Number number(String sequence, String column, String table, long lost) {
    return await(RestoredShopStore.number(pool(VerticleType.ORDER), sequence, column, table, lost));
  }

  /** Makes the relays publish the missing events again; returns their number. */
  public long publishAgain(List<String> ids) {
    long published = 0;
    for (int first = 0; first < ids.size(); first += CHUNK) {
      List<String> chunk = ids.subList(first, Math.min(ids.size(), first + CHUNK));
      for (Pool pool : pools.values()) {
        published += await(RecordedEvents.publishAgain(pool, chunk));
      }
    }
    return published;
  }

  /** Advances the sequences of which numbers were lost, or that are behind. */
  public void advance(List<Number> numbers) {
    for (Number number : numbers) {
      if (number.lost() > 0 || number.isBehind()) {
        await(RestoredShopStore.advance(pool(VerticleType.ORDER), number));
      }
    }
  }

  private Pool pool(VerticleType verticle) {
    return Objects.requireNonNull(pools.get(verticle));
  }

  private static <T> T await(Future<T> future) {
    return Awaiting.await("Comparing the database", future, STATEMENT);
  }

  @Override
  public void close() {
    await(Future.all(pools.values().stream().map(Pool::close).toList()));
  }
}
