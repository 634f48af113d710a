package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.metrics.DatabaseGauges;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Traceparent;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class OutboxRelayIT {

  private static final Schema SCHEMA = new Schema("left_side", "db/migration/left");
  private static final long LIMIT_SECONDS = LIMIT.toSeconds();

  private Vertx vertx;
  private final RecordingPublisher publisher = new RecordingPublisher();
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final BackgroundGate gate = BackgroundGate.opened();
  private TestDatabase database;
  private Pool pool;

  @BeforeEach
  void migrate(Vertx vertx) {
    this.vertx = vertx;
    database =
        TestDatabase.copyOf(
            "left", url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)));
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(database.url(), 4), SCHEMA);
  }

  @Test
  void appendedEventsArePublishedInOrder() throws Exception {
    OutboxRelay relay = relay("node");

    await(Outbox.append(pool, IntStream.range(0, 1_200).mapToObj(OutboxRelayIT::event).toList()));

    assertThat(publisher.take(1_200))
        .extracting(event -> event.data().getInteger("number"))
        .containsExactlyElementsOf(IntStream.range(0, 1_200).boxed().toList());
    await(relay.stop());
    assertThat(unsent()).isZero();
  }

  @Test
  void anEventArrivesAsItWasRecorded() throws Exception {
    Event recorded =
        EventBuilder.builder(event(7).keyedBy("another").withNoNotification(true))
            .tracestate("rojo=1,congo=2")
            .build();
    relay("node");

    await(Outbox.append(pool, recorded));

    assertThat(publisher.take(1)).containsExactly(recorded);
  }

  @Test
  void anEventOfAFunctionHasTheTraceOfItsTransaction() throws Exception {
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await(
        pool.withTransaction(transaction ->
            transaction
                .preparedQuery("SELECT set_config('tradewind.traceparent', $1, true)")
                .execute(Tuple.of(trace))
                .compose(set -> recorded(transaction, 1, 1, null))
                .compose(done ->
                    transaction
                        .preparedQuery("SELECT set_config('tradewind.traceparent', $1, true)")
                        .execute(Tuple.of(trace + " rojo=1 2,congo=3")))
                .compose(set -> recorded(transaction, 2, 2, null))));
    recorded(3, 3, null);
    relay("node");

    List<Event> events = publisher.take(3);
    assertThat(events)
        .extracting(Event::traceparent)
        .containsExactly(trace, trace, Traceparent.of(null, "command"));
    assertThat(events)
        .extracting(Event::tracestate)
        .containsExactly(null, "rojo=1 2,congo=3", null);
  }

  @Test
  void rolledBackEventsAreNeverPublished() throws Exception {
    relay("node");

    failure(
        pool.withTransaction(transaction ->
            Outbox.append(transaction, event(1))
                .compose(appended -> Future.failedFuture("changed my mind"))));
    await(Outbox.append(pool, event(2)));

    assertThat(publisher.take(1)).extracting(event -> event.aggregateVersion()).containsExactly(2L);
  }

  @Test
  void eventsStayInTheOutboxWhileThePublisherIsUnavailable() throws Exception {
    publisher.unavailable = true;
    relay("node");
    await(Outbox.append(pool, List.of(event(1), event(2))));
    publisher.refused.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(unsent()).isEqualTo(2);

    publisher.unavailable = false;

    assertThat(publisher.take(2))
        .extracting(event -> event.aggregateVersion())
        .containsExactly(1L, 2L);
  }

  @Test
  void eventsAreAnnouncedWhileThePublisherIsUnavailable() throws Exception {
    publisher.unavailable = true;
    relay("node");
    await(Outbox.append(pool, IntStream.range(0, 1_200).mapToObj(OutboxRelayIT::event).toList()));

    List<Long> announced = publisher.announcedUntil(1_199);
    assertThat(announced)
        .startsWith(LongStream.range(0, 500).boxed().toArray(Long[]::new))
        .endsWith(LongStream.range(500, 1_200).boxed().toArray(Long[]::new));
    assertThat(unsent()).isEqualTo(1_200);
    await(Outbox.append(pool, event(1_200)));
    assertThat(publisher.announcedUntil(1_200)).containsExactly(1_200L);

    publisher.unavailable = false;

    assertThat(publisher.take(1_201))
        .extracting(Event::aggregateVersion)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, 1_200).boxed().toList());
    awaitAllSent();
    assertThat(publisher.announced).isEmpty();
  }

  @Test
  void anEventIsPublishedAfterItsAnnouncement() throws Exception {
    publisher.unannounceable = true;
    relay("node");
    await(Outbox.append(pool, List.of(event(1), event(2))));
    publisher.refused.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(publisher.published).isEmpty();

    publisher.unannounceable = false;

    assertThat(publisher.take(2)).extracting(Event::aggregateVersion).containsExactly(1L, 2L);
    assertThat(publisher.announced).containsExactly(1L, 2L);
  }

  @Test
  void aRefusedEventIsParkedAndTheOthersArePublished() throws Exception {
    publisher.isRefused = event -> event.aggregateVersion() == 2;
    OutboxRelay relay = relay("node");

    await(Outbox.append(pool, List.of(of("a", 1), of("b", 2), of("c", 3))));

    assertThat(publisher.take(2)).extracting(Event::key).containsExactly("a", "c");
    awaitAllSent();
    assertThat(parked())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.key()).isEqualTo("b");
          assertThat(event.reason()).isEqualTo("too large");
        });
    await(relay.stop());
    assertThat(meters.get("tradewind.outbox.events.refused").counter().count()).isEqualTo(1);
    await(new DatabaseGauges(pool, "thing", OutboxMeters.facts(), meters).sampling().work().get());
    assertThat(meters.get("tradewind.outbox.events.parked").gauge().value()).isEqualTo(1);
    assertThat(meters.get("tradewind.outbox.event.lag").timer().count()).isEqualTo(2);
  }

  @Test
  void laterEventsOfTheKeyAreParkedBehindARefusedOneAndReplayedInOrder() throws Exception {
    publisher.isRefused = event -> event.aggregateVersion() == 1;
    relay("node");
    await(Outbox.append(pool, of("a", 1)));
    awaitParked(1);
    await(Outbox.append(pool, List.of(of("a", 2), of("b", 3), of("a", 4))));
    awaitParked(3);
    assertThat(publisher.take(1)).extracting(Event::key).containsExactly("b");
    assertThat(parked()).extracting(ParkedEvent::reason).containsExactly("too large", null, null);

    publisher.isRefused = event -> false;
    assertThat(await(ParkedEventStore.replay(pool, "topic", "a"))).isEqualTo(3);
    await(Outbox.append(pool, of("a", 5)));

    assertThat(publisher.take(4))
        .extracting(Event::aggregateVersion)
        .containsExactly(1L, 2L, 4L, 5L);
    assertThat(parked()).isEmpty();
  }

  @Test
  void aReplayedEventThatIsRefusedAgainIsParkedAgain() throws Exception {
    publisher.isRefused = event -> event.aggregateVersion() == 1;
    relay("node");
    await(Outbox.append(pool, of("a", 1)));
    awaitParked(1);

    assertThat(await(ParkedEventStore.replay(pool, null, null))).isEqualTo(1);

    until(() -> meters.get("tradewind.outbox.events.refused").counter().count() == 2);
    assertThat(parked()).hasSize(1);
    assertThat(unsent()).isZero();
  }

  @Test
  void aDiscardedEventIsNeverPublished() throws Exception {
    publisher.isRefused = event -> event.aggregateVersion() == 1;
    relay("node");
    await(Outbox.append(pool, of("a", 1)));
    awaitParked(1);
    await(Outbox.append(pool, of("a", 2)));
    awaitParked(2);

    assertThat(await(ParkedEventStore.discard(pool, parked().getFirst().eventId()))).isTrue();
    await(ParkedEventStore.replay(pool, null, null));

    assertThat(publisher.take(1)).extracting(Event::aggregateVersion).containsExactly(2L);
    assertThat(await(ParkedEventStore.discard(pool, "unknown"))).isFalse();
  }

  /** Events of one key come while it is refused, accepted and replayed, over and over. */
  @Test
  void noEventIsLostOrRepeatedWhileEventsAreParkedAndReplayed() throws Exception {
    publisher.isRefused = event -> ThreadLocalRandom.current().nextInt(10) == 0;
    relay("node");
    for (int version = 1; version <= 100; version++) {
      await(Outbox.append(pool, of("a", version)));
      if (version % 20 == 0) {
        await(ParkedEventStore.replay(pool, null, null));
        awaitUnsent(0);
      }
    }
    publisher.isRefused = event -> false;
    await(ParkedEventStore.replay(pool, null, null));
    awaitUnsent(0);

    assertThat(parked()).isEmpty();
    assertThat(publisher.takeAll())
        .extracting(Event::aggregateVersion)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
  }

  private List<ParkedEvent> parked() {
    return await(ParkedEventStore.list(pool, 1_000));
  }

  private void awaitParked(int count) {
    until(() -> parked().size() >= count);
    assertThat(parked()).hasSize(count);
  }

  private void awaitUnsent(long count) {
    until(() -> unsent() == count, () -> "unsent: " + unsent());
  }

  private static Event of(String key, int version) {
    return event(version).keyedBy(key);
  }

  @Test
  void oneOfSeveralNodesPublishesAndAnotherTakesOverWhenItLeaves() throws Exception {
    OutboxRelay first = relay("first");
    await(Outbox.append(pool, event(1)));
    publisher.take(1);
    OutboxRelay second = relay("second");
    await(Outbox.append(pool, event(2)));
    assertThat(publisher.take(1)).hasSize(1);

    await(first.stop());
    await(Outbox.append(pool, event(3)));

    assertThat(publisher.take(1)).extracting(event -> event.aggregateVersion()).containsExactly(3L);
    await(second.stop());
    assertThat(publisher.published).isEmpty();
  }

  @Test
  void theStateOfAnAggregateFollowsItsEvents() throws Exception {
    createThings();
    relay("node", things());
    await(Outbox.append(pool, List.of(event(1), event(2), other())));

    publisher.take(3);
    AggregateState state = publisher.states.poll(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(state.body()).isEqualTo(new JsonObject().put("id", "thing_1").put("name", "first"));
    assertThat(state.version()).isEqualTo(7);
    assertThat(state.cause().aggregateVersion()).isEqualTo(2);
    awaitAllSent();
    assertThat(publisher.states).isEmpty();

    await(pool.query("UPDATE gadget SET deleted = true, version = 8").execute());
    await(Outbox.append(pool, event(8)));
    publisher.take(1);
    AggregateState deleted = publisher.states.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(deleted.body()).isNull();
    assertThat(deleted.version()).isEqualTo(8);
  }

  @Test
  void statesPublishedAfterTheLeaseWasLostAreFollowedByTheCurrentOnes() throws Exception {
    createThings();
    Promise<Void> lost = Promise.promise();
    publisher.onStates =
        () -> {
          if (publisher.states.size() == 1) {
            // Another node acquires the lease, publishes and dies.
            run("UPDATE outbox_lease SET holder = 'another', expires_at = now() + interval '1s'");
            run("UPDATE gadget SET name = 'second'");
            lost.complete();
          }
        };
    relay("node", things());
    await(Outbox.append(pool, event(1)));

    await(lost.future());
    assertThat(publisher.take(2)).extracting(Event::eventId).hasSize(2).containsOnly(id(1));
    publisher.states.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    AggregateState last = publisher.states.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(last.body().getString("name")).isEqualTo("second");
  }

  @Test
  void aSnapshotPublishesEachAggregateOnceInPages() throws Exception {
    createThings();
    run(
        "INSERT INTO gadget SELECT 'thing_' || n, 'old', n, n = 30 FROM generate_series(2, 230) AS n");
    relay("node", things());

    assertThat(await(StateSnapshotStore.request(pool, "states"))).isTrue();
    List<AggregateState> states = new ArrayList<>();
    for (int count = 0; count < 230; count++) {
      states.add(publisher.states.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    StateSnapshot finished = awaitFinishedSnapshot();
    assertThat(finished.total()).isEqualTo(230);
    assertThat(finished.completed()).isEqualTo(230);
    assertThat(publisher.states).isEmpty();
    assertThat(states).extracting(state -> state.cause().key()).doesNotHaveDuplicates();
    assertThat(states)
        .filteredOn(state -> state.body() == null)
        .extracting(state -> state.cause().key(), AggregateState::version)
        .containsExactly(tuple("thing_30", 30L));
    assertThat(states).extracting(state -> state.cause().causationId()).containsOnly(finished.id());
    assertThat(await(StateSnapshotStore.request(pool, "states"))).as("another one").isTrue();
  }

  @Test
  void aSnapshotPublishesAPageAgainAfterTheLeaseWasLost() throws Exception {
    createThings();
    Promise<Void> lost = Promise.promise();
    publisher.onStates =
        () -> {
          if (publisher.states.size() == 1) {
            // Another node acquires the lease, publishes later states, completes the snapshot and
            // dies.
            run("UPDATE outbox_lease SET holder = 'another', expires_at = now() + interval '1s'");
            run("UPDATE gadget SET name = 'second'");
            run(
                "UPDATE state_snapshot SET position = 'thing_1', completed = 1, finished_at = now()");
            lost.complete();
          }
        };
    await(StateSnapshotStore.request(pool, "states"));
    relay("node", things());

    await(lost.future());
    publisher.states.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    AggregateState last = publisher.states.poll(LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(last.body().getString("name")).isEqualTo("second");
    assertThat(awaitFinishedSnapshot().completed()).isOne();
  }

  @Test
  void aSnapshotGoesOnAfterAnOutage() throws Exception {
    createThings();
    publisher.unavailable = true;
    relay("node", things());
    await(StateSnapshotStore.request(pool, "states"));
    publisher.refused.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(await(StateSnapshotStore.request(pool, "states"))).as("beside the first").isFalse();

    publisher.unavailable = false;

    assertThat(awaitFinishedSnapshot().completed()).isOne();
  }

  private StateSnapshot awaitFinishedSnapshot() {
    return value(() -> await(StateSnapshotStore.find(pool, "states")), StateSnapshot::isFinished);
  }

  /** Executed by another connection, while the relay waits. */
  private void run(String statement) {
    try (Connection connection = database.connect();
        Statement executed = connection.createStatement()) {
      executed.execute("SET search_path = left_side");
      executed.execute(statement);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private String id(long version) {
    return column(
            "SELECT event_id FROM outbox WHERE aggregate_version = " + version,
            row -> row.getString(0))
        .getFirst();
  }

  private void createThings() {
    run("CREATE TABLE gadget (id text, name text, version bigint, deleted boolean)");
    run("INSERT INTO gadget VALUES ('thing_1', 'first', 7, false)");
    run("GRANT ALL ON gadget TO left_side");
  }

  private StateSource things() {
    return new StateSource(
        "topic",
        "states",
        "thing.state",
        "gadget",
        ids ->
            pool.preparedQuery("SELECT id, name FROM gadget WHERE id = ANY ($1) AND NOT deleted")
                .execute(Tuple.of(ids.toArray(String[]::new)))
                .map(rows ->
                    rows.stream()
                        .collect(
                            Collectors.toMap(row -> row.getString("id"), row -> row.toJson()))));
  }

  /** Event of another topic, after which no state follows. */
  private static Event other() {
    return Event.of(
        CallContext.system(Clock.systemUTC(), Duration.ofSeconds(5)),
        Timestamps.now(Clock.systemUTC()),
        "another",
        "item.changed",
        "item_1",
        1,
        new JsonObject().put("id", "item_1"));
  }

  private void awaitAllSent() throws InterruptedException {
    awaitUnsent(0);
  }

  @Test
  void eventsSentMoreThanADayAgoAreDeleted() throws Exception {
    OutboxRelay relay = relayThatHoldsTheLease();
    recorded(1, 3, Duration.ofHours(25));
    recorded(4, 5, Duration.ofHours(23));
    publisher.unavailable = true;
    recorded(6, 7, null);

    await(relay.prune());

    assertThat(numbers()).containsExactly(0L, 4L, 5L, 6L, 7L);
  }

  @Test
  void pruningKeepsUpBehindAnOldUnsentEvent() throws Exception {
    OutboxRelay relay = relayThatHoldsTheLease();
    publisher.unavailable = true;
    recorded(1, 1, null);
    recorded(2, 24_000, Duration.ofDays(2));
    recorded(24_001, 24_002, Duration.ofHours(1));

    await(relay.prune());

    assertThat(numbers()).containsExactly(0L, 1L, 24_001L, 24_002L);
  }

  @Test
  void onlyTheHolderOfTheLeasePrunes() throws Exception {
    relayThatHoldsTheLease();
    recorded(1, 3, Duration.ofDays(2));

    await(relay("another").prune());

    assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void anEventHasEntriesInTwoIndexes() {
    assertThat(
            column(
                "SELECT indexname FROM pg_indexes WHERE tablename = 'outbox'",
                row -> row.getString(0)))
        .containsExactlyInAnyOrder("outbox_pkey", "outbox_unsent");
  }

  private OutboxRelay relayThatHoldsTheLease() throws Exception {
    OutboxRelay relay = relay("node");
    await(Outbox.append(pool, event(0)));
    publisher.take(1);
    return relay;
  }

  /** Inserts events of these numbers, sent that long ago or unsent. */
  private void recorded(int first, int last, @Nullable Duration sentAgo) {
    await(recorded(pool, first, last, sentAgo));
  }

  private static Future<?> recorded(SqlClient db, int first, int last, @Nullable Duration sentAgo) {
    return db.preparedQuery(
            """
            INSERT INTO outbox (
              event_id, topic, key, type, subject, aggregate_version, data, occurred_at,
              causation_id, actor, sent_at
            )
            SELECT 'event_' || number, 'topic', 'thing_1', 'thing.changed', 'thing_1', number,
              jsonb_build_object('id', 'thing_1', 'number', number),
              now() - interval '3 days', 'command', 'system', $3
            FROM generate_series($1::integer, $2) AS number
            """)
        .execute(
            Tuple.of(
                first,
                last,
                sentAgo == null ? null : OffsetDateTime.now(ZoneOffset.UTC).minus(sentAgo)));
  }

  /** The numbers of the stored events, in order. */
  private List<Long> numbers() {
    return column("SELECT aggregate_version FROM outbox ORDER BY id", row -> row.getLong(0));
  }

  private <T> List<T> column(String query, Function<Row, T> value) {
    List<T> values = new ArrayList<>();
    await(pool.query(query).execute()).forEach(row -> values.add(value.apply(row)));
    return values;
  }

  @Test
  void eventsWaitAtTheClosedGate() throws Exception {
    gate.close();
    relay("node");
    await(Outbox.append(pool, event(1)));
    // Several turns of the relay.
    await(vertx.timer(500));
    assertThat(unsent()).isEqualTo(1);

    gate.open(Instant.EPOCH);

    assertThat(publisher.take(1)).hasSize(1);
  }

  private OutboxRelay relay(String holder, StateSource... states) {
    OutboxRelay relay =
        new OutboxRelay(
            vertx,
            pool,
            publisher,
            holder,
            List.of(states),
            gate,
            new OutboxMeters("thing", meters, Clock.systemUTC()));
    relay.start();
    return relay;
  }

  private long unsent() {
    return await(pool.query("SELECT count(*) FROM outbox WHERE sent_at IS NULL").execute())
        .iterator()
        .next()
        .getLong(0);
  }

  private static Event event(int number) {
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofSeconds(5));
    return Event.of(
        context,
        Timestamps.now(Clock.systemUTC()),
        "topic",
        "thing.changed",
        "thing_1",
        number,
        new JsonObject().put("id", "thing_1").put("number", number));
  }

  /** Publisher that records its events; fails while marked unavailable. */
  private static final class RecordingPublisher implements EventPublisher {

    private final BlockingQueue<Event> published = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> refused = new LinkedBlockingQueue<>();
    private final BlockingQueue<AggregateState> states = new LinkedBlockingQueue<>();
    private volatile Runnable onStates = () -> {};
    private volatile boolean unavailable;
    private final BlockingQueue<Long> announced = new LinkedBlockingQueue<>();
    private volatile boolean unannounceable;
    private volatile Predicate<Event> isRefused = event -> false;

    @Override
    public boolean hasListeners() {
      return true;
    }

    @Override
    public Future<Void> announce(List<Event> events) {
      if (unannounceable) {
        refused.add(true);
        return Future.failedFuture("unannounceable");
      }
      events.forEach(event -> announced.add(event.aggregateVersion()));
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> publish(List<Event> events) {
      if (unavailable) {
        refused.add(true);
        return Future.failedFuture("unavailable");
      }
      Map<Boolean, List<Event>> byRefusal =
          events.stream().collect(Collectors.partitioningBy(isRefused));
      published.addAll(byRefusal.get(false));
      List<RefusedEvent> refusals =
          byRefusal.get(true).stream().map(event -> new RefusedEvent(event, "too large")).toList();
      return refusals.isEmpty()
          ? Future.succeededFuture()
          : Future.failedFuture(new RefusedEventsException(refusals));
    }

    @Override
    public Future<Void> publishStates(List<AggregateState> published) {
      if (unavailable) {
        refused.add(true);
        return Future.failedFuture("unavailable");
      }
      states.addAll(published);
      onStates.run();
      return Future.succeededFuture();
    }

    /** The versions of the announced events up to this one. */
    private List<Long> announcedUntil(long last) throws InterruptedException {
      List<Long> taken = new ArrayList<>();
      while (taken.isEmpty() || taken.getLast() != last) {
        taken.add(announced.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
      }
      return taken;
    }

    /** The events so far. */
    private List<Event> takeAll() {
      List<Event> taken = new ArrayList<>();
      published.drainTo(taken);
      return taken;
    }

    private List<Event> take(int count) throws InterruptedException {
      List<Event> taken = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Event event = published.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
          return Collections.unmodifiableList(taken);
        }
        taken.add(event);
      }
      return taken;
    }
  }
}
