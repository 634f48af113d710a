package dev.tradewind.kernel.outbox;

import static dev.tradewind.kernel.outbox.RelayedOutbox.event;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Traceparent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Publication of recorded events: each once, in order, by the holder of the lease. */
@ExtendWith(VertxExtension.class)
class OutboxRelayIT {

  private RelayedOutbox outbox;

  @BeforeEach
  void open(Vertx vertx) {
    outbox = new RelayedOutbox(vertx);
  }

  @Test
  void appendedEventsArePublishedInOrder() throws Exception {
    OutboxRelay relay = outbox.relay("node");

    await(
        Outbox.append(
            outbox.pool, IntStream.range(0, 1_200).mapToObj(RelayedOutbox::event).toList()));

    assertThat(outbox.publisher.take(1_200))
        .extracting(event -> event.data().getInteger("number"))
        .containsExactlyElementsOf(IntStream.range(0, 1_200).boxed().toList());
    await(relay.stop());
    assertThat(outbox.unsent()).isZero();
  }

  @Test
  void anEventArrivesAsItWasRecorded() throws Exception {
    Event recorded =
        EventBuilder.builder(event(7).keyedBy("another").withNoNotification(true))
            .tracestate("rojo=1,congo=2")
            .build();
    outbox.relay("node");

    await(Outbox.append(outbox.pool, recorded));

    assertThat(outbox.publisher.take(1)).containsExactly(recorded);
  }

  @Test
  void anEventOfAFunctionHasTheTraceOfItsTransaction() throws Exception {
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await(
        outbox.pool.withTransaction(transaction ->
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
    outbox.relay("node");

    List<Event> events = outbox.publisher.take(3);
    assertThat(events)
        .extracting(Event::traceparent)
        .containsExactly(trace, trace, Traceparent.of(null, "command"));
    assertThat(events)
        .extracting(Event::tracestate)
        .containsExactly(null, "rojo=1 2,congo=3", null);
  }

  @Test
  void rolledBackEventsAreNeverPublished() throws Exception {
    outbox.relay("node");

    failure(
        outbox.pool.withTransaction(transaction ->
            Outbox.append(transaction, event(1))
                .compose(appended -> Future.failedFuture("changed my mind"))));
    await(Outbox.append(outbox.pool, event(2)));

    assertThat(outbox.publisher.take(1))
        .extracting(event -> event.aggregateVersion())
        .containsExactly(2L);
  }

  @Test
  void eventsStayInTheOutboxWhileThePublisherIsUnavailable() throws Exception {
    outbox.publisher.unavailable = true;
    outbox.relay("node");
    await(Outbox.append(outbox.pool, List.of(event(1), event(2))));
    outbox.publisher.refused.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(outbox.unsent()).isEqualTo(2);

    outbox.publisher.unavailable = false;

    assertThat(outbox.publisher.take(2))
        .extracting(event -> event.aggregateVersion())
        .containsExactly(1L, 2L);
  }

  @Test
  void eventsAreAnnouncedWhileThePublisherIsUnavailable() throws Exception {
    outbox.publisher.unavailable = true;
    outbox.relay("node");
    await(
        Outbox.append(
            outbox.pool, IntStream.range(0, 1_200).mapToObj(RelayedOutbox::event).toList()));

    List<Long> announced = outbox.publisher.announcedUntil(1_199);
    assertThat(announced)
        .startsWith(LongStream.range(0, 500).boxed().toArray(Long[]::new))
        .endsWith(LongStream.range(500, 1_200).boxed().toArray(Long[]::new));
    assertThat(outbox.unsent()).isEqualTo(1_200);
    await(Outbox.append(outbox.pool, event(1_200)));
    assertThat(outbox.publisher.announcedUntil(1_200)).containsExactly(1_200L);

    outbox.publisher.unavailable = false;

    assertThat(outbox.publisher.take(1_201))
        .extracting(Event::aggregateVersion)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, 1_200).boxed().toList());
    outbox.awaitAllSent();
    assertThat(outbox.publisher.announced).isEmpty();
  }

  @Test
  void anEventIsPublishedAfterItsAnnouncement() throws Exception {
    outbox.publisher.unannounceable = true;
    outbox.relay("node");
    await(Outbox.append(outbox.pool, List.of(event(1), event(2))));
    outbox.publisher.refused.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(outbox.publisher.published).isEmpty();

    outbox.publisher.unannounceable = false;

    assertThat(outbox.publisher.take(2))
        .extracting(Event::aggregateVersion)
        .containsExactly(1L, 2L);
    assertThat(outbox.publisher.announced).containsExactly(1L, 2L);
  }

  @Test
  void oneOfSeveralNodesPublishesAndAnotherTakesOverWhenItLeaves() throws Exception {
    OutboxRelay first = outbox.relay("first");
    await(Outbox.append(outbox.pool, event(1)));
    outbox.publisher.take(1);
    OutboxRelay second = outbox.relay("second");
    await(Outbox.append(outbox.pool, event(2)));
    assertThat(outbox.publisher.take(1)).hasSize(1);

    await(first.stop());
    await(Outbox.append(outbox.pool, event(3)));

    assertThat(outbox.publisher.take(1))
        .extracting(event -> event.aggregateVersion())
        .containsExactly(3L);
    await(second.stop());
    assertThat(outbox.publisher.published).isEmpty();
  }

  @Test
  void eventsSentMoreThanADayAgoAreDeleted() throws Exception {
    OutboxRelay relay = relayThatHoldsTheLease();
    recorded(1, 3, Duration.ofHours(25));
    recorded(4, 5, Duration.ofHours(23));
    outbox.publisher.unavailable = true;
    recorded(6, 7, null);

    await(relay.prune());

    assertThat(numbers()).containsExactly(0L, 4L, 5L, 6L, 7L);
  }

  @Test
  void pruningKeepsUpBehindAnOldUnsentEvent() throws Exception {
    OutboxRelay relay = relayThatHoldsTheLease();
    outbox.publisher.unavailable = true;
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

    await(outbox.relay("another").prune());

    assertThat(numbers()).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void anEventHasEntriesInTwoIndexes() {
    assertThat(
            outbox.column(
                "SELECT indexname FROM pg_indexes WHERE tablename = 'outbox'",
                row -> row.getString(0)))
        .containsExactlyInAnyOrder("outbox_pkey", "outbox_unsent");
  }

  private OutboxRelay relayThatHoldsTheLease() throws Exception {
    OutboxRelay relay = outbox.relay("node");
    await(Outbox.append(outbox.pool, event(0)));
    outbox.publisher.take(1);
    return relay;
  }

  /** Inserts events of these numbers, sent that long ago or unsent. */
  private void recorded(int first, int last, @Nullable Duration sentAgo) {
    await(recorded(outbox.pool, first, last, sentAgo));
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
    return outbox.column("SELECT aggregate_version FROM outbox ORDER BY id", row -> row.getLong(0));
  }

  @Test
  void eventsWaitAtTheClosedGate() throws Exception {
    outbox.gate.close();
    outbox.relay("node");
    await(Outbox.append(outbox.pool, event(1)));
    // Several turns of the relay.
    await(outbox.vertx.timer(500));
    assertThat(outbox.unsent()).isEqualTo(1);

    outbox.gate.open(Instant.EPOCH);

    assertThat(outbox.publisher.take(1)).hasSize(1);
  }
}
